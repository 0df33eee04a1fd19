/**
 * When a thread may next send something, at the earliest: the next end of a job whose end releases a job on another thread. The
 * other threads need not look up before. It has to be safe, and should be late: then threads stop seldom.
 */
import type { Job, Observer } from "@preempt/runtime";

export interface OpenJobsOptions {
  /** Places of tasks whose jobs send messages when they end, or release jobs here that do. */
  readonly senders: ReadonlySet<number>;
  /** What the k-th job of a task executes: 0 counts as nothing. */
  readonly execution: (task: number, k: number) => number;
  /** When the k-th job of a task is released that arrives by itself, at the earliest; Infinity: there is none. */
  readonly arrival: (task: number, k: number) => number;
  /** By job: a larger number is more urgent, and runs first. Undefined: jobs may run in any order. */
  readonly urgency: ((job: Job) => number) | undefined;
  /** The place of a job's task. */
  readonly taskOf: (job: Job) => number | undefined;
}

interface Open {
  readonly job: Job;
  readonly task: number;
  readonly execution: number;
}

export class OpenJobs implements Observer {
  readonly #options: OpenJobsOptions;
  readonly #open = new Map<Job, Open>();
  /** Releases by other jobs, those of a task in order. */
  readonly #coming: { readonly task: number; readonly at: number }[] = [];
  readonly #unknown = new Set<Job>();
  /** By task: jobs released so far. */
  readonly #counts = new Map<number, number>();

  constructor(options: OpenJobsOptions) {
    this.#options = options;
  }

  /** Another job releases one of the task at that instant. */
  coming(task: number, at: number): void {
    this.#coming.push({ task, at });
  }

  /** It is released. */
  submitted(job: Job, task: number): void {
    this.#coming.splice(
      this.#coming.findIndex((next) => next.task === task),
      1,
    );
    if (this.#unknown.delete(job)) this.#add(job, task);
  }

  jobReleased(job: Job): void {
    const task = this.#options.taskOf(job);
    // Nobody could say yet whose it is.
    if (task === undefined) this.#unknown.add(job);
    else this.#add(job, task);
  }

  #add(job: Job, task: number): void {
    const k = this.#counts.get(task) ?? 0;
    this.#counts.set(task, k + 1);
    this.#open.set(job, { job, task, execution: this.#options.execution(task, k) });
  }

  jobFinished(job: Job): void {
    this.#open.delete(job);
  }

  /** Infinity: never, unless a message comes in. */
  nextSend(now: number): number {
    const { senders, arrival, urgency } = this.#options;
    let next = Number.POSITIVE_INFINITY;
    // A job takes a unit of time at least, wherever the threads could go on without it.
    for (const task of senders) next = Math.min(next, Math.max(now, arrival(task, this.#counts.get(task) ?? 0)) + 1);
    for (const { task, at } of this.#coming.values())
      if (senders.has(task)) next = Math.min(next, Math.max(now, at) + 1);
    for (const { job, task, execution } of this.#open.values()) {
      if (!senders.has(task)) continue;
      let end = now + left(job, execution);
      if (urgency !== undefined) {
        const own = urgency(job);
        // Of the same urgency either may be first.
        for (const other of this.#open.values()) {
          if (urgency(other.job) > own) end += left(other.job, other.execution);
        }
      }
      next = Math.min(next, Math.max(end, now + 1));
    }
    return next;
  }
}

const left = (job: Job, execution: number) => Math.max(0, execution - job.executionTime);
