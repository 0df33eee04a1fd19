/** Of the jobs that were asked for, the last one counts: those before it are called off, and nobody sees what they give. */
import type { Job } from "@preempt/runtime";

export class Latest<R> {
  /** How many jobs were called off before they had ended. */
  calledOff = 0;
  #job: Job<R> | undefined;

  /** `release` makes the job; `done` is called at its end if it is the last one still. */
  ask(release: () => Job<R>, done: (result: R, job: Job<R>) => void): void {
    if (this.#job !== undefined && this.#job.finish === undefined) {
      this.#job.cancel();
      this.calledOff++;
    }
    const job = release();
    this.#job = job;
    job.then(
      (result) => this.is(job) && done(result as R, job),
      () => {}, // called off; who runs the job reports what went wrong
    );
  }

  is(job: Job<R>): boolean {
    return this.#job === job;
  }

  /** No job counts any more. */
  forget(): void {
    this.#job = undefined;
    this.calledOff = 0;
  }
}
