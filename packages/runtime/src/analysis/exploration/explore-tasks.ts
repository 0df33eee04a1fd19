/** Response times of periodic tasks by exploration: exact where jobs run to their ends. */
import type { EffortOptions } from "../integers.ts";
import { hyperperiod } from "../utilisation.ts";
import { exploreSchedules } from "./explore.ts";
import { type JobsOptions, jobsOfTasks, type TaskJob, type VariedTask } from "./jobs-of-tasks.ts";

/** Of one task: its shortest and longest response, counted from the arrival. Undefined where no job of it was explored. */
export interface ExploredTask {
  /** The shortest response. */
  readonly best: number;
  /** The longest response. */
  readonly worst: number;
}

/** What an exploration found of a task set. */
export interface ExploredTasks {
  /** Whether every job of the window meets its deadline in every schedule. */
  readonly schedulable: boolean;
  /** Whether what was found holds for ever: without offsets, where all jobs of a hyperperiod end within it. */
  readonly repeats: boolean;
  /** For each task. */
  readonly tasks: readonly (ExploredTask | undefined)[];
  /** How many jobs, or chunks of jobs, the window has. */
  readonly jobs: number;
  /** How many states were looked at. */
  readonly states: number;
}

/**
 * Explores the schedules of periodic tasks whose jobs, or chunks of jobs, are not preempted. Exact without chunks.
 *
 * @throws PreemptError for a malformed task, too many jobs, and where `maxSteps` is passed
 */
export function exploreTasks(
  tasks: readonly VariedTask[],
  options: JobsOptions & EffortOptions & { readonly untilMiss?: boolean } = {},
): ExploredTasks {
  const jobs = jobsOfTasks(tasks, options);
  const { schedulable, jobs: bounds, states } = exploreSchedules(jobs, options);
  const found: (ExploredTask | undefined)[] = tasks.map(() => undefined);
  let end = 0;
  jobs.forEach((job, i) => {
    const { earliest, latest } = bounds[i] ?? {};
    if (earliest === undefined || latest === undefined) return;
    end = Math.max(end, latest);
    if (!isLast(job, tasks)) return;
    const { best, worst } = found[job.task] ?? { best: Number.POSITIVE_INFINITY, worst: 0 };
    found[job.task] = { best: Math.min(best, earliest - job.arrival), worst: Math.max(worst, latest - job.arrival) };
  });
  const isWhole = options.until === undefined && tasks.every(({ O = 0 }) => O === 0);
  const repeats = isWhole && end <= Number(hyperperiod(tasks)) && bounds.every((bound) => bound !== undefined);
  return { schedulable, repeats, tasks: found, jobs: jobs.length, states };
}

function isLast({ task, chunk }: TaskJob, tasks: readonly VariedTask[]): boolean {
  return chunk === (tasks[task]?.chunks?.length ?? 1) - 1;
}
