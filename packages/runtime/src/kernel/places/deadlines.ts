/** Deadlines: each is watched by something pending, where observers listen or the job has an `onMiss`. */
import type { Job } from "../job.ts";
import { at, type Instant, never } from "../time.ts";
import type { Whole } from "./whole.ts";

/** Tickets from here on go before all others of their instant: a deadline before the release of the next period. */
const first = -(2 ** 52);

export class Deadlines {
  readonly #kernel: Whole;
  #watches = 0;
  /** How many of the pending instants are deadlines that only observers care for: no process stays alive for them. */
  idle = 0;

  constructor(kernel: Whole) {
    this.#kernel = kernel;
  }

  /** Place 2, and where the deadline changes: it is watched if somebody listens. */
  watch(job: Job): void {
    if (job.watch !== undefined || this.#isWatched(job)) this.#watch(job);
  }

  /** The job is unfinished at its deadline, or cannot be in time any more. */
  missed(job: Job): void {
    this.unwatch(job);
    job.missed = true;
    this.#kernel.on.deadlineMissed?.(job, this.#kernel.now());
    if (job.onMiss !== undefined) this.#kernel.callFor(job, job.onMiss);
  }

  /** Place 12. The job has ended, late perhaps. */
  ended(job: Job, now: Instant): void {
    if (now <= job.deadline || job.missed) return;
    job.missed = true;
    // What is called at a deadline is not the doing of whoever cancels the job.
    if (job.state === "cancelled") this.#kernel.on.deadlineMissed?.(job, this.#kernel.now());
    else if (this.#isWatched(job)) this.missed(job);
  }

  #watch(job: Job): void {
    this.unwatch(job);
    if (job.deadline === never || job.missed) return;
    const deadline = at(job.deadline);
    const ticket = first + ++this.#watches;
    if (job.onMiss === undefined) this.idle++;
    const watch = { heapIndex: -1, key: deadline, ticket, fire: () => this.missed(job) };
    job.watch = this.#kernel.setPending(watch, deadline);
  }

  /** Place 12. */
  unwatch(job: Job): void {
    if (job.watch === undefined) return;
    if (job.onMiss === undefined) this.idle--;
    this.#kernel.removePending(job.watch);
    job.watch = undefined;
  }

  #isWatched(job: Job): boolean {
    return job.onMiss !== undefined || this.#kernel.on.deadlineMissed !== undefined;
  }
}
