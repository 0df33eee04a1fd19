/**
 * Periodic tasks with static offsets: task i arrives at O_i, O_i + T_i, O_i + 2 T_i, … exactly. Sporadic analyses take the worst
 * offsets there are, mostly all tasks at once. Known offsets may make that impossible.
 *
 * Jobs may execute for less than C. With fixed priorities of jobs (fixed priorities, EDF), on one processor and with preemption
 * anywhere, no job then ends later (Ha and Liu, ICDCS 1994). So what is found with C holds for all execution times.
 */
import { PreemptError, show } from "../input/errors.ts";
import { longestTime } from "./integers.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

export interface OffsetTask extends TimedTask {
  /** When the first job arrives. Default 0. */
  readonly O?: number;
}

/**
 * Checks a set of periodic tasks with offsets.
 *
 * @throws PreemptError that names the task and the field
 */
export function checkOffsetTasks(tasks: readonly OffsetTask[]): void {
  checkTasks(tasks);
  tasks.forEach(({ O = 0, B = 0, q = 0, chunks, cs = {} }, i) => {
    if (!(Number.isInteger(O) && O >= 0 && O <= longestTime)) {
      const words = `O of task ${i} is ${show(O)}. Give an integer from 0 to 2^52, in any unit.`;
      throw new PreemptError("task_time", words);
    }
    const isBlocking = B > 0 || q > 0 || chunks !== undefined || Object.values(cs).some((length) => length > 0);
    if (!isBlocking) return;
    throw new PreemptError(
      "offset_blocking",
      `task ${i} has blocking, regions, chunks or sections. Leave them out, or use a test for the worst offsets: the analyses of offsets know jobs that can be preempted anywhere.`,
    );
  });
}

/**
 * How long after a release of task `first` the next arrival of task `other` is at the earliest, of jobs that are released no
 * sooner than that one. Negative, down to -J, where a job that has arrived before may be released later.
 *
 * Arrivals of the two differ by O_j - O_i modulo g, the greatest common divisor of their periods (Pellizzoni and Lipari,
 * Real-Time Systems 2005, without jitter). Let the job of `first` be released d after its arrival, 0 ≤ d ≤ J_i. A job of `other`
 * that is released no sooner has arrived J_j before that or later. So its arrival is ((O_j - O_i + J_j - d) mod g) - J_j after the
 * release, or a multiple of g more. Over all d this is smallest with the largest d that does not pass 0.
 */
export function earliestArrival(first: OffsetTask, other: OffsetTask): number {
  const { O: own = 0, J: late = 0, T } = first;
  const { O = 0, J = 0 } = other;
  const common = commonDivisor(T, other.T);
  const difference = (((O - own + J) % common) + common) % common;
  return Math.max(0, difference - late) - J;
}

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
