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

import { tableOf } from "@preempt/checks";
import { PreemptError, positive, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import { KeyedHeap } from "../kernel/keyed-heap.ts";
import { type Instant, never } from "../kernel/time.ts";
import type { JobQueue, Policy, Queued } from "./policy.ts";

/** Options of {@link aging}. */
export interface AgingOptions {
  /** Milliseconds for which a job waits before it goes first. Above 0. */
  readonly patience: number;
}

const names = tableOf<AgingOptions>({ patience: 1 });

/**
 * `policy` with bounded waiting: a job that has waited for `patience` gets a slice before all others.
 *
 * @throws PreemptError if the patience is not above 0, or the policy ages already
 */
export function aging(policy: Policy, options: AgingOptions): Policy {
  const { patience } = options ?? {};
  if (typeof policy?.key !== "function") {
    throw new PreemptError(
      "policy_unknown",
      `the policy that ages is ${show(policy)}. Give a policy object: aging(edf, { patience: 100 }).`,
    );
  }
  positive(patience, "patience", "the patience of aging");
  if (policy.name.endsWith(suffix)) {
    throw new PreemptError("aging_twice", `the policy ${policy.name} ages already. Give aging the policy without it.`);
  }
  refuseWrong(options, names, "aging", true);
  const { name, isFixed = false, isDeadline = false, roundRobin = true } = policy;
  return {
    name: `${name}${suffix}`,
    key: (job) => policy.key(job),
    isFixed,
    isDeadline,
    roundRobin,
    queue: () => new AgingQueue(policy.queue?.() ?? new KeyedHeap<Queued>(), patience),
  };
}

const suffix = "+aging";

/** What a job that lost patience has for a key while it runs: nothing is more urgent. */
export const aged = Number.NEGATIVE_INFINITY;

/** Since when a job has waited, in a ring in the order of that. */
interface Waiting {
  readonly job: Queued | undefined;
  readonly since: Instant;
  before: Waiting;
  after: Waiting;
}

class AgingQueue implements JobQueue {
  readonly #inner: JobQueue;
  readonly #patience: number;
  /**
   * Where the ring begins and ends. A Map would keep the order too; but one in which two of many entries are deleted and set
   * again in turn is copied each time by V8: 12 µs among 100,000.
   */
  readonly #ring: Waiting;

  constructor(inner: JobQueue, patience: number) {
    this.#inner = inner;
    this.#patience = patience;
    const ring = { job: undefined, since: never } as Waiting;
    ring.before = ring;
    ring.after = ring;
    this.#ring = ring;
  }

  get size(): number {
    return this.#inner.size;
  }

  push(job: Queued, now: Instant): void {
    this.#inner.push(job, now);
    const last = this.#ring.before;
    const waiting: Waiting = { job, since: now, before: last, after: this.#ring };
    last.after = waiting;
    this.#ring.before = waiting;
    job.waiting = waiting;
  }

  peek(): Queued | undefined {
    return this.#inner.peek();
  }

  take(now: Instant): Queued | undefined {
    const { job: first, since } = this.#ring.after;
    if (first !== undefined && now - since >= this.#patience) {
      this.remove(first);
      first.key = aged;
      return first;
    }
    const job = this.#inner.take(now);
    if (job !== undefined) leave(job);
    return job;
  }

  remove(job: Queued): boolean {
    leave(job);
    return this.#inner.remove(job);
  }

  rekey(job: Queued, key: number): void {
    this.#inner.rekey(job, key);
  }
}

function leave(job: Queued): void {
  const waiting = job.waiting as Waiting | undefined;
  if (waiting === undefined) return;
  waiting.before.after = waiting.after;
  waiting.after.before = waiting.before;
  job.waiting = undefined;
}
