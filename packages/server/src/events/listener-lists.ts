/** Listeners by event, as Node's emitters have them: called in order, at once, each as often as it was added. */
import { PreemptError } from "@preempt/runtime";
import type { Category } from "./event-types.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever the event has
export type Listener = (...args: any[]) => unknown;

interface Entry {
  readonly listener: Listener;
  readonly isOnce: boolean;
}

export class ListenerLists {
  readonly #lists = new Map<Category, Entry[]>();

  /** @throws PreemptError if the listener is not a function */
  add(event: Category, listener: Listener, where: "push" | "unshift", isOnce: boolean): void {
    if (typeof listener !== "function") {
      throw new PreemptError(
        "listener_not_a_function",
        `a listener of "${String(event)}" is ${String(listener)}. Give a function.`,
      );
    }
    const list = this.#lists.get(event);
    if (list === undefined) this.#lists.set(event, [{ listener, isOnce }]);
    else list[where]({ listener, isOnce });
  }

  /** Takes out the one that was added last. @returns whether there was one */
  remove(event: Category, listener: Listener): boolean {
    const list = this.#lists.get(event);
    const at = list?.findLastIndex((entry) => entry.listener === listener) ?? -1;
    if (list === undefined || at === -1) return false;
    if (list.length === 1) this.#lists.delete(event);
    else list.splice(at, 1);
    return true;
  }

  /** Those of an event, in order. A copy. */
  of(event: Category): Listener[] {
    return (this.#lists.get(event) ?? []).map(({ listener }) => listener);
  }

  count(event: Category, listener?: Listener): number {
    const list = this.#lists.get(event) ?? [];
    return listener === undefined ? list.length : list.filter((entry) => entry.listener === listener).length;
  }

  has(event: Category): boolean {
    return this.#lists.has(event);
  }

  get events(): Category[] {
    return [...this.#lists.keys()];
  }

  /**
   * Calls those that there are now, whatever they add and remove. An error ends it, as in Node.
   *
   * @param took What each has returned
   * @returns whether there were any
   */
  call(
    event: Category,
    self: object,
    args: readonly unknown[],
    took: (result: unknown, event: Category) => void,
  ): boolean {
    const list = this.#lists.get(event);
    if (list === undefined) return false;
    // Most events have one listener: no copy is made for it.
    if (list.length === 1) this.#callOne(list[0] as Entry, event, self, args, took);
    else for (const entry of [...list]) this.#callOne(entry, event, self, args, took);
    return true;
  }

  #callOne(
    entry: Entry,
    event: Category,
    self: object,
    args: readonly unknown[],
    took: (result: unknown, event: Category) => void,
  ): void {
    if (entry.isOnce) {
      if (!this.#takeOnce(event, entry)) return;
      this.removed(event, entry.listener);
    }
    took(entry.listener.apply(self, args as unknown[]), event);
  }

  /** Hears of listeners that are removed because they were called. */
  removed: (event: Category, listener: Listener) => void = () => {};

  /** @returns whether it was still there: a listener that emits the same event is not called twice */
  #takeOnce(event: Category, entry: Entry): boolean {
    const list = this.#lists.get(event);
    const at = list?.indexOf(entry) ?? -1;
    if (list === undefined || at === -1) return false;
    if (list.length === 1) this.#lists.delete(event);
    else list.splice(at, 1);
    return true;
  }
}
