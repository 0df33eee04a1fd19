/**
 * Batches of messages, without a difference that anybody could see. What has no identity (numbers, strings, …) waits for
 * the rest of the turn and goes in one message. What has one goes at once: it is copied, and transferred buffers are
 * gone, when the call returns, as with postMessage; and two jobs that were given one object get a copy each, where a
 * common message would give them a common copy.
 */
import type { Batch } from "./protocol.ts";

declare const queueMicrotask: (callback: () => void) => void;

export type Post<Item> = (message: Batch<Item>, transfer: readonly object[]) => void;

export class Outbox<Item> {
  readonly #post: Post<Item>;
  #waiting: Item[] = [];
  #scheduled = false;

  constructor(post: Post<Item>) {
    this.#post = post;
  }

  /** Sends an item without identity: with others at the next {@link flush}, at the latest when the turn is over. */
  push(item: Item): void {
    this.#waiting.push(item);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /**
   * Sends an item now, after those that wait.
   *
   * @throws what `postMessage` throws, a DataCloneError above all; the item is not sent then
   */
  send(item: Item, transfer: readonly object[] = []): void {
    this.flush();
    this.#post({ preempt: [item] }, transfer);
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const items = this.#waiting;
    this.#waiting = [];
    this.#post({ preempt: items }, []);
  }
}

/** Whether a value is copied by structured clone without anybody noticing when: it cannot change, and is nobody. */
export function hasNoIdentity(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol");
}
