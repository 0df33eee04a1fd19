/** The eligible jobs of a policy that asks for nothing else: a heap by key, then ticket. */
import { KeyedHeap } from "./keyed-heap.ts";
import type { JobQueue, Queued } from "./policies/policy.ts";

export class ReadyHeap implements JobQueue {
  readonly #heap = new KeyedHeap<Queued>();

  get size(): number {
    return this.#heap.size;
  }

  push(job: Queued): void {
    this.#heap.push(job, job.key, job.ticket);
  }

  peek(): Queued | undefined {
    return this.#heap.peek();
  }

  take(): Queued | undefined {
    const first = this.#heap.peek();
    if (first !== undefined) this.#heap.remove(first);
    return first;
  }

  remove(job: Queued): boolean {
    return this.#heap.remove(job);
  }

  rekey(job: Queued, key: number): void {
    job.key = key;
    this.#heap.push(job, key, job.ticket);
  }
}
