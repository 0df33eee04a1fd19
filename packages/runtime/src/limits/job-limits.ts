/**
 * The limits of one job while it lives. What a limit calls for is done between two slices, as alarms are: so it is not the running
 * job's doing, nor its time.
 *
 *   submitted ── timeout ──▶ action          executes ── limit used up ──▶ its slice ends ──▶ action
 */
import type { Job, Limiting } from "../kernel/job.ts";
import type { Pending } from "../kernel/pending.ts";
import { at, type Instant, lasting, never, rounding, surelyLater } from "../kernel/time.ts";
import type { Limits } from "./limit-options.ts";

/** What limits need of the kernel. */
interface LimitingKernel {
  now(): Instant;
  addPending(at: Instant, fire: () => void): Pending;
  removePending(pending: Pending): void;
  callFor(job: Job, call: (job: Job) => void): void;
}

export class JobLimits implements Limiting {
  readonly refusesLate: boolean;
  wholeSlice = never;
  readonly #kernel: LimitingKernel;
  readonly #limits: Limits;
  /** Execution time from which on the limit is reached; Infinity once it has been. */
  #most: number;
  #timer: Pending | undefined;
  #reached: Pending | undefined;

  constructor(kernel: LimitingKernel, limits: Limits) {
    this.#kernel = kernel;
    this.#limits = limits;
    this.#most = limits.limit?.after ?? never;
    this.refusesLate = limits.refusesLate;
  }

  /** The job was submitted. */
  start(job: Job): void {
    const { timeout } = this.#limits;
    const kernel = this.#kernel;
    if (timeout === undefined) return;
    this.#timer = kernel.addPending(at(kernel.now() + timeout.after), () => {
      this.#timer = undefined;
      if (!job.isSettled) kernel.callFor(job, timeout.act);
    });
  }

  /** When the slice ends that the job gets now. */
  endOf(slice: Instant, job: Job, now: Instant): Instant {
    this.wholeSlice = slice;
    return this.#most === never
      ? slice
      : at(Math.min(slice, surelyLater(now, lasting(this.#most - job.executionTime))));
  }

  /** The job has run for a while. */
  ran(job: Job, now: Instant): void {
    if (job.executionTime < this.#most - rounding(now)) return;
    this.#most = never;
    const { limit } = this.#limits;
    this.#reached = this.#kernel.addPending(now, () => {
      this.#reached = undefined;
      if (limit !== undefined && !job.isSettled) this.#kernel.callFor(job, limit.act);
    });
  }

  /** The job has ended. */
  end(): void {
    if (this.#timer !== undefined) this.#kernel.removePending(this.#timer);
    if (this.#reached !== undefined) this.#kernel.removePending(this.#reached);
    this.#timer = this.#reached = undefined;
  }
}
