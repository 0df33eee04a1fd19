/** The jobs that periodic tasks release within a window of time. */
import { PreemptError, show } from "../../input/errors.ts";
import { deadlineMonotonicOrder } from "../priority-order.ts";
import { checkOrder, checkTasks, type TimedTask } from "../timed-task.ts";
import { hyperperiod } from "../utilisation.ts";
import type { VariedJob } from "./job-space.ts";

/** A periodic task whose jobs vary. */
export interface VariedTask extends TimedTask {
  /** When its first job arrives, 0 or more. Default 0. */
  readonly O?: number;
  /** Shortest execution time, at most C. Default C. With `chunks`, each chunk has its part of it, rounded down. */
  readonly Cmin?: number;
}

/** Which jobs are more urgent, and how many there are. */
export interface JobsOptions {
  /** "edf": the earlier absolute deadline; "fp": the task that comes first in `order`. Default "edf". */
  readonly policy?: "edf" | "fp";
  /** Indices of tasks, the most urgent first. Default: the shortest relative deadline first. */
  readonly order?: readonly number[];
  /** Jobs that arrive before this instant. Default: the longest offset and the hyperperiod. */
  readonly until?: number;
  /** How many jobs there may be. Default 100,000. */
  readonly maxJobs?: number;
}

/** A job, and whose it is. */
export interface TaskJob extends VariedJob {
  /** Index of its task. */
  readonly task: number;
  /** Its number among those of the task, from 0. */
  readonly number: number;
  /** Its part, for tasks with chunks, from 0. */
  readonly chunk: number;
  /** When it arrives. The response time counts from here. */
  readonly arrival: number;
}

/**
 * The jobs of `tasks`. A chunk is a job that is after the chunk before it.
 *
 * @throws PreemptError for a malformed task, and where there are more than `maxJobs`
 */
export function jobsOfTasks(tasks: readonly VariedTask[], options: JobsOptions = {}): TaskJob[] {
  checkTasks(tasks);
  tasks.forEach(checkVaried);
  const { policy = "edf", order = deadlineMonotonicOrder(tasks), maxJobs = 100_000 } = options;
  checkOrder(order, tasks.length);
  const until = options.until ?? Math.max(0, ...tasks.map(({ O = 0 }) => O)) + Number(hyperperiod(tasks));
  const count = tasks.reduce((sum, { T, O = 0, chunks }) => {
    return sum + Math.max(0, Math.ceil((until - O) / T)) * (chunks?.length ?? 1);
  }, 0);
  if (!(count <= maxJobs)) {
    throw new PreemptError(
      "exploration_too_large",
      `there are ${count} jobs before ${until}; at most ${maxJobs} are explored. Give a shorter \`until\`, or a larger \`maxJobs\`.`,
    );
  }
  const place = new Map(order.map((task, i) => [task, i]));
  const jobs = tasks.flatMap((task, i) => jobsOf(task, i, until, policy === "fp" ? place.get(i) : undefined));
  // Of two jobs with one priority, the one that arrived first, then that of the task that stands first.
  jobs.sort((a, b) => a.arrival - b.arrival || a.task - b.task || a.chunk - b.chunk);
  const at = new Map(jobs.map(({ task, number, chunk }, i) => [`${task} ${number} ${chunk}`, i]));
  return jobs.map((job) => {
    const { task, number, chunk } = job;
    return chunk === 0 ? job : { ...job, after: [at.get(`${task} ${number} ${chunk - 1}`) as number] };
  });
}

function jobsOf(
  { C, Cmin = C, T, D, J = 0, O = 0, chunks = [C] }: VariedTask,
  task: number,
  until: number,
  place?: number,
) {
  const jobs: TaskJob[] = [];
  for (let number = 0, arrival = O; arrival < until; number++, arrival += T) {
    const deadline = arrival + D;
    chunks.forEach((length, chunk) => {
      // A later chunk begins when the one before has ended, so that it has been released by then.
      const release = [arrival, chunk === 0 ? arrival + J : arrival] as const;
      const execution = [Math.floor((length * Cmin) / C), length] as const;
      jobs.push({ release, execution, deadline, priority: place ?? deadline, task, number, chunk, arrival });
    });
  }
  return jobs;
}

function checkVaried({ C, Cmin = C, O = 0 }: VariedTask, i: number): void {
  if (!Number.isInteger(Cmin) || Cmin < 0 || Cmin > C)
    throw new PreemptError("task_time", `Cmin of task ${i} is ${show(Cmin)}. Give an integer from 0 to C, ${C}.`);
  if (!Number.isInteger(O) || O < 0)
    throw new PreemptError("task_time", `O of task ${i} is ${show(O)}. Give an integer of 0 or more.`);
}
