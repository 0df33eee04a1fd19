/** What became of each job, from the planned release on, in the order in which they ended. */
import { regionsGiven, releasesGiven } from "../regions.ts";
import { suspensionGiven } from "../suspension.ts";
import type { TaskParameters } from "../task-set.ts";
import type { JobRow, TaskResult } from "./result.ts";

/** Times in milliseconds on the process's clock. */
export interface LoggedJob {
  readonly task: number;
  readonly planned: number;
  readonly release: number;
  readonly start: number;
  readonly finish: number;
  readonly execution: number;
  readonly preemptions: number;
  /** Of jobs that suspend themselves: execution and suspension in turn, as they really were. */
  readonly course?: readonly number[];
}

const microseconds = (ms: number) => Math.round(ms * 1000);

export class JobsLog {
  readonly #jobs: LoggedJob[] = [];

  add(job: LoggedJob): void {
    this.#jobs.push(job);
  }

  /** Execution time of all. */
  get taskTime(): number {
    return this.#jobs.reduce((sum, { execution }) => sum + execution, 0);
  }

  get lastFinish(): number {
    return this.#jobs.reduce((last, { finish }) => Math.max(last, finish), 0);
  }

  /**
   * By task and release.
   *
   * @param start When the first job of a task without an offset was due
   */
  rows(start: number): JobRow[] {
    const sorted = [...this.#jobs].sort((a, b) => a.task - b.task || a.planned - b.planned);
    let k = 0;
    return sorted.map((job, i): JobRow => {
      k = sorted[i - 1]?.task === job.task ? k + 1 : 0;
      const { task, planned, release, start: begin, finish, execution, preemptions } = job;
      const times = [planned - start, release - start, begin - start, finish - start].map(microseconds);
      const [p, r, s, f] = times as [number, number, number, number];
      const row = [task, k, p, r, s, f, microseconds(execution), preemptions] as const;
      return job.course === undefined ? row : [...row, microseconds(suspended(job.course))];
    });
  }

  /** The longest of each execution and each suspension of a task's jobs, in turn; undefined where none suspended itself. */
  longestCourse(task: number): number[] | undefined {
    const courses = this.#jobs.flatMap((job) => (job.task === task && job.course !== undefined ? [job.course] : []));
    if (courses.length === 0) return undefined;
    const length = Math.max(...courses.map((course) => course.length));
    return Array.from({ length }, (_, at) => microseconds(Math.max(...courses.map((course) => course[at] ?? 0))));
  }
}

function suspended(course: readonly number[]): number {
  return course.reduce((all, length, at) => (at % 2 === 1 ? all + length : all), 0);
}

/**
 * @param longest The longest course of its jobs
 * @param released How many jobs each task released; those without a row never ended
 */
export function summarizeTask(
  task: TaskParameters,
  index: number,
  rows: readonly JobRow[],
  released: number,
  longest?: readonly number[],
): TaskResult {
  const { C, T, D } = task;
  const own = rows.filter(([of]) => of === index);
  const responses = own.map(([, , planned, , , finish]) => finish - planned);
  const pauses = own.flatMap((row) => (row[8] === undefined ? [] : [row[8]]));
  const late = responses.filter((response) => response > D).length;
  return {
    C,
    T,
    D,
    ...releasesGiven(task),
    ...regionsGiven(task),
    ...suspensionGiven(task),
    ...(task.queue !== undefined && { queue: task.queue }),
    jobs: released,
    misses: late + released - own.length,
    responses,
    execution: meanAndMax(own.map((row) => row[6])),
    releaseLatency: meanAndMax(own.map(([, , planned, release]) => release - planned)),
    ...(pauses.length > 0 && {
      suspension: { ...meanAndMax(pauses), ...(task.segments !== undefined && longest !== undefined && { longest }) },
    }),
  };
}

function meanAndMax(values: readonly number[]): { mean: number; max: number } {
  if (values.length === 0) return { mean: 0, max: 0 };
  const sum = values.reduce((all, value) => all + value, 0);
  return { mean: Math.round(sum / values.length), max: values.reduce((most, value) => Math.max(most, value)) };
}
