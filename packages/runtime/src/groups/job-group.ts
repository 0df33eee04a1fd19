/**
 * One handle for many jobs: those of a request, a view, a document. A group sets how urgent its jobs are, whether they may run,
 * and how many of them at a time. Unlike a server, it has no budget.
 */

import { abortSignal, countFromOne, finiteNumber, nameText, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { finite } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { AbortSignalLike, ForParameters, JobOptions, JobResult, SubmitOptions } from "../input/options.ts";
import { absolute, type Deadline } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { onAbort, reasonOf } from "../kernel/on-abort.ts";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { Places } from "./places.ts";
import { onPriority, priorityOf, type TaskSignalLike, type WebPriority } from "./task-signal.ts";

/** Options of a group, which apply to all of its jobs. */
export interface JobGroupOptions {
  /** For messages. Default: "group". */
  name?: string;
  /** For jobs that are submitted without a priority. Any finite number. Default: a TaskSignal's, otherwise as for any job. */
  priority?: number;
  /**
   * For jobs that are submitted without a deadline. Milliseconds after the release of each, above 0; `{ at }` one instant for
   * all of them; Infinity: none. Default: as for any job.
   */
  deadline?: Deadline;
  /** How many of its jobs may have started and not ended. An integer of 1 or more, or Infinity (default). */
  concurrency?: number;
  /**
   * Cancels all jobs when aborted, and those that are submitted afterwards. A TaskSignal of a TaskController also sets the jobs'
   * priority, and changes it. Default: none.
   */
  signal?: AbortSignalLike | TaskSignalLike | null;
  /** Numbers for the priorities of a TaskSignal. Default: "user-blocking" 1, "user-visible" 0, "background" -1. */
  priorities?: Partial<Record<WebPriority, number>>;
}

const table = tableOf<JobGroupOptions>({
  name: nameText,
  priority: finiteNumber,
  deadline: 1,
  concurrency: countFromOne,
  signal: abortSignal,
  priorities: 1,
});
const priorityTable = tableOf<Record<WebPriority, number>>({
  "user-blocking": 1,
  "user-visible": 1,
  background: 1,
});

/**
 * A group of jobs of one scheduler:
 *
 *     const view = new JobGroup(rt, { priority: 2, concurrency: 4 });
 *     for (const row of rows) view.submit(renderRow, { args: [row] });
 *     await view.done;
 */
export class JobGroup {
  /** The name of the group, for messages and policies. */
  readonly name: string;
  readonly #rt: Scheduler;
  readonly #kernel: Kernel;
  readonly #options: JobGroupOptions;
  readonly #signal: AbortSignalLike | undefined;
  readonly #places: Places;
  readonly #jobs = new Set<Job>();
  /** Ready, and not in the ready queue because of a pause. */
  readonly #held = new Set<Job>();
  #priority: number | undefined;
  #deadline: Deadline | undefined;
  #isPaused = false;
  /** While there are jobs it listens to its signal. */
  #stopListening: (() => void) | undefined;
  #whenDone: (() => void)[] = [];

  /** @throws PreemptError for an option out of range */
  constructor(rt: Scheduler, given: JobGroupOptions = {}) {
    checkOptions(given, "a group", table);
    const options = given ?? {};
    const { name = "group", priority, deadline, signal } = options;
    const whose = `group "${name}"`;
    this.#kernel = wholeKernel(rt, whose);
    checkOptions(options.priorities, `the priorities of ${whose}`, priorityTable);
    for (const value of Object.values(options.priorities ?? {})) finite(value, "priority", `a priority of ${whose}`);
    absolute(deadline, 0, whose);
    this.name = name;
    this.#rt = rt;
    this.#options = options;
    this.#signal = signal ?? undefined;
    this.#priority = priority;
    this.#deadline = deadline;
    this.#places = new Places(this.#kernel, `a place in ${whose}`, options.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /** Submits a job, as {@link Scheduler.submit} does. Without its own, it gets the group's priority and deadline. */
  submit<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    ...[given]: JobOptions<A, SubmitOptions, T>
  ): Job<JobResult<R>> {
    const { priority } = this;
    const deadline = this.#deadline;
    const own = { ...(priority !== undefined && { priority }), ...(deadline !== undefined && { deadline }) };
    const options = typeof given === "object" && !Array.isArray(given) ? { ...own, ...given } : (given ?? own);
    const job = this.#rt.submitTo(
      undefined,
      fn,
      options as ForParameters<A, SubmitOptions>,
      false,
      this.submit as Callable,
      this,
    );
    if (this.#signal?.aborted) job.cancel(reasonOf(this.#signal));
    return job;
  }

  /** Priority of jobs that are submitted without one; undefined: as for any job. */
  get priority(): number | undefined {
    return this.#priority ?? priorityOf(this.#signal, this.#options.priorities);
  }

  /**
   * Changes the priority of all jobs in the group, also of those that were submitted with their own, and the default for later ones.
   *
   * @param priority Any finite number, larger is more urgent
   * @throws PreemptError if it is not a finite number
   */
  setPriority(priority: number): void {
    room();
    this.#priority = finite(priority, "priority", `the priority of group "${this.name}"`);
    for (const job of this.#jobs) job.setPriority(priority);
  }

  /**
   * Changes the deadline of all jobs in the group, also of those that were submitted with their own, and the default for later ones.
   *
   * @param deadline Milliseconds after the arrival of each job, or `{ at }` an instant; Infinity: none
   * @throws PreemptError if it is not above 0, or not a number
   */
  setDeadline(deadline: Deadline): void {
    room();
    absolute(deadline, 0, `group "${this.name}"`);
    this.#deadline = deadline;
    for (const job of this.#jobs) job.setDeadline(deadline);
  }

  /** How many of its jobs may have started and not ended. If it is lowered, started jobs continue. */
  get concurrency(): number {
    return this.#places.most;
  }

  /** @throws PreemptError if it is neither an integer of 1 or more, nor Infinity */
  set concurrency(most: number) {
    room();
    refuseWrong({ concurrency: most }, table, `group "${this.name}"`);
    this.#places.most = most ?? Number.POSITIVE_INFINITY;
    this.#places.callNext();
  }

  /** Jobs that have not ended. */
  get size(): number {
    return this.#jobs.size;
  }

  /** Jobs that have not started: no place is free, others are more urgent, or their release is still to come. */
  get waiting(): number {
    return this.#jobs.size - this.#places.taken;
  }

  /**
   * Cancels all jobs in the group. The group still accepts jobs.
   *
   * @param reason With what the jobs' promises reject. Default: an AbortError
   * @returns how many jobs this call cancelled
   */
  cancel(reason?: unknown): number {
    room();
    let count = 0;
    // Last first: whoever waits for a place does not get that of one that is cancelled.
    for (const job of [...this.#jobs].reverse()) {
      if (job.isSettled) continue;
      job.cancel(reason);
      count++;
    }
    return count;
  }

  /**
   * None of its jobs runs until {@link resume}. A running one stops at its next preemption point, or where it leaves its critical
   * section. Time advances, as with {@link Scheduler.pause}. What the jobs have locked stays locked. Jobs that are cancelled
   * meanwhile still run their `finally` blocks. `Scheduler.close` ends the pause.
   */
  pause(): void {
    room();
    if (this.#isPaused || this.#kernel.closing !== undefined) return;
    this.#isPaused = true;
    this.#kernel.pausedGroups.add(this);
    for (const job of this.#jobs) {
      if (job === this.#kernel.running) this.#kernel.stopRunning();
      else if (job.heapIndex >= 0 && !this.mayRun(job)) this.#kernel.holdBack(job);
    }
  }

  /** Ends a pause. */
  resume(): void {
    room();
    this.#isPaused = false;
    this.#kernel.pausedGroups.delete(this);
    const held = [...this.#held];
    this.#held.clear();
    for (const job of held) this.#kernel.makeReady(job);
    this.#places.callNext();
  }

  /** Whether it is paused: between {@link pause} and {@link resume}. */
  get paused(): boolean {
    return this.#isPaused;
  }

  /** Resolves when no job is left in the group: at once if it has none. Not for its own jobs to await: they would wait for their own end. */
  get done(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#jobs.size === 0) resolve();
      else this.#whenDone.push(resolve);
    });
  }

  /** @internal */
  entered(job: Job): void {
    this.#jobs.add(job);
    if (this.#jobs.size === 1 && this.#signal !== undefined) this.#listen(this.#signal);
  }

  /** @internal Place 3. */
  mayRun(job: Job): boolean {
    if (!this.keeps(job)) {
      this.#held.delete(job);
      return true;
    }
    this.#held.add(job);
    return false;
  }

  /** @internal */
  keeps(job: Job): boolean {
    return this.#isPaused && !job.isSettled && job.sections === 0;
  }

  /** @internal Place 4. */
  mayStart(job: Job): boolean {
    return this.#places.take(job);
  }

  /** @internal Place 12. */
  ended(job: Job): void {
    this.#jobs.delete(job);
    this.#held.delete(job);
    this.#places.leave(job);
    if (this.#jobs.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
    for (const resolve of this.#whenDone.splice(0)) resolve();
  }

  #listen(signal: AbortSignalLike): void {
    const deaf = onAbort(signal, () => void this.cancel(reasonOf(signal)));
    const forget = onPriority(signal, () => {
      const { priority } = this;
      // A priority that was given here counts more.
      if (priority !== undefined && this.#priority === undefined)
        for (const job of this.#jobs) job.setPriority(priority);
    });
    this.#stopListening = () => {
      deaf();
      forget();
    };
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "JobGroup";
  }
}
