/**
 * Processor demand under EDF: deadlines are met if and only if, for every t, the work that can be released and due
 * within t fits into t (Baruah, Rosier and Howell, Real-Time Systems 1990), blocking included (Baruah, ECRTS 2005), and
 * with deadlines nearer by the release jitter (Spuri, INRIA RR-2772, 1996).
 */
import { busyPeriodWithin } from "./busy-period.ts";
import { addBlocking, type BlockingStep, blockingByRegions, longestBlocking } from "./edf-blocking.ts";
import { Effort, type EffortOptions, exact } from "./integers.ts";
import { asTasks, finishTime, type Interference } from "./interference.ts";
import type { Convention, Preemption } from "./preemption.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";
import { compareUtilisationToOne, hyperperiod } from "./utilisation.ts";

export interface EdfOptions extends EffortOptions {
  /** Where jobs can be preempted. Default "full". */
  readonly preemption?: Preemption;
  /** How blocking by regions counts. Default "discrete". */
  readonly convention?: Convention;
  /** Further blocking, by critical sections. Default: none. */
  readonly blocking?: readonly BlockingStep[];
}

export interface DemandOptions extends EdfOptions {
  /** What goes before all tasks, whatever their deadlines: up to C in any T each. Default: nothing. */
  readonly interference?: readonly Interference[];
}

/** Work of jobs that arrive and are due within a window of `t`, blocking left aside: Σ max(0, ⌊(t + J - D)/T⌋ + 1) C. */
export function demand(tasks: readonly TimedTask[], t: number): number {
  let work = 0;
  for (const { C, T, D, J = 0 } of tasks) {
    const jobs = Math.floor((t + J - D) / T) + 1;
    if (jobs > 0) work += jobs * C;
  }
  return exact(work);
}

/** All blocking that the options ask for. */
export function allBlocking(tasks: readonly TimedTask[], options: EdfOptions): BlockingStep[] {
  const { preemption = "full", convention = "discrete", blocking = [] } = options;
  return addBlocking(blockingByRegions(tasks, preemption, convention), blocking);
}

/** A task whose jitter can use up its deadline: the window that is too short, 0 or less. */
export function hopelessWindow(tasks: readonly TimedTask[]): number | undefined {
  const shortest = Math.min(...tasks.map(({ D, J = 0 }) => D - J));
  return shortest <= 0 ? shortest : undefined;
}

/**
 * Windows from this length on need no look, if all shorter ones are well; Infinity where the utilisation is above 1,
 * and a violation exists.
 *
 * A deadline is missed within a busy period. Without blocking, demand stays below t from
 * Σ max(0, T - D + J) U / (1 - U) on as well (George, Rivierre and Spuri, INRIA RR-2966, 1996). At utilisation 1 with jitter
 * or blocking the demand repeats itself after a hyperperiod.
 */
export function horizon(tasks: readonly TimedTask[], blocking: number, effort: Effort): number {
  const load = compareUtilisationToOne(tasks);
  if (load > 0) return Number.POSITIVE_INFINITY;
  const longest = Math.max(0, ...tasks.map(({ D }) => D));
  const isOnTime = tasks.every(({ J = 0 }) => J === 0);
  if (load === 0 && (blocking > 0 || !isOnTime)) return exact(longest + Number(hyperperiod(tasks))) + 1;
  const byDemand = load < 0 && blocking === 0 ? demandBound(tasks) : Number.POSITIVE_INFINITY;
  // Following a busy period through can take long, where the other bound is near.
  if (byDemand <= longest) return byDemand + 1;
  const byBusyPeriod = busyPeriodWithin(tasks, blocking, effort) ?? Number.POSITIVE_INFINITY;
  return Math.min(byDemand, byBusyPeriod) + 1;
}

/** Rounded up by more than the rounding errors of its sums can take away; Infinity where they could take all. */
function demandBound(tasks: readonly TimedTask[]): number {
  let [rest, above, error] = [1, 0, 0];
  for (const { C, T, D, J = 0 } of tasks) {
    rest -= C / T;
    above += Math.max(0, T - D + J) * (C / T);
    error += 2 ** -50;
  }
  if (rest <= error) return Number.POSITIVE_INFINITY;
  return Math.ceil((above * (1 + error)) / (rest - error)) + 1;
}

/**
 * The smallest t at which demand and blocking exceed t; undefined if EDF meets all deadlines. Looks at every deadline
 * up to there; to know only whether there is one, {@link isEdfSchedulable} is faster.
 *
 * 0 or less where the jitter of a task uses its deadline up.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function firstViolation(tasks: readonly TimedTask[], options: DemandOptions = {}): number | undefined {
  checkTasks(tasks);
  if (tasks.length === 0) return undefined;
  const hopeless = hopelessWindow(tasks);
  if (hopeless !== undefined) return hopeless;
  const effort = new Effort(options);
  const blocking = allBlocking(tasks, options);
  const { interference = [] } = options;
  if (interference.length > 0 && compareUtilisationToOne(interference) >= 0)
    return Math.min(...tasks.map(({ D, J = 0 }) => D - J));
  const end = horizon([...tasks, ...asTasks(interference)], longestBlocking(blocking), effort);
  const next = tasks.map(({ D, J = 0 }) => D - J);
  let [work, step, length] = [0, 0, 0];
  for (;;) {
    effort.spend(tasks.length);
    const t = exact(Math.min(...next));
    if (!(t < end)) return undefined;
    tasks.forEach(({ C, T }, i) => {
      if (next[i] !== t) return;
      work = exact(work + C);
      next[i] = t + T;
    });
    for (let at = blocking[step]; at !== undefined && at.from <= t; at = blocking[++step]) length = at.length;
    if (finishTime(exact(work + length), interference, effort) > t) return t;
  }
}
