/**
 * A periodic task: a source of jobs, released at phase + k · period without drift.
 */
import { PreemptError } from "./errors.ts";
import type { Job } from "./job.ts";
import type { Kernel } from "./kernel.ts";
import type { Pending } from "./release-queue.ts";
import { at, type Instant } from "./time.ts";

export interface TaskPlan {
  readonly phase: number;
  readonly period: number;
  readonly backlog: number;
  /** Makes the job that is released at `release`. */
  readonly makeJob: (release: Instant, index: number) => Job;
  readonly onMiss: ((job: Job) => void) | undefined;
}

/** A periodic task that releases jobs until it is stopped. */
export class Task implements Disposable {
  /** Jobs released so far. */
  released = 0;
  /** Releases left out because as many jobs as the backlog allows were unfinished. */
  skipped = 0;
  /** Jobs that ended after their deadline. */
  misses = 0;

  /** @internal Called when the task is stopped. */
  stopped: (() => void) | undefined;
  readonly #kernel: Kernel;
  readonly #plan: TaskPlan;
  readonly #jobs = new Set<Job>();
  #pending: Pending | undefined;
  #k = 0;

  /** @internal */
  constructor(kernel: Kernel, plan: TaskPlan) {
    this.#kernel = kernel;
    this.#plan = plan;
    this.#pending = kernel.addPending(at(plan.phase), () => this.#release());
  }

  /** Jobs released and not yet ended, oldest first. */
  get unfinished(): readonly Job[] {
    return [...this.#jobs];
  }

  /** Releases no more jobs. Those released run on. */
  stop(): void {
    if (this.#pending === undefined) return;
    this.#kernel.removePending(this.#pending);
    this.#pending = undefined;
    this.stopped?.();
  }

  [Symbol.dispose](): void {
    this.stop();
  }

  #release(): void {
    const { phase, period, backlog } = this.#plan;
    const nominal = at(phase + this.#k * period);
    this.#k++;
    if (this.#pending !== undefined) this.#kernel.setPending(this.#pending, at(phase + this.#k * period));
    if (this.#jobs.size >= backlog) {
      this.skipped++;
      return;
    }
    const job = this.#plan.makeJob(nominal, this.released++);
    this.#jobs.add(job);
    job.ended = () => this.#ended(job);
    this.#kernel.admit(job, this.#kernel.now());
  }

  #ended(job: Job): void {
    this.#jobs.delete(job);
    if (job.finish === undefined || job.finish <= job.deadline) return;
    this.misses++;
    this.#plan.onMiss?.(job);
  }
}

export function checkedBacklog(backlog: unknown): number {
  if (Number.isInteger(backlog) && (backlog as number) > 0) return backlog as number;
  if (backlog === Number.POSITIVE_INFINITY) return backlog;
  throw new PreemptError(
    "backlog_not_a_count",
    `the backlog is ${String(backlog)}. Give an integer of 1 or more, or Infinity.`,
  );
}
