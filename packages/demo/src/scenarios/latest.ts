/** Of the jobs that were asked for, the last one counts: those before it are called off, and nobody sees what they give. */
import type { Job } from "@preempt/runtime";

export class Latest {
  /** How many jobs were called off before they had ended. */
  calledOff = 0;
  #job: Job<unknown> | undefined;

  /** `release` makes the job; `done` is called at its end if it is the last one still. */
  ask<R>(release: () => Job<R>, done: (result: R, job: Job<R>) => void): void {
    this.callOff();
    const job = release();
    this.#job = job as Job<unknown>;
    job.then(
      (result) => this.is(job) && done(result as R, job),
      () => {}, // called off; who runs the job reports what went wrong
    );
  }

  /** Nothing of what was asked for is wanted any more. Whether a job had to be called off for that. */
  callOff(): boolean {
    const job = this.#underWay;
    this.#job = undefined;
    if (job === undefined) return false;
    job.cancel();
    this.calledOff++;
    return true;
  }

  is(job: unknown): boolean {
    return this.#job === job;
  }

  /** Whether a job with that name is the last one and has not ended. */
  isUnderWay(name: string): boolean {
    return this.#underWay?.name === name;
  }

  /** No job counts any more, and none was called off: a system has ended, and its jobs with it. */
  forget(): void {
    this.#job = undefined;
    this.calledOff = 0;
  }

  get #underWay(): Job<unknown> | undefined {
    return this.#job?.finish === undefined ? this.#job : undefined;
  }
}
