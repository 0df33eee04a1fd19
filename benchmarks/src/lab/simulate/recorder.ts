/** Writes down what a simulation is about: who had the processor, and what became of each job. */
import type { Job, JobSource, Observer, Task } from "@preempt/runtime";
import { suspensionTime } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { measureChains } from "./measure-chains.ts";
import type { JobOutcome, SimulatedSet } from "./outcome.ts";

interface Known {
  readonly task: number;
  readonly k: number;
  segments: number;
  preemptions: number;
  /** It suspended itself, so that its next segment follows no preemption. */
  isResumed: boolean;
  start: number;
  missed: boolean;
}

export class Recorder implements Observer {
  readonly #set: TaskSet;
  readonly #tasks = new Map<JobSource, number>();
  readonly #singles = new Map<Job, number>();
  readonly #releasedBy = new Map<Job, { readonly task: number; readonly arrival: number }>();
  readonly #known = new Map<Job, Known>();
  readonly #released: number[] = [];
  readonly #jobs: JobOutcome[] = [];
  readonly #segments: [number, number, number, number][] = [];
  readonly #maxResponse: (number | null)[];
  #running: { readonly job: Known; readonly from: number } | undefined;
  #last: Known | undefined;
  #misses = 0;
  #count = { released: 0, cancelled: 0, skipped: 0, failed: 0 };

  constructor(set: TaskSet) {
    this.#set = set;
    this.#maxResponse = Array.from({ length: set.tasks.length + (set.jobs?.length ?? 0) }, () => null);
  }

  knows(task: Task, index: number): void {
    this.#tasks.set(task, index);
  }

  knowsJob(job: Job, index: number): void {
    this.#singles.set(job, index);
  }

  /** It was released by another job; `arrival` is that of the first one of its chain. */
  knowsReleased(job: Job, task: number, arrival: number): void {
    this.#releasedBy.set(job, { task, arrival });
  }

  /** Place of its task; undefined: a job by itself, or none that is known. */
  taskOf(job: Job): number | undefined {
    return this.#releasedBy.get(job)?.task ?? this.#tasks.get(job.task as JobSource);
  }

  result(): SimulatedSet {
    const jobs = this.#jobs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const busy = this.#segments.reduce((sum, [, , from, to]) => sum + to - from, 0);
    return {
      id: this.#set.id,
      jobs,
      segments: this.#segments,
      misses: this.#misses,
      metrics: {
        ...this.#count,
        preemptions: this.#jobs.reduce((sum, job) => sum + job[5], 0),
        maxResponse: this.#maxResponse,
        busy,
        lastFinish: jobs.reduce((last, job) => Math.max(last, job[4]), 0),
      },
      ...(this.#set.chains !== undefined && { chains: measureChains(this.#set, jobs, this.#maxResponse) }),
    };
  }

  jobDispatched(job: Job, now: number): void {
    this.#close(now);
    this.#running = { job: this.#of(job), from: now };
  }

  jobPreempted(_job: Job, now: number): void {
    this.#close(now);
  }

  jobBlocked(job: Job, now: number): void {
    this.#close(now);
    const known = this.#of(job);
    known.isResumed = suspensionTime(this.#set.tasks[known.task] ?? {}) > 0;
  }

  jobFinished(job: Job, now: number): void {
    const known = this.#of(job);
    if (this.#running?.job === known) this.#close(now);
    this.#known.delete(job);
    const { task, k, start, preemptions } = known;
    if (job.state === "failed") this.#count.failed++;
    if (job.state === "cancelled") this.#count.cancelled++;
    const isLate = job.state === "done" && now > job.deadline;
    if (isLate || known.missed) this.#misses++;
    if (job.state !== "done") return;
    const begin = start < 0 ? (job.start as number) : start;
    this.#jobs.push([task, k, job.release, begin, now, preemptions]);
    this.#maxResponse[task] = Math.max(
      this.#maxResponse[task] ?? 0,
      now - (this.#releasedBy.get(job)?.arrival ?? job.arrival),
    );
    this.#releasedBy.delete(job);
  }

  deadlineMissed(job: Job): void {
    this.#of(job).missed = true;
  }

  releaseSkipped(): void {
    this.#count.skipped++;
  }

  /** Of its kind the next, in the order in which the kernel tells of them first. */
  #of(job: Job): Known {
    const known = this.#known.get(job);
    if (known !== undefined) return known;
    const [task, k] = this.#nameOf(job);
    const made: Known = { task, k, segments: 0, preemptions: 0, isResumed: false, start: -1, missed: false };
    this.#known.set(job, made);
    this.#count.released++;
    return made;
  }

  /** Jobs of one task run one after the other, in the order of their releases. */
  #nameOf(job: Job): [task: number, k: number] {
    const single = this.#singles.get(job);
    if (single !== undefined) return [single, 0];
    const task = this.taskOf(job) as number;
    const k = this.#released[task] ?? 0;
    this.#released[task] = k + 1;
    return [task, k];
  }

  #close(to: number): void {
    if (this.#running === undefined) return;
    const { job, from } = this.#running;
    this.#running = undefined;
    if (to <= from) return;
    const last = this.#segments.at(-1);
    if (last !== undefined && this.#last === job && last[3] === from) {
      last[3] = to;
      return;
    }
    this.#last = job;
    if (job.segments++ === 0) job.start = from;
    else if (!job.isResumed) job.preemptions++;
    job.isResumed = false;
    this.#segments.push([job.task, job.k, from, to]);
  }
}
