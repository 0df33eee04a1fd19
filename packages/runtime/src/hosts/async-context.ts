/** The stores of AsyncLocalStorage, in Node, Bun and Deno. Elsewhere there is nothing like them yet. */
import type { Carrier, Context } from "./host.ts";

interface AsyncResource {
  runInAsyncScope: Context;
}

type Storage = new () => { getStore(): unknown; run<R>(store: unknown, body: () => R): R };

interface Surroundings {
  readonly process?: {
    getBuiltinModule?(
      name: "node:async_hooks",
    ):
      | { readonly AsyncResource?: new (type: string) => AsyncResource; readonly AsyncLocalStorage?: Storage }
      | undefined;
  };
}

/** Takes the stores as they are; undefined where there are none. Not an import: browsers load the same files. */
export const asyncContext: (() => Context) | undefined = find();

function find(): (() => Context) | undefined {
  const { process } = globalThis as Surroundings;
  const Resource = process?.getBuiltinModule?.("node:async_hooks")?.AsyncResource;
  if (Resource === undefined) return undefined;
  // 30 ns, and 20 to run in it; `AsyncLocalStorage.snapshot()` takes 2,400 and 120 (Node 24). Who counts resources by hooks is
  // told of its end when it is collected.
  return () => {
    const resource = new Resource("preempt");
    return (run) => resource.runInAsyncScope(run);
  };
}

let shared: Carrier | undefined;

/** One for all schedulers of the realm, made when it is first asked for: until then it costs promises nothing. */
export function asyncCarrier(): Carrier | undefined {
  const { process } = globalThis as Surroundings;
  const Storage = process?.getBuiltinModule?.("node:async_hooks")?.AsyncLocalStorage;
  if (shared !== undefined || Storage === undefined) return shared;
  const storage = new Storage();
  shared = { get: () => storage.getStore(), run: (value, body) => storage.run(value, body) };
  return shared;
}
