import type { Job, Observer } from "@preempt/runtime";
import { JobsLog } from "./jobs-log.ts";

/** Writes down the jobs of the tasks it knows. It watches the warm-up too: an engine compiles the kernel for those who watch. */
export class Recorder {
  readonly log = new JobsLog();
  readonly places = new Map<unknown, number>();
  readonly #released = new Map<Job, number>();
  #end = 0;
  #ended: (() => void) | undefined;

  readonly observer: Observer = {
    jobReleased: (job, now) => this.#released.set(job, now),
    jobFinished: (job) => {
      const { arrival, start = 0, finish = 0, executionTime: execution, preemptions } = job;
      const release = this.#released.get(job) ?? arrival;
      this.#released.delete(job);
      const task = this.places.get(job.task);
      if (task !== undefined && arrival < this.#end) {
        this.log.add({ task, planned: arrival, release, start, finish, execution, preemptions });
      }
      this.#ended?.();
    },
  };

  /** @param ended Called after each job */
  record(end: number, ended: () => void): void {
    this.#end = end;
    this.#ended = ended;
  }
}
