/** What waits for an instant: delayed and periodic releases, and alarms. Earliest first; ties in order of setting. */
import { type HeapItem, IndexedHeap } from "./indexed-heap.ts";
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
  readonly #heap = new IndexedHeap<Pending>((a, b) => (a.at !== b.at ? a.at < b.at : a.order < b.order));
  #order = 0;

  get size(): number {
    return this.#heap.size;
  }

  /** The next instant at which something is due. */
  get next(): Instant | undefined {
    return this.#heap.peek()?.at;
  }

  add(at: Instant, fire: () => void): Pending {
    const pending = new Pending(at, this.#order++, fire);
    this.#heap.push(pending);
    return pending;
  }

  /** Sets a fired or waiting entry to another instant. */
  set(pending: Pending, at: Instant): void {
    this.#heap.remove(pending);
    pending.at = at;
    this.#heap.push(pending);
  }

  remove(pending: Pending): void {
    this.#heap.remove(pending);
  }

  /** Takes out what is due at `now`, one at a time. */
  due(now: Instant): Pending | undefined {
    const first = this.#heap.peek();
    return first !== undefined && first.at <= now ? this.#heap.pop() : undefined;
  }
}
