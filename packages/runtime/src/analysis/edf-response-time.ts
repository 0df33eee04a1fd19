/**
 * Worst-case response times under EDF (Spuri, Analysis of Deadline Scheduled Real-Time Systems, INRIA RR-2772, 1996;
 * non-preemptive: George, Rivierre and Spuri, INRIA RR-2966, 1996).
 *
 * A job that arrives `a` after the start of a busy period responds latest if all other tasks arrive at its start as
 * densely as they can. Only those `a` matter at which the job is due together with a job of some task, or at which the
 * blocking changes.
 *
 * Blocking: in a busy period of work due by d = a + D only what had begun before it can run with a later deadline, so a
 * job with that deadline blocks as in the demand test of a window of length d (Baruah, ECRTS 2005; sections: Spuri, ibid.,
 * after Baker 1991). Interference goes before all of it, from the start of the busy period on.
 */
import { responseWindow } from "./busy-period.ts";
import { allBlocking, type DemandOptions } from "./demand.ts";
import { type BlockingStep, blockingAt, longestBlocking } from "./edf-blocking.ts";
import { Effort, exact, fixedPoint } from "./integers.ts";
import { asTasks, type Interference } from "./interference.ts";
import { lastRegion, type Preemption } from "./preemption.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";
import { jobsIn } from "./workload.ts";

/** What all tasks have in common. */
interface Surroundings {
  readonly tasks: readonly TimedTask[];
  /** Of the window that arrivals are looked at in: the longest busy period, or where that has no end the hyperperiod. */
  readonly end: number;
  readonly blocking: readonly BlockingStep[];
  readonly interference: readonly Interference[];
  readonly preemption: Preemption;
  readonly effort: Effort;
}

/**
 * Worst-case response times from the arrival, own jitter included, where jobs with equal deadlines go first (with the
 * kernel's tie rule a response may be shorter); by task index. Undefined where they have no bound: the utilisation,
 * interference included, is above 1.
 *
 * Exact for sporadic tasks without blocking and interference; with them safe.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function edfResponseTimes(tasks: readonly TimedTask[], options: DemandOptions = {}): (number | undefined)[] {
  checkTasks(tasks);
  const effort = new Effort(options);
  const blocking = allBlocking(tasks, options);
  const { interference = [], preemption = "full" } = options;
  // Whether responses are bounded does not hang on blocking; how far to look does.
  const end = responseWindow([...tasks, ...asTasks(interference)], longestBlocking(blocking), effort);
  if (end === undefined) return tasks.map(() => undefined);
  const surroundings = { tasks, end, blocking, interference, preemption, effort };
  return tasks.map((_, i) => responseOf(i, surroundings));
}

function responseOf(index: number, surroundings: Surroundings): number {
  const { tasks, blocking, interference, preemption, effort } = surroundings;
  const self = tasks[index] as TimedTask;
  const last = lastRegion(self, preemption);
  const { C, T, D, J = 0 } = self;
  const limits = new Float64Array(tasks.length);
  let worst = 0;
  let [begin, blockedBefore] = [0, 0];
  for (const a of arrivals(self, surroundings)) {
    const due = a + D;
    const own = (Math.floor((a + J) / T) + 1) * C - last;
    // How many jobs of each can go before this one, however late it is: 0 of those that cannot, however early they are released.
    let others = 0;
    for (let i = 0; i < tasks.length; i++) {
      const other = tasks[i] as TimedTask;
      const earliest = other.D - (other.J ?? 0);
      limits[i] = i === index || earliest > due ? 0 : Math.floor((due - earliest) / other.T) + 1;
      if (limits[i] !== 0) others++;
    }
    const blocked = blockingAt(blocking, due);
    const ahead = blocked + own;
    // What is due later has no less before it, but for blocking: no need to begin anew.
    begin = fixedPoint(blocked < blockedBefore ? ahead : Math.max(begin, ahead), (time) => {
      effort.spend(others + interference.length + 1);
      let work = ahead;
      for (let i = 0; i < tasks.length; i++) {
        const limit = limits[i] as number;
        if (limit === 0) continue;
        const other = tasks[i] as TimedTask;
        work += Math.min(jobsIn(time, other.T, other.J ?? 0, last > 0), limit) * other.C;
      }
      for (const other of interference) work += jobsIn(time, other.T, other.J ?? 0, last > 0) * other.C;
      return work;
    });
    blockedBefore = blocked;
    worst = Math.max(worst, endOfLast(begin, last, interference, effort) - a);
  }
  return worst;
}

/** When a last region that starts at `begin` is over: no task holds it up, but interference does. */
function endOfLast(begin: number, last: number, interference: readonly Interference[], effort: Effort): number {
  if (last === 0 || interference.length === 0) return begin + last;
  return fixedPoint(begin + last, (time) => {
    effort.spend(interference.length);
    const more = (other: Interference) =>
      Math.max(0, jobsIn(time, other.T, other.J ?? 0, false) - jobsIn(begin, other.T, other.J ?? 0, true));
    return interference.reduce((all, other) => all + more(other) * other.C, begin + last);
  });
}

/** The arrivals to look at, from -J on, the earliest first. One by one: there may be more of them than memory holds. */
function* arrivals(
  { D, J = 0 }: TimedTask,
  { tasks, end, blocking, effort }: Surroundings,
): Generator<number, void, undefined> {
  /** Of each task: the next one at which this job is due together with one of its jobs. */
  const next = tasks.map(({ T, D: theirs, J: jitter = 0 }) => {
    const first = theirs - jitter - D;
    return first >= -J ? first : first + Math.ceil((-J - first) / T) * T;
  });
  const steps = blocking.map(({ from }) => from - D).filter((a) => a >= -J);
  let step = 0;
  for (;;) {
    let a = steps[step] ?? Number.POSITIVE_INFINITY;
    for (const at of next) if (at < a) a = at;
    if (!(a < end - J)) return;
    yield a;
    if (steps[step] === a) step++;
    for (let i = 0; i < next.length; i++) {
      if (next[i] !== a) continue;
      effort.spend(1);
      next[i] = exact(a + (tasks[i] as TimedTask).T);
    }
  }
}
