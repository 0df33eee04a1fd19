/** The stores of AsyncLocalStorage, in Node, Bun and Deno. Elsewhere there is nothing like them yet. */
import type { Carrier, Context } from "../hosts/host.ts";

interface AsyncResource {
  runInAsyncScope: Context;
}

interface Storage {
  new (): { getStore(): unknown; run<R>(store: unknown, body: () => R): R };
  readonly prototype: object;
}

interface Surroundings {
  readonly process?: { getBuiltinModule?(name: "node:async_hooks"): AsyncHooks | undefined };
}

interface AsyncHooks {
  readonly AsyncResource?: { new (type: string): AsyncResource; readonly prototype: object };
  readonly AsyncLocalStorage?: Storage;
}

/** Not an import: browsers load the same files. */
export function asyncHooks(): AsyncHooks | undefined {
  return (globalThis as Surroundings).process?.getBuiltinModule?.("node:async_hooks");
}

/** Takes the stores as they are; undefined where there are none. */
export const asyncContext: (() => Context) | undefined = find();

function find(): (() => Context) | undefined {
  const Resource = asyncHooks()?.AsyncResource;
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
  const Storage = asyncHooks()?.AsyncLocalStorage;
  if (shared !== undefined || Storage === undefined) return shared;
  const storage = new Storage();
  shared = { get: () => storage.getStore(), run: (value, body) => storage.run(value, body) };
  return shared;
}
