/**
 * A fair share: the processor is divided among keys (tenants, sessions) by weight, whatever number of jobs each of them has.
 *
 * Start-time fair queueing (Goyal, Vin and Cheng, "Start-time fair queueing", 1996; for processors: Goyal, Guo and Vin, "A
 * hierarchical CPU scheduler for multimedia operating systems", 1996). Each key has a tag: the virtual time at which its next slice
 * starts. The smallest tag runs. A slice moves its key's tag on by its length divided by the weight. Virtual time is the tag of the
 * key that runs, and whoever comes back after a while starts there: nobody saves anything up.
 *
 * Bound: of two keys that have work all the time, the times that they got, each divided by its weight, never differ by more than the sum of
 * one slice of each, divided by its weight.
 */

import { tableOf } from "@preempt/checks";
import { callable, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import { KeyedHeap } from "../kernel/keyed-heap.ts";
import type { Instant } from "../kernel/time.ts";
import type { JobQueue, Policy, Queued, Urgency } from "./policy.ts";

/** Options of {@link fairShare}. */
export interface FairShareOptions<K = unknown> {
  /** The key of a job, such as its tenant. Computed each time that the job becomes ready. Default: its name. A server is a key by itself. */
  readonly of?: (job: Urgency) => K;
  /** The weight of a key, above 0 and finite. Computed each time that a job becomes ready. Default: 1 for each. */
  readonly weightOf?: (key: K) => number;
}

const names = tableOf<FairShareOptions>({ of: 1, weightOf: 1 });

interface Belonging {
  readonly key: unknown;
  readonly weight: number;
}

/**
 * A policy that divides the processor among keys by weight. Deadlines and priorities are ignored, jobs of one key take turns, and
 * each job keeps the processor for a slice. With n keys that have work, a slice costs O(log n).
 *
 *     new Scheduler({ policy: fairShare({ of: ({ name }) => tenantOf(name), weightOf: (tenant) => tenant.pays ? 4 : 1 }) })
 *
 * @throws PreemptError if an option is no function
 */
export function fairShare<K = unknown>(options: FairShareOptions<K> = {}): Policy {
  const { of = nameOf, weightOf = () => 1 } = options ?? {};
  callable(of, "of", "what says whose a job is");
  callable(weightOf, "weight_of", "what says how much a key gets");
  refuseWrong(options ?? {}, names, "fairShare", true);
  const belongings = new WeakMap<object, Belonging>();
  return {
    name: "fair",
    key(job) {
      const key = of(job) as K;
      const weight = weightOf(key);
      if (!(weight > 0 && weight < Number.POSITIVE_INFINITY)) {
        refuse("weight_not_positive", `the weight of ${show(key)}`, show(weight), "a finite number above 0");
      }
      belongings.set(job, { key, weight });
      return 0;
    },
    queue: () => new FairQueue((job) => belongings.get(job.urgency ?? job) ?? nobody),
  };
}

/** Of servers several may have one name. */
const nameOf = (job: Urgency): unknown => (job.fn === undefined ? job : job.name);

/** What it could not be worked out for. */
const nobody: Belonging = { key: undefined, weight: 1 };

/** The jobs of one key that are ready. */
interface Flow {
  readonly of: unknown;
  readonly jobs: KeyedHeap<Queued>;
  weight: number;
  heapIndex: number;
  /** The virtual time at which its next slice starts. */
  key: number;
  ticket: number;
}

/** As much of a job as is looked at. */
interface FairJob extends Queued {
  readonly urgency?: Urgency;
  readonly executionTime: number;
}

class FairQueue implements JobQueue {
  readonly #belongingOf: (job: FairJob) => Belonging;
  readonly #flows = new Map<unknown, Flow>();
  readonly #flowOf = new Map<Queued, Flow>();
  /** Those with jobs, by tag. */
  readonly #ready = new KeyedHeap<Flow>();
  /** Those without, by tag: forgotten once virtual time has passed it. */
  readonly #idle = new KeyedHeap<Flow>();
  #virtual = 0;
  #tickets = 0;
  /** What runs, or ran last, and how long it had run before. */
  #taken: { readonly job: FairJob; readonly flow: Flow; before: number } | undefined;

  constructor(belongingOf: (job: FairJob) => Belonging) {
    this.#belongingOf = belongingOf;
  }

  get size(): number {
    return this.#flowOf.size;
  }

  push(job: Queued): void {
    this.#settle();
    const { key, weight } = this.#belongingOf(job as FairJob);
    let flow = this.#flows.get(key);
    if (flow === undefined) {
      flow = { of: key, jobs: new KeyedHeap(), weight, heapIndex: -1, key: this.#virtual, ticket: ++this.#tickets };
      this.#flows.set(key, flow);
    }
    flow.weight = weight;
    flow.jobs.push(job);
    this.#flowOf.set(job, flow);
    if (flow.jobs.size > 1) return;
    this.#idle.remove(flow);
    // Equal tags take turns.
    flow.ticket = ++this.#tickets;
    this.#ready.rekey(flow, Math.max(flow.key, this.#virtual));
  }

  peek(): Queued | undefined {
    return this.#ready.peek()?.jobs.peek();
  }

  take(_now: Instant): Queued | undefined {
    this.#settle();
    const flow = this.#ready.peek();
    if (flow === undefined) return undefined;
    this.#virtual = Math.max(this.#virtual, flow.key);
    const job = flow.jobs.peek() as FairJob;
    this.remove(job);
    this.#taken = { job, flow, before: job.executionTime };
    this.#forget();
    return job;
  }

  remove(job: Queued): boolean {
    const flow = this.#flowOf.get(job);
    if (flow === undefined) return false;
    this.#flowOf.delete(job);
    flow.jobs.remove(job);
    if (flow.jobs.size > 0) return true;
    this.#ready.remove(flow);
    this.#idle.push(flow);
    return true;
  }

  rekey(job: Queued, key: number): void {
    this.#flowOf.get(job)?.jobs.rekey(job, key);
  }

  /** What ran pays for what it took. */
  #settle(): void {
    const taken = this.#taken;
    if (taken === undefined) return;
    const { job, flow, before } = taken;
    const spent = job.executionTime - before;
    if (spent <= 0) return;
    taken.before = job.executionTime;
    const tag = flow.key + spent / flow.weight;
    if (flow.jobs.size > 0) flow.ticket = ++this.#tickets;
    (flow.jobs.size > 0 ? this.#ready : this.#idle).rekey(flow, tag);
    // Where all have work to wait for, time stands at what was served last.
    if (this.#ready.size === 0) this.#virtual = Math.max(this.#virtual, tag);
  }

  /** Nobody need know any more of whoever would start at the virtual time anyway. The one that runs has yet to pay. */
  #forget(): void {
    for (let flow = this.#idle.peek(); flow !== undefined && flow.key < this.#virtual; flow = this.#idle.peek()) {
      this.#idle.remove(flow);
      this.#flows.delete(flow.of);
    }
  }
}
