/**
 * The jobs that lend one job their urgency, the most urgent first: whoever awaited it, or what it holds. A hundred
 * thousand may, and be cancelled one by one.
 */
import { type HeapItem, KeyedHeap } from "./keyed-heap.ts";

export class Lenders {
  readonly #heap = new KeyedHeap<HeapItem>();
  readonly #entries = new Map<object, HeapItem>();

  get size(): number {
    return this.#heap.size;
  }

  /** The key of the most urgent one; Infinity where there is none. */
  get key(): number {
    return this.#heap.key;
  }

  /** `job` lends this urgency from now on. */
  add(job: object, key: number): void {
    if (!this.#entries.has(job)) this.#entries.set(job, { heapIndex: -1, key, ticket: 0 });
    this.rekey(job, key);
  }

  /** `job` may lend another urgency. */
  rekey(job: object, key: number): void {
    const entry = this.#entries.get(job);
    if (entry !== undefined && (entry.key !== key || entry.heapIndex < 0)) this.#heap.rekey(entry, key);
  }

  /** All that wait in a line lend this urgency, as one. Returns whether that is news. */
  lend(line: HeapItem, key: number): boolean {
    if (line.heapIndex >= 0 && line.key === key) return false;
    this.#heap.rekey(line, key);
    return true;
  }

  /** They lend nothing any more. Returns whether they did. */
  withdraw(line: HeapItem): boolean {
    return this.#heap.remove(line);
  }

  /** Returns whether it did. */
  delete(job: object): boolean {
    const entry = this.#entries.get(job);
    return entry !== undefined && this.#entries.delete(job) && this.#heap.remove(entry);
  }
}
