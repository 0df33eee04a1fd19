import type { Job, Observer } from "@preempt/runtime";
import { JobsLog } from "./jobs-log.ts";

/** Execution and suspension in turn, of a job that is not over. */
interface OpenCourse {
  /** As it was planned. */
  readonly planned: readonly number[];
  readonly lengths: number[];
  executed: number;
  blocked: number;
}

/** Writes down the jobs of the tasks it knows. It watches the warm-up too: an engine compiles the kernel for those who watch. */
export class Recorder {
  log = new JobsLog();
  readonly places = new Map<unknown, number>();
  readonly #released = new Map<Job, number>();
  readonly #releasedBy = new Map<Job, { readonly task: number; readonly arrival: number }>();
  readonly #courses = new Map<Job, OpenCourse>();
  #end = 0;
  #ended: (() => void) | undefined;

  /** Jobs that others released, and that have not ended. */
  get open(): number {
    return this.#releasedBy.size;
  }

  readonly observer: Observer = {
    jobReleased: (job, now) => this.#released.set(job, now),
    jobBlocked: (job, now, on) => {
      if (on === "promise") this.#suspended(job, now);
    },
    jobWoken: (job, now) => {
      const course = this.#courses.get(job);
      if (course === undefined || course.lengths.length % 2 === 0) return;
      course.lengths.push(now - course.blocked);
    },
    jobFinished: (job) => {
      const { start = 0, finish = 0, executionTime: execution, preemptions } = job;
      const { task, arrival } = this.#releasedBy.get(job) ?? { task: this.places.get(job.task), arrival: job.arrival };
      const release = this.#released.get(job) ?? job.arrival;
      const course = this.#courses.get(job);
      for (const known of [this.#released, this.#releasedBy, this.#courses]) known.delete(job);
      if (task !== undefined && arrival < this.#end) {
        const times = { planned: arrival, release, start, finish, execution, preemptions };
        const lengths = course && measuredCourse(course.planned, [...course.lengths, execution - course.executed]);
        this.log.add({ task, ...times, ...(lengths !== undefined && { course: lengths }) });
      }
      this.#ended?.();
    },
  };

  /** Another job released it; `arrival` is that of the first job of the chain, on the scheduler's clock. */
  knowsReleased(job: Job, task: number, arrival: number): void {
    this.#releasedBy.set(job, { task, arrival });
  }

  /** It is about to suspend itself like that. */
  plans(job: Job, planned: readonly number[]): void {
    this.#courses.set(job, { planned, lengths: [], executed: 0, blocked: 0 });
  }

  /** The instant from which the response of a job counts. */
  arrivalOf(job: Job): number {
    return this.#releasedBy.get(job)?.arrival ?? job.arrival;
  }

  /**
   * A new log.
   *
   * @param ended Called after each job
   */
  record(end: number, ended: () => void): void {
    this.log = new JobsLog();
    this.#end = end;
    this.#ended = ended;
  }

  /** From here on nobody is called, and what ends is of no run. */
  stop(): void {
    this.places.clear();
    this.#end = 0;
    this.#ended = undefined;
  }

  #suspended(job: Job, now: number): void {
    const course = this.#courses.get(job);
    if (course === undefined) return;
    course.lengths.push(job.executionTime - course.executed);
    course.executed = job.executionTime;
    course.blocked = now;
  }
}

/**
 * A job does not suspend itself for a planned time of 0. So its executions around it are measured as one, which is shared out as
 * it was planned.
 */
function measuredCourse(planned: readonly number[], measured: readonly number[]): number[] {
  const course: number[] = [];
  let at = 0;
  for (let from = 0; from < planned.length; at += 2) {
    let to = from + 1;
    while (planned[to] === 0) to += 2;
    const parts = planned.slice(from, to);
    const all = parts.reduce((sum, length) => sum + length, 0);
    const execution = measured[at] ?? 0;
    course.push(...parts.map((length) => (all > 0 ? (execution * length) / all : 0)));
    if (to < planned.length) course.push(measured[at + 1] ?? 0);
    from = to + 1;
  }
  return course;
}
