/**
 * For how long a job waits for a lock or a signal: until an AbortSignal is aborted, or some time has passed. Then it leaves the
 * line at once, so that it lends its urgency no longer, and gets an error where it waits.
 */

import { abortSignal, tableOf, timeOrNever } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { PreemptError } from "../input/errors.ts";
import type { AbortSignalLike } from "../input/options.ts";
import { named } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import { onAbort, reasonOf } from "../kernel/on-abort.ts";
import type { Pending } from "../kernel/pending.ts";
import { type Instant, later } from "../kernel/time.ts";

/** How long to wait for a lock, or for the signal of a condition. */
export interface WaitOptions {
  /** When it is aborted, the job stops waiting, and the call throws the signal's reason. Default: none. */
  readonly signal?: AbortSignalLike | null;
  /**
   * Milliseconds after which the job stops waiting, and the call throws a PreemptError `lock_timeout`. 0 or above; 0: the job does
   * not wait at all. Default and Infinity: no limit.
   */
  readonly timeout?: number;
}

const table = tableOf<WaitOptions>({ signal: abortSignal, timeout: timeOrNever });

/** What a job waits for, and can stop waiting for. */
export interface Limited {
  /** For messages: `resource "disk"`. */
  readonly title: string;
  readonly kernel: {
    now(): Instant;
    addPending(at: Instant, fire: () => void): Pending;
    removePending(pending: Pending): void;
  };
  /** For messages: why the job waits, as `, which T0J1 (low) has`. */
  readonly why: string;
  /** The job does not want it any more. */
  giveUp(job: Job): void;
}

export class WaitLimit {
  readonly #what: Limited;
  readonly #signal: AbortSignalLike | null | undefined;
  readonly #timeout: number;
  /** Set while a job waits. */
  #timer: Pending | undefined;
  #forgetSignal: (() => void) | undefined;
  /** Why it stopped waiting: the time was over. */
  #timedOut: string | undefined;
  #isOver = false;
  #isWatching = false;

  constructor(what: Limited, { signal, timeout = Number.POSITIVE_INFINITY }: WaitOptions) {
    this.#what = what;
    this.#signal = signal;
    this.#timeout = timeout;
    this.#isOver = timeout === 0;
  }

  /** @throws What ended the waiting */
  check(): void {
    if (this.#signal?.aborted) throw reasonOf(this.#signal);
    if (this.#timedOut !== undefined) throw new PreemptError("lock_timeout", this.#timedOut);
  }

  /**
   * `job` is about to wait, for the first time or once more; undefined: code that cannot wait asks.
   *
   * @throws PreemptError if there is no time left for that
   */
  watch(job: Job | undefined): void {
    if (this.#isOver) throw new PreemptError("lock_timeout", this.#message(job));
    if (job === undefined || this.#isWatching) return;
    this.#isWatching = true;
    const { kernel } = this.#what;
    if (this.#signal) this.#forgetSignal = onAbort(this.#signal, () => this.#what.giveUp(job));
    if (this.#timeout === Number.POSITIVE_INFINITY) return;
    this.#timer = kernel.addPending(later(kernel.now(), this.#timeout as never), () => {
      this.#timer = undefined;
      this.#isOver = true;
      // One that was called may still take what it was called for.
      if (job.waitsFor === undefined) return;
      this.#timedOut = this.#message(job);
      this.#what.giveUp(job);
    });
  }

  /** Nobody waits any more: no timer and no listener is left. */
  end(): void {
    this.#forgetSignal?.();
    this.#forgetSignal = undefined;
    if (this.#timer !== undefined) this.#what.kernel.removePending(this.#timer);
    this.#timer = undefined;
  }

  #message(job: Job | undefined): string {
    const { title, why } = this.#what;
    const waiter = job === undefined ? "code outside of jobs" : named(job);
    return `${waiter} waited ${this.#timeout} ms for ${title}${why}. Give a longer timeout, or see to it that it comes earlier.`;
  }
}

/**
 * The limit of one wait; undefined if there is none.
 *
 * @throws PreemptError for an option out of range
 */
export function limitOf(what: Limited, options: WaitOptions | null | undefined): WaitLimit | undefined {
  if (options === undefined || options === null) return undefined;
  checkOptions(options, `a wait for ${what.title}`, table);
  const { signal, timeout } = options;
  const isLimited = timeout !== undefined && timeout !== Number.POSITIVE_INFINITY;
  return signal || isLimited ? new WaitLimit(what, options) : undefined;
}
