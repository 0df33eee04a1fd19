/**
 * The end of a scheduler: no new work is taken, and what there is ends by itself or is cancelled at a deadline.
 *
 *   close() ── the last job has ended, those aside that wait for close() itself ──▶ the promise resolves
 *                                                    ── the very last job has ended ──▶ observers are removed
 *
 * A job that calls close(), or awaits its promise, would wait for its own end. So close() does not wait for such a job, nor
 * for jobs that wait for it.
 */

import { tableOf } from "@preempt/checks";
import { notNegative, PreemptError, refuse, show } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import type { Pending } from "../kernel/pending.ts";
import { at, type Instant, never } from "../kernel/time.ts";
import { cancelAll } from "./cancel-all.ts";
import type { LivingJobs } from "./living-jobs.ts";

/** How a scheduler ends. */
export interface CloseOptions {
  /**
   * When jobs that have not ended are cancelled: milliseconds from now, 0 or above, or `{ at }` an instant; 0: at once. Default
   * and Infinity: never, each job ends by itself.
   */
  deadline?: number | { readonly at: number };
  /** With what those jobs are cancelled. Default: an AbortError, as `job.cancel()` gives. */
  reason?: unknown;
}

export const closeTable = tableOf<CloseOptions>({ deadline: 1, reason: 1 });

/** What a closing needs of the kernel. */
interface ClosableKernel {
  readonly living: LivingJobs;
  now(): Instant;
  addPending(at: Instant, fire: () => void): Pending;
  removePending(pending: Pending): void;
}

export class Closing {
  readonly promise: Promise<void>;
  readonly #kernel: ClosableKernel;
  readonly #jobsEnded: () => void;
  #resolve: () => void = () => {};
  /** Jobs that wait for the promise: it does not wait for them. */
  readonly #closers = new Set<Job>();
  #deadline: Instant = never;
  #cancelling: Pending | undefined;

  /** @param jobsEnded The very last job has ended */
  constructor(kernel: ClosableKernel, jobsEnded: () => void) {
    this.#kernel = kernel;
    this.#jobsEnded = jobsEnded;
    this.promise = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Somebody closes the scheduler, for the first time or once more. The earliest deadline counts. */
  call(caller: Job | undefined, instant: Instant, reason: unknown): void {
    const now = this.#kernel.now();
    if (caller !== undefined) this.#closers.add(caller);
    if (instant < this.#deadline) this.#cancelAt(instant, now, reason);
    this.look();
  }

  /** A job waits for the promise. */
  awaits(job: Job): void {
    this.#closers.add(job);
  }

  /** A job has ended, or waits: the others may be what all was waiting for. */
  look(): void {
    const { living } = this.#kernel;
    if (living.isEmpty) {
      if (this.#cancelling !== undefined) this.#kernel.removePending(this.#cancelling);
      this.#cancelling = undefined;
      this.#closers.clear();
      this.#jobsEnded();
    } else {
      if (this.#closers.size === 0) return;
      for (const job of living) if (!this.#waitsForCloser(job)) return;
    }
    this.#resolve();
  }

  #cancelAt(instant: Instant, now: Instant, reason: unknown): void {
    if (this.#cancelling !== undefined) this.#kernel.removePending(this.#cancelling);
    this.#cancelling = undefined;
    const cancel = () => void cancelAll(this.#kernel.living, reason, this.#closers);
    if (instant <= now) cancel();
    else if (instant < never && !this.#kernel.living.isEmpty) {
      this.#cancelling = this.#kernel.addPending(instant, () => {
        this.#cancelling = undefined;
        cancel();
      });
    }
    // Last: where the stack ends before, the next call does it.
    this.#deadline = instant;
  }

  /** A list, and not a recursion: chains of jobs that wait may be longer than the stack. */
  #waitsForCloser(job: Job): boolean {
    const chain = new Set([job]);
    for (const one of chain) {
      if (this.#closers.has(one)) return true;
      for (const holder of one.waitsFor?.holders(one) ?? []) chain.add(holder);
    }
    return false;
  }
}

/**
 * When jobs are cancelled.
 *
 * @throws PreemptError for anything but milliseconds and an instant
 */
export function closeInstant({ deadline }: CloseOptions, now: Instant): Instant {
  if (deadline === undefined || deadline === never) return never;
  if (typeof deadline !== "object" || deadline === null) {
    return at(now + notNegative(deadline, "deadline", "the deadline of close()"));
  }
  const { at: instant } = deadline;
  if (typeof instant === "number" && !Number.isNaN(instant)) return at(instant);
  return refuse(
    "deadline_not_an_instant",
    "the deadline of close()",
    `{ at: ${show(instant)} }`,
    "milliseconds, 0 or above, or { at: an instant }",
  );
}

/** @throws PreemptError if the scheduler has been closed */
export function refuseClosed({ closing }: { readonly closing: Closing | undefined }, what: string): void {
  if (closing === undefined) return;
  throw new PreemptError(
    "scheduler_closed",
    `${what} was given to a scheduler for which close() was called. Give it before, or make another scheduler.`,
  );
}
