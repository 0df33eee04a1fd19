import type { Instant } from "../kernel/time.ts";

/** Something that a policy tells from others: a task, a server, a group. Compare it with yours, or go by its name. */
interface Named {
  readonly name: string;
}

/**
 * What a policy orders by: a job, or the server in which it runs, which stands for all of its jobs. Times are in milliseconds.
 */
export interface Urgency {
  /** Of the job, or of the server. */
  readonly name: string;
  /** The function that the job runs, for {@link Scheduler.expected}. Undefined for a server. */
  readonly fn?: ((...args: never[]) => unknown) | undefined;
  /** The task that released the job; undefined for jobs submitted one by one, and for a server. */
  readonly task?: Named | undefined;
  /** The server that stands for its jobs; undefined for jobs outside of servers. */
  readonly server?: Named | undefined;
  /** The group through which the job was submitted; undefined if there was none, and for a server. */
  readonly group?: Named | undefined;
  /** What the job was submitted with as `data`; undefined for a server. */
  readonly data?: unknown;
  /** When it became eligible to run. */
  readonly release: number;
  /** Absolute deadline; Infinity if none. */
  readonly deadline: number;
  /** Larger is more urgent. */
  readonly priority: number;
  /** Worst-case execution time, as the user gave it; 0 if none. */
  readonly wcet: number;
  /** Time for which it ran so far. */
  readonly executionTime: number;
}

/**
 * Which job is the most urgent? The one with the smallest key. Among equal keys the earlier release goes first, then
 * they take turns slice by slice.
 *
 * A policy of one's own is an object with a name and a key; policies/least-laxity.ts is a worked example.
 */
export interface Policy {
  readonly name: string;
  /**
   * A number, the smaller the more urgent; never NaN. Asked when the job becomes ready and when it has run for a while,
   * not while it waits: what changes with time has to change alike for all that wait. It may be asked any number of times in
   * between: a policy that adds up how long jobs ran goes by the difference in their execution time.
   */
  key(job: Urgency): number;
  /** True: the key is the priority negated, and nothing else. Protocols with fixed ceilings ask for it. Default: false. */
  readonly isFixed?: boolean;
  /** True: the key of a job with a deadline is that instant, and nothing else. Servers that give deadlines ask for it. Default: false. */
  readonly isDeadline?: boolean;
  /** False: among equals the one that runs goes on to its end. Default: true. */
  readonly roundRobin?: boolean;
  /** Makes the queue that suits the keys. Default: a heap. */
  queue?(): JobQueue;
}

/** What a queue sees of a job. */
export interface Queued {
  /** Place in a heap; -1 outside. */
  heapIndex: number;
  /** Smaller is more urgent. Does not change while the job is in a queue. */
  key: number;
  /** Orders equal keys: the smaller first. Does not change while the job is in a queue. */
  ticket: number;
  /** Links of a list, for queues that keep one. */
  before: Queued | undefined;
  after: Queued | undefined;
  /** What a queue around another one keeps of the job. */
  waiting: object | undefined;
  /** What the policy orders it by: the job itself, or its server. Undefined in the core, where it is the job itself. */
  readonly urgency?: Urgency;
}

/** The eligible jobs. */
export interface JobQueue<J extends Queued = Queued> {
  readonly size: number;
  /** Puts a job in that is in no queue. */
  push(job: J, now: Instant): void;
  /** The most urgent job by key. */
  peek(): J | undefined;
  /** Takes out the job that is to run now. */
  take(now: Instant): J | undefined;
  /** Takes `job` out. Returns whether it was in. */
  remove(job: J): boolean;
  /** Gives a job that is in another key. How long it has waited does not change. */
  rekey(job: J, key: number): void;
}
