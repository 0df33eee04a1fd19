/**
 * The jobs that lend one job their urgency, the most urgent first: whoever awaited it, or what it holds. A hundred
 * thousand may, and be cancelled one by one.
 */
import { type HeapItem, KeyedHeap } from "./keyed-heap.ts";

/** A job, as far as it matters here. */
interface Lender {
  readonly key: number;
}

export class Lenders {
  readonly #heap = new KeyedHeap<HeapItem>();
  readonly #entries = new Map<Lender, HeapItem>();

  get size(): number {
    return this.#heap.size;
  }

  /** The key of the most urgent one; Infinity where there is none. */
  get key(): number {
    return this.#heap.key;
  }

  /** `job` lends its urgency from now on. */
  add(job: Lender): void {
    if (!this.#entries.has(job)) this.#entries.set(job, { heapIndex: -1, key: job.key, ticket: 0 });
    this.rekey(job);
  }

  /** `job` may have another urgency. */
  rekey(job: Lender): void {
    const entry = this.#entries.get(job);
    if (entry !== undefined) this.#heap.rekey(entry, job.key);
  }

  /** Returns whether it did. */
  delete(job: Lender): boolean {
    const entry = this.#entries.get(job);
    return entry !== undefined && this.#entries.delete(job) && this.#heap.remove(entry);
  }
}
