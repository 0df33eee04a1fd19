/**
 * Self-suspending tasks: a job that awaits gives the processor up, and resumes later. Two models (Chen et al., Many
 * suspensions, many problems, Real-Time Systems 2019):
 *
 * - dynamic: a job suspends itself as often as it likes and wherever it likes before its last unit of execution, for S in
 *   total.
 * - segmented: it executes and suspends itself in turn, each time for at most a given length.
 *
 * Classical analyses do not cover them: a suspended job lets less urgent ones run, and is back later with its whole
 * demand, so that the synchronous release is not the worst case any more.
 */
import { PreemptError, show } from "../input/errors.ts";
import { longestTime } from "./integers.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

export interface SuspendingTask extends TimedTask {
  /** Longest total time for which a job suspends itself. Default: that of its segments, else 0. */
  readonly S?: number;
  /**
   * Execution and suspension in turn: c, s, c, …, c. The executions are 1 or more each, and add up to C. Default: the dynamic
   * model.
   */
  readonly segments?: readonly number[];
}

/** What the analyses of self-suspension know of a task. */
export interface Suspension {
  /** In total. */
  readonly S: number;
  /** Lengths of execution in order; undefined in the dynamic model. */
  readonly executions: readonly number[] | undefined;
  /** Lengths of the suspensions between them. */
  readonly pauses: readonly number[];
}

export function suspensionOf({ S, segments }: SuspendingTask): Suspension {
  const pauses = (segments ?? []).filter((_, i) => i % 2 === 1);
  return {
    S: S ?? pauses.reduce((all, length) => all + length, 0),
    executions: segments?.filter((_, i) => i % 2 === 0),
    pauses,
  };
}

/**
 * Checks a set of self-suspending tasks.
 *
 * Blocking and regions are refused: a job that suspends itself may be blocked each time it resumes, which no analysis
 * here counts.
 *
 * @throws PreemptError that names the task and the field
 */
export function checkSuspending(tasks: readonly SuspendingTask[]): void {
  checkTasks(tasks);
  tasks.forEach((task, i) => {
    const { S, segments, B = 0, q = 0, chunks, cs = {} } = task;
    if (S !== undefined) checkLength(i, "S", S);
    segments?.forEach((length, k) => {
      checkLength(i, `segments[${k}]`, length, k % 2 === 0 ? 1 : 0);
    });
    const { executions, pauses } = suspensionOf(task);
    if (executions !== undefined) checkSegments(i, task, executions, pauses);
    const isBlocking = B > 0 || q > 0 || chunks !== undefined || Object.values(cs).some((length) => length > 0);
    if (!isBlocking) return;
    throw new PreemptError(
      "suspension_blocking",
      `task ${i} has blocking, regions, chunks or sections beside tasks that suspend themselves. Leave them out: blocking at each resumption is not analysed.`,
    );
  });
}

function checkSegments(
  i: number,
  { C, S, segments = [] }: SuspendingTask,
  executions: readonly number[],
  pauses: readonly number[],
): void {
  const executed = executions.reduce((all, length) => all + length, 0);
  if (segments.length % 2 === 0 || executed !== C) {
    throw new PreemptError(
      "segments_not_c",
      `the segments of task ${i} are [${segments.join(", ")}], and its C is ${C}. Give an odd number of lengths, execution first and last, whose executions add up to C.`,
    );
  }
  const paused = pauses.reduce((all, length) => all + length, 0);
  if (S === undefined || S === paused) return;
  throw new PreemptError(
    "segments_not_s",
    `the suspensions of task ${i} add up to ${paused}, and its S is ${S}. Make them equal, or leave S out.`,
  );
}

function checkLength(i: number, name: string, value: unknown, least = 0): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTime) return;
  throw new PreemptError(
    "task_time",
    `${name} of task ${i} is ${show(value)}. Give an integer from ${least} to 2^52, in any unit.`,
  );
}

/**
 * The suspension-oblivious set: suspension counts as execution. What holds for it holds for the suspending set, under fixed
 * priorities and under EDF: at each instant of a busy period of active jobs, one of them executes or suspends itself.
 */
export function withoutSuspension(tasks: readonly SuspendingTask[]): TimedTask[] {
  return tasks.map((task) => {
    const { C, T, D, J = 0 } = task;
    return { C: C + suspensionOf(task).S, T, D, J };
  });
}
