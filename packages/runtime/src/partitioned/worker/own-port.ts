/** The port of the worker that this code runs in, to the thread that made it. */
import { PreemptError } from "../../input/errors.ts";

export interface OwnPort {
  post(message: unknown, transfer: readonly object[]): void;
  listen(message: (data: unknown) => void, unreadable: (error: unknown) => void): void;
}

interface NodePort {
  on(event: "message" | "messageerror", listener: (value: unknown) => void): void;
  postMessage(message: unknown, transfer: readonly object[]): void;
}

interface Realm {
  readonly process?: { getBuiltinModule?(name: string): { readonly parentPort?: NodePort | null } | undefined };
  readonly DedicatedWorkerGlobalScope?: unknown;
  postMessage(message: unknown, transfer: readonly object[]): void;
  addEventListener(type: string, listener: (event: { readonly data: unknown }) => void): void;
}

/** @throws PreemptError outside a worker */
export function ownPort(): OwnPort {
  const realm = globalThis as unknown as Realm;
  // Asked for by name at run time: an import would end up in browsers' bundles.
  const parent = realm.process?.getBuiltinModule?.("node:worker_threads")?.parentPort;
  if (parent) {
    return {
      post: (message, transfer) => parent.postMessage(message, transfer),
      listen(message, unreadable) {
        parent.on("message", message);
        parent.on("messageerror", unreadable);
      },
    };
  }
  if (realm.DedicatedWorkerGlobalScope !== undefined) {
    return {
      post: (message, transfer) => realm.postMessage(message, transfer),
      listen(message, unreadable) {
        realm.addEventListener("message", (event) => message(event.data));
        realm.addEventListener("messageerror", () => unreadable(new Error("messageerror")));
      },
    };
  }
  throw new PreemptError(
    "not_in_a_worker",
    "serve was called on a thread that is no worker. Call it in the module that new Worker(…) loads.",
  );
}
