/**
 * Worst-case response times under EDF (Spuri, Analysis of Deadline Scheduled Real-Time Systems, INRIA RR-2772, 1996;
 * non-preemptive: George, Rivierre and Spuri, INRIA RR-2966, 1996).
 *
 * A job that arrives `a` after the start of a busy period responds latest if all other tasks arrive at its start as
 * densely as they can. Only those `a` matter at which the job is due together with a job of some task.
 */
import { busyPeriodWithin } from "./busy-period.ts";
import { allBlocking, type EdfOptions } from "./demand.ts";
import { type BlockingStep, blockingAt, longestBlocking } from "./edf-blocking.ts";
import { Effort, exact, fixedPoint } from "./integers.ts";
import { lastRegion, type Preemption } from "./preemption.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

/**
 * Worst-case response times from the arrival, own jitter included, where jobs with equal deadlines go first (with the
 * kernel's tie rule a response may be shorter); by task index. Undefined where they have no bound: the utilisation is
 * above 1, or 1 with jitter or blocking.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function edfResponseTimes(tasks: readonly TimedTask[], options: EdfOptions = {}): (number | undefined)[] {
  checkTasks(tasks);
  const effort = new Effort(options);
  const blocking = allBlocking(tasks, options);
  // Whether responses are bounded does not hang on blocking; how far to look does.
  const end = busyPeriodWithin(tasks, longestBlocking(blocking), effort);
  if (end === undefined) return tasks.map(() => undefined);
  return tasks.map((_, i) => responseOf(tasks, i, end, blocking, options.preemption ?? "full", effort));
}

function responseOf(
  tasks: readonly TimedTask[],
  index: number,
  end: number,
  blocking: readonly BlockingStep[],
  preemption: Preemption,
  effort: Effort,
): number {
  const self = tasks[index] as TimedTask;
  const last = lastRegion(self, preemption);
  const { C, T, D, J = 0 } = self;
  let worst = J + C;
  for (const a of arrivals(tasks, self, end, effort)) {
    const due = a + D;
    const own = (Math.floor((a + J) / T) + 1) * C - last;
    // What cannot go before this job, however early it is released, is left out once and for all.
    const others = tasks.filter((other, i) => i !== index && other.D - (other.J ?? 0) <= due);
    const limits = others.map((other) => Math.floor((due - other.D + (other.J ?? 0)) / other.T) + 1);
    const ahead = blockingAt(blocking, due) + own;
    const begin = fixedPoint(ahead, (time) => {
      effort.spend(others.length + 1);
      let work = ahead;
      others.forEach((other, k) => {
        const { T: period, J: jitter = 0 } = other;
        const released = last > 0 ? Math.floor((time + jitter) / period) + 1 : Math.ceil((time + jitter) / period);
        work += Math.min(released, limits[k] as number) * other.C;
      });
      return work;
    });
    worst = Math.max(worst, begin + last - a);
  }
  return worst;
}

/** The arrivals to look at, from -J on: those due together with a job of some task. */
function arrivals(tasks: readonly TimedTask[], { D, J = 0 }: TimedTask, end: number, effort: Effort): Set<number> {
  const found = new Set<number>();
  for (const { T, D: theirs, J: jitter = 0 } of tasks) {
    const first = theirs - jitter - D;
    const from = first >= -J ? first : first + Math.ceil((-J - first) / T) * T;
    for (let a = from; a < end - J; a = exact(a + T)) {
      effort.spend(1);
      found.add(a);
    }
  }
  return found;
}
