/** The stores of AsyncLocalStorage, in Node, Bun and Deno. Elsewhere there is nothing like them yet. */
import type { Context } from "../host.ts";

interface AsyncResource {
  runInAsyncScope: Context;
}

interface Surroundings {
  readonly process?: {
    getBuiltinModule?(
      name: "node:async_hooks",
    ): { readonly AsyncResource?: new (type: string) => AsyncResource } | undefined;
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
