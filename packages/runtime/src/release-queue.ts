/** What waits for an instant: delayed and periodic releases, alarms, deadlines. Earliest first. */
import { type HeapItem, KeyedHeap } from "./keyed-heap.ts";
import type { Instant } from "./time.ts";

export class Pending implements HeapItem {
  heapIndex = -1;
  at: Instant;
  readonly order: number;
  readonly fire: () => void;
  constructor(at: Instant, order: number, fire: () => void) {
    this.at = at;
    this.order = order;
    this.fire = fire;
  }
}

export class ReleaseQueue {
  readonly #heap = new KeyedHeap<Pending>();
  #order = 0;

  get size(): number {
    return this.#heap.size;
  }

  /** The next instant at which something is due; Infinity if there is none. */
  get next(): Instant {
    return this.#heap.key as Instant;
  }

  /**
   * Things of one instant are due in the order in which they were made.
   *
   * @param first Before all others of its instant: a deadline is looked at before the release of the next period.
   */
  add(at: Instant, fire: () => void, first = false): Pending {
    const order = ++this.#order;
    const pending = new Pending(at, first ? order - 2 ** 52 : order, fire);
    this.set(pending, at);
    return pending;
  }

  /** Sets a fired or waiting entry to another instant. */
  set(pending: Pending, at: Instant): void {
    pending.at = at;
    this.#heap.push(pending, at, pending.order);
  }

  remove(pending: Pending): void {
    this.#heap.remove(pending);
  }

  /** Takes out what is due at `now`, one at a time. */
  due(now: Instant): Pending | undefined {
    const first = this.#heap.peek();
    if (first === undefined || first.at > now) return undefined;
    this.#heap.remove(first);
    return first;
  }
}
