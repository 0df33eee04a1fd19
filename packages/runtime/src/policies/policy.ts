import type { Instant } from "../kernel/time.ts";

/** A task, a server or a group, as a policy sees it. Compare it with yours, or use its name. */
export interface Named {
  /** Its name. */
  readonly name: string;
}

/**
 * What a policy orders: a job, or a server, which represents all of its jobs. Times are milliseconds.
 */
export interface Urgency {
  /** The name of the job, or of the server. */
  readonly name: string;
  /** The function that the job runs, for {@link Scheduler.expected}. Undefined for a server. */
  readonly fn?: ((...args: never[]) => unknown) | undefined;
  /** The task that released the job; undefined for jobs submitted one by one, and for a server. */
  readonly task?: Named | undefined;
  /** The server that represents its jobs; undefined for jobs outside of servers. */
  readonly server?: Named | undefined;
  /** The group through which the job was submitted; undefined if there was none, and for a server. */
  readonly group?: Named | undefined;
  /** The option `data` of the job; undefined for a server. */
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
 * Which job is the most urgent: the one with the smallest key. Among equal keys the earlier release goes first, then they
 * take turns slice by slice.
 *
 *     const byAge: Policy = { name: "by-age", key: (job) => job.release };
 */
export interface Policy {
  /** The name of the policy, for messages and traces. */
  readonly name: string;
  /**
   * The job's urgency as a number, the smaller the more urgent; never NaN.
   *
   * The kernel computes it when the job becomes ready and after the job has run, and not while it waits. So a key that depends
   * on time has to change alike for all waiting jobs. The kernel may compute it any number of times in between. So a policy
   * that adds up how long jobs ran uses the difference in their execution time.
   */
  key(job: Urgency): number;
  /** Whether the key is always the negated priority. Protocols with fixed ceilings need that. Default: false. */
  readonly isFixed?: boolean;
  /** Whether the key of a job with a deadline is always that instant. Servers that set deadlines need that. Default: false. */
  readonly isDeadline?: boolean;
  /** Whether equally urgent jobs take turns by slice; otherwise the running one continues to its end. Default: true. */
  readonly roundRobin?: boolean;
  /** Creates a queue that suits the keys. Default: a heap. */
  queue?(): JobQueue;
}

/** A job as a queue sees it. */
export interface Queued {
  /** Place in a heap; -1 outside. */
  heapIndex: number;
  /** Smaller is more urgent. Does not change while the job is in a queue. */
  key: number;
  /** Orders equal keys: the smaller first. Does not change while the job is in a queue. */
  ticket: number;
  /** Links of a list, for queues that keep one. */
  before: Queued | undefined;
  /** The other link. */
  after: Queued | undefined;
  /** Data of a queue that wraps another one. */
  waiting: object | undefined;
  /** What the policy orders: the job itself, or its server. Undefined in the core, where it is the job itself. */
  readonly urgency?: Urgency;
}

/** The ready jobs, in order of urgency. */
export interface JobQueue<J extends Queued = Queued> {
  /** How many jobs are in the queue. */
  readonly size: number;
  /** Inserts a job that is in no queue. */
  push(job: J, now: Instant): void;
  /** The most urgent job by key. */
  peek(): J | undefined;
  /** Removes and returns the job that is to run now. */
  take(now: Instant): J | undefined;
  /** Removes `job`. Returns whether it was in the queue. */
  remove(job: J): boolean;
  /** Changes the key of a job in the queue. How long it has waited does not change. */
  rekey(job: J, key: number): void;
}
