/** The eligible jobs, most urgent first. */
import { IndexedHeap } from "./indexed-heap.ts";
import type { Job } from "./job.ts";
import type { Policy } from "./policies/policy.ts";

export class ReadyQueue {
  readonly #policy: Policy;
  readonly #heap: IndexedHeap<Job>;
  #ticket = 0;

  constructor(policy: Policy) {
    this.#policy = policy;
    this.#heap = new IndexedHeap((a, b) => this.precedes(a, b));
  }

  get size(): number {
    return this.#heap.size;
  }

  /** Among equals the earlier release comes first, then the one that waited longest for its turn. */
  precedes(a: Job, b: Job): boolean {
    if (this.#policy.isMoreUrgent(a, b)) return true;
    if (this.#policy.isMoreUrgent(b, a)) return false;
    return a.release !== b.release ? a.release < b.release : a.ticket < b.ticket;
  }

  nextTicket(): number {
    return this.#ticket++;
  }

  push(job: Job): void {
    this.#heap.push(job);
  }

  peek(): Job | undefined {
    return this.#heap.peek();
  }

  pop(): Job | undefined {
    return this.#heap.pop();
  }

  remove(job: Job): boolean {
    return this.#heap.remove(job);
  }

  /** The job used its slice up: its equals come first now. */
  rotate(job: Job): void {
    if (this.#policy.roundRobin !== false) job.ticket = this.nextTicket();
  }
}
