/** Calls of listeners, and what becomes of their errors. */
import { PreemptError, type Scheduler } from "@preempt/runtime";
import type { Category } from "./event-types.ts";
import { type Listener, ListenerLists } from "./listener-lists.ts";

export class ListenerCalls {
  /** The listeners of each event. */
  readonly lists = new ListenerLists();
  readonly #self: object;
  readonly #scheduler: Scheduler;
  #failing = false;

  /** @param self The `this` of listeners */
  constructor(self: object, scheduler: Scheduler) {
    this.#self = self;
    this.#scheduler = scheduler;
    this.lists.removed = (event, listener) => this.tell("removeListener", event, listener);
  }

  call(name: Category, args: readonly unknown[]): void {
    this.lists.call(name, this.#self, args, this.#took);
  }

  /** A listener that is async may fail later. */
  readonly #took = (result: unknown, event: Category): void => {
    if (typeof result !== "object" || result === null || typeof (result as PromiseLike<unknown>).then !== "function") {
      return;
    }
    (result as PromiseLike<unknown>).then(undefined, (error) => {
      // That of an error listener would come back to it.
      if (event === "error") this.#report(error);
      else this.fail(error);
    });
  };

  /** An error that no caller gets: the "error" listeners have it, or else it is an uncaught error of the scheduler. */
  fail(error: unknown): void {
    if (this.#failing || !this.lists.has("error")) {
      this.#report(error);
      return;
    }
    this.#failing = true;
    try {
      this.call("error", [error]);
    } catch (another) {
      this.#report(another);
    } finally {
      this.#failing = false;
    }
  }

  #report(error: unknown): void {
    const fail = () => {
      throw error;
    };
    try {
      this.#scheduler.submit(fail, { name: "failed listener", inherit: false });
    } catch {
      // The scheduler is closed. Nobody awaits this promise: the engine reports it.
      void Promise.reject(error);
    }
  }

  /** Node's events about listeners. */
  tell(what: "newListener" | "removeListener", event: Category, listener: Listener): void {
    if (this.lists.has(what)) this.call(what, [event, listener]);
  }
}

/** What `emit("error", error)` throws where nobody listens. */
export function unhandled(error: unknown): Error {
  if (error instanceof Error) return error;
  return new PreemptError(
    "error_unhandled",
    `"error" was emitted with ${String(error)}, and has no listener. Add one.`,
    {
      cause: error,
    },
  );
}
