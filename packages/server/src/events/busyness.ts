/**
 * How long the thread has other work: what the scheduler's jobs have left, and how late the last batch was handed over because other code
 * had the thread. An interval that follows it lets events wait while they would wait anyway.
 */
import type { Scheduler } from "@preempt/runtime";

/** The backlog has a term for each function: it is read at most once in so many milliseconds. */
const validFor = 1;

export class Busyness {
  readonly #scheduler: Scheduler;
  #backlog = 0;
  #readAt = Number.NEGATIVE_INFINITY;
  #late = 0;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** An alarm that was due at `due` came. */
  cameAt(due: number, now: number): void {
    this.#late = Math.max(0, now - due);
  }

  /** The interval within the range. */
  interval(least: number, most: number, now: number): number {
    if (least === most) return least;
    if (now - this.#readAt >= validFor || now < this.#readAt) {
      this.#readAt = now;
      this.#backlog = this.#scheduler.load.backlog;
    }
    return Math.min(most, least + this.#backlog + this.#late);
  }
}
