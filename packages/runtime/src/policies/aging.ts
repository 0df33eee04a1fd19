/**
 * Aging: nobody waits for ever.
 *
 * A job that has been ready for `patience` without running goes before all others, in the order in which they lost
 * patience, and keeps the processor for a whole slice, or to the end of the round if that comes first.
 *
 * Bound: with n ready jobs, one of them waits at most patience + n · (slice + o), where o is what a budget may overrun
 * the slice; rounds add the time that the event loop takes. So each gets its slice in that time, whatever the policy
 * says: the price is that the urgent jobs lose up to a share of n · slice in each such span. Critical sections, and what
 * a protocol or a server keeps from running, are not counted as waiting here.
 */
import { PreemptError, show } from "../errors.ts";
import { KeyedHeap } from "../keyed-heap.ts";
import type { Instant } from "../time.ts";
import type { JobQueue, Policy, Queued } from "./policy.ts";

export interface AgingOptions {
  /** Milliseconds for which a job waits before it goes first. Above 0. */
  readonly patience: number;
}

/**
 * `policy`, with bounded waiting.
 *
 * @throws PreemptError if the patience is not above 0
 */
export function aging(policy: Policy, { patience }: AgingOptions): Policy {
  if (!(patience > 0)) {
    throw new PreemptError(
      "patience_not_positive",
      `the patience of aging is ${show(patience)}. Give a number of milliseconds above 0.`,
    );
  }
  return {
    ...policy,
    name: `${policy.name}+aging`,
    queue: () => new AgingQueue(policy.queue?.() ?? new KeyedHeap<Queued>(), patience),
  };
}

/** What a job that lost patience has for a key while it runs: nothing is more urgent. */
export const aged = Number.NEGATIVE_INFINITY;

class AgingQueue implements JobQueue {
  readonly #inner: JobQueue;
  readonly #patience: number;
  /** The jobs in the queue, by when they came: a Map keeps that order. */
  readonly #since = new Map<Queued, Instant>();

  constructor(inner: JobQueue, patience: number) {
    this.#inner = inner;
    this.#patience = patience;
  }

  get size(): number {
    return this.#inner.size;
  }

  push(job: Queued, now: Instant): void {
    this.#inner.push(job, now);
    this.#since.set(job, now);
  }

  peek(): Queued | undefined {
    return this.#inner.peek();
  }

  take(now: Instant): Queued | undefined {
    for (const [job, since] of this.#since) {
      if (now - since < this.#patience) break;
      this.remove(job);
      job.key = aged;
      return job;
    }
    const job = this.#inner.take(now);
    if (job !== undefined) this.#since.delete(job);
    return job;
  }

  remove(job: Queued): boolean {
    this.#since.delete(job);
    return this.#inner.remove(job);
  }

  rekey(job: Queued, key: number): void {
    this.#inner.rekey(job, key);
  }
}
