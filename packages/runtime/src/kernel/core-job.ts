/**
 * One job: one release of a task, or of a function submitted once.
 *
 *   submit ──1──▶ released ──2──▶ ready ──3──▶ running ──6──▶ done | failed
 *                                 ▲   ◀──4──   │
 *                                 5            4
 *                                 └─ blocked ◀─┘
 *   any of the first four ──7──▶ cancelled     its finalizers still run, as slices of the job
 *
 *   1  CoreKernel.admit        taken in; its release may be some time away
 *   2  Round.arrived, woken    the release has come: from here on it waits in the ready queue
 *   3  Round.dispatch          it is the most urgent, and gets a slice
 *   4  Round.preempted         its slice is over, or another job is more urgent: ready
 *      Round.wait, block       it awaits a promise or a job, or a resource is locked: blocked
 *   5  Round.wake, woken       what it waited for has come
 *   6  CoreKernel.finish       its function has returned or thrown, and what that returned has settled
 *   7  CoreKernel.cancel       by whoever holds the job, a signal, a limit, or the kernel, which has failed
 *
 * What tasks, resources and servers know of a job beside this stands in job.ts.
 */

import { finite, refuse, show } from "../input/errors.ts";
import type { Allowance } from "../pacing/budget.ts";
import type { Queued, Urgency } from "../policies/policy.ts";
import type { Activation } from "../protocol/activation.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import { Awaitable } from "./awaitable.ts";
import type { Pending } from "./pending.ts";
import { type Instant, never } from "./time.ts";

/**
 * Where a job is in its life.
 *
 * - "released": its release is still to come.
 * - "ready": it waits for the thread. "running": it has the thread.
 * - "blocked": it awaits something, or waits for a resource.
 * - "done", "failed", "cancelled": it has ended. `finally` blocks of a cancelled job may still run.
 */
export type JobState = "released" | "ready" | "running" | "blocked" | "done" | "failed" | "cancelled";

/** What the kernel needs to run a job. Dropped when the job has ended. */
export interface Work {
  readonly fn: Callable;
  readonly thisArg: unknown;
  readonly args: unknown[];
  readonly allowance: Allowance;
  readonly name: string | undefined;
  readonly wcet: number | undefined;
}

/** What a job asks of the kernel. */
export interface JobKernel {
  cancel(job: CoreJob, reason: unknown): void;
  urgencyChanged(job: CoreJob): void;
  report(error: unknown, job: CoreJob | undefined): void;
}

/** What a job tells of the task that released it. */
export interface JobSource {
  /** The name of the task. */
  readonly name: string;
  /** Releases left out so far. */
  readonly skipped: number;
  /** Jobs so far that were unfinished at their deadline. */
  readonly misses: number;
}

/** Milliseconds after the release, or an instant of the scheduler's clock. */
export type Deadline = number | { readonly at: number };

/** When a job is to run, and for whom. */
export interface JobTimes {
  readonly id: string;
  readonly arrival: Instant;
  readonly release: Instant;
  /** Absolute. */
  readonly deadline: number;
  readonly priority: number;
  readonly task?: JobSource;
}

/**
 * One activation of a function under a {@link Scheduler}. Await it for the function's result; times are in
 * milliseconds on the scheduler's clock.
 */
export class CoreJob<T = unknown> extends Awaitable<T> implements Urgency {
  /** Task and job number, as `T3J7`; `T0…` for jobs submitted one by one, `T3S7` for releases that were left out. */
  readonly id: string;
  /** The given name, or the function's name, or the id. */
  readonly name: string;
  /** When the event came that the job is for: the release, less its jitter. Deadlines count from here. */
  readonly arrival: number;
  /** When the job became eligible to run, or will. */
  readonly release: number;
  /** Worst-case execution time as it was given; 0 if it was not. */
  readonly wcet: number;
  /** When it was first dispatched; undefined before. */
  start: number | undefined;
  /** When it ended; undefined before. */
  finish: number | undefined;
  /** Time for which it ran. */
  executionTime = 0;
  /** How many times it lost the processor at a preemption point, to another job or to the event loop. */
  preemptions = 0;
  /** Whether it was unfinished at its deadline. */
  missed = false;

  /** Its state now. */
  readonly state: JobState = "released";

  #deadline: number;
  #priority: number;
  readonly #kernel: JobKernel;

  /** The task that released it; undefined for jobs submitted one by one. */
  declare readonly task: JobSource | undefined;

  /** @internal Its place in the ready queue. */
  heapIndex = -1;
  /** @internal Whether the kernel counts it among the jobs that have yet to end. */
  isAlive = false;
  /** @internal */
  key = 0;
  /** @internal Moves up each time the job used a slice up: round robin among equals. */
  ticket = 0;
  /** @internal Its execution time when that was. */
  turn = 0;
  /** @internal */
  before: Queued | undefined;
  /** @internal */
  after: Queued | undefined;
  /** @internal */
  waiting: object | undefined;
  /** @internal */
  wasPreempted = false;
  /** @internal Undefined once the job has ended, so that nothing it used stays alive. */
  work: Work | undefined;
  /** @internal The suspended frames, from the first dispatch on. */
  activation: Activation | undefined;
  /** @internal Set while the release is still to come. */
  pendingRelease: Pending | undefined;
  /** @internal Called once when the job and its finalizers have ended. */
  ended: (() => void) | undefined;

  /** @internal */
  constructor(kernel: JobKernel, times: JobTimes, work: Work) {
    super();
    this.id = times.id;
    this.name = work.name ?? (work.fn.name || times.id);
    this.arrival = times.arrival;
    this.release = times.release;
    this.#deadline = times.deadline;
    this.#priority = times.priority;
    this.wcet = work.wcet ?? 0;
    this.work = work;
    this.#kernel = kernel;
  }

  /** @internal Asks without `instanceof`, which a proxy would notice. */
  static is(value: unknown): value is CoreJob {
    return typeof value === "object" && value !== null && #kernel in value;
  }

  /** Absolute deadline; Infinity if none. */
  get deadline(): number {
    return this.#deadline;
  }

  /** Larger is more urgent. */
  get priority(): number {
    return this.#priority;
  }

  /** Finish minus release; undefined before the end. */
  get responseTime(): number | undefined {
    return this.finish === undefined ? undefined : this.finish - this.release;
  }

  /** Finish minus deadline, negative when early; undefined before the end or without a deadline. */
  get lateness(): number | undefined {
    return this.finish === undefined || this.#deadline === never ? undefined : this.finish - this.#deadline;
  }

  /**
   * Changes the priority, at any time: of a running job too, which gives way at its next preemption point. No effect
   * on a job that has ended.
   *
   * @param priority Any finite number, larger is more urgent
   * @throws PreemptError if it is not a finite number
   */
  setPriority(priority: number): void {
    room();
    finite(priority, "priority", `the priority of ${named(this)}`);
    if (this.finish !== undefined) return;
    this.#priority = priority;
    this.#kernel.urgencyChanged(this as CoreJob<unknown>);
  }

  /**
   * Changes the deadline, at any time: of a running job too, which gives way at its next preemption point. No effect
   * on a job that has ended.
   *
   * @param deadline Milliseconds after the arrival, or `{ at }` an instant; Infinity: none
   * @throws PreemptError if it is not above 0, or not a number
   */
  setDeadline(deadline: Deadline): void {
    room();
    const instant = absolute(deadline, this.arrival, `${named(this)}`);
    if (this.finish !== undefined) return;
    this.#deadline = instant;
    this.#kernel.urgencyChanged(this as CoreJob<unknown>);
  }

  /**
   * Ends the job: whoever awaits it gets `reason` (default: an AbortError) at once; `finally` blocks of its suspended
   * functions still run, as slices of the job, `catch` blocks do not. No effect on a job that has ended.
   */
  cancel(reason?: unknown): void {
    this.#kernel.cancel(this as CoreJob<unknown>, reason);
  }

  override toString(): string {
    return this.id;
  }

  /** @internal */
  get isBlocked(): boolean {
    return this.state === "blocked";
  }

  /** @internal */
  get kernel(): JobKernel {
    return this.#kernel;
  }

  /** @internal Who was cancelled stays so, while finalizers run. */
  moveTo(state: JobState): void {
    if (this.state !== "cancelled") (this as { state: JobState }).state = state;
  }

  /** @internal Nothing that the job used stays alive with it. */
  letGo(): void {
    this.work = undefined;
    this.activation = undefined;
    this.ended = undefined;
  }
}

/** For messages. */
export function named({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${id} (${name})`;
}

/** The instant that a deadline given by a user means. */
export function absolute(deadline: Deadline | undefined, arrival: number, whose: string): number {
  if (deadline === undefined) return never;
  const timed = typeof deadline === "object" && deadline;
  const instant = timed ? timed.at : typeof deadline === "number" && deadline > 0 ? arrival + deadline : NaN;
  if (typeof instant === "number" && instant > Number.NEGATIVE_INFINITY) return instant;
  const given = timed ? `{ at: ${show(instant)} }` : show(deadline);
  return refuse("deadline_not_positive", `the deadline of ${whose}`, given);
}
