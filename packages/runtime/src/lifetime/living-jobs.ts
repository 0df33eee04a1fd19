/**
 * The jobs of a scheduler that have not ended, in the order in which they were submitted. The links are fields of the jobs:
 * a job enters and leaves in constant time, and nothing is allocated for it.
 */
import type { Job } from "../kernel/job.ts";

export class LivingJobs {
  #first: Job | undefined;
  #last: Job | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  add(job: Job): void {
    const last = this.#last;
    job.older = last;
    if (last === undefined) this.#first = job;
    else last.newer = job;
    this.#last = job;
  }

  delete(job: Job): void {
    const { older, newer } = job;
    if (older !== undefined) older.newer = newer;
    else if (this.#first === job) this.#first = newer;
    // It never was in, or is out already.
    else return;
    if (newer !== undefined) newer.older = older;
    else this.#last = older;
    job.older = undefined;
    job.newer = undefined;
  }

  /** Oldest first. A job that leaves during the walk must not be the one that was just given. */
  *[Symbol.iterator](): Generator<Job, void> {
    for (let job = this.#first; job !== undefined; job = job.newer) yield job;
  }
}
