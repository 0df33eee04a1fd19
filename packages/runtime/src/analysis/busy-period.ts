/** For how long the processor can be busy without a pause. */
import { Effort, type EffortOptions, exact, fixedPoint } from "./integers.ts";
import type { TimedTask } from "./timed-task.ts";
import { checkTasks } from "./timed-task.ts";
import { compareUtilisationToOne, hyperperiod } from "./utilisation.ts";

/**
 * The longest busy period: all tasks arrive as jitter allows at once, after `blocking` by others. The smallest L with
 * L = blocking + Σ ⌈(L + J)/T⌉ C. Undefined if it has no end: the utilisation is above 1, or 1 with jitter or
 * blocking. At utilisation 1 it can be the hyperperiod.
 */
export function busyPeriod(
  tasks: readonly TimedTask[],
  { blocking = 0, ...effort }: EffortOptions & { readonly blocking?: number } = {},
): number | undefined {
  checkTasks(tasks);
  return busyPeriodWithin(tasks, blocking, new Effort(effort));
}

/** As {@link busyPeriod}, of checked tasks. */
export function busyPeriodWithin(tasks: readonly TimedTask[], blocking: number, effort: Effort): number | undefined {
  const load = compareUtilisationToOne(tasks);
  if (load > 0) return undefined;
  if (load === 0 && (blocking > 0 || tasks.some(({ J = 0 }) => J > 0))) return undefined;
  const start = tasks.reduce((length, { C }) => exact(length + C), blocking);
  return fixedPoint(start, (length) => {
    effort.spend(tasks.length);
    let work = blocking;
    for (const { C, T, J = 0 } of tasks) work += Math.ceil((length + J) / T) * C;
    return work;
  });
}

/**
 * Up to where responses have to be looked at for the longest one. That is the longest busy period; where it has no end at
 * utilisation 1, the hyperperiod H. For then all work that comes within H fills it, so that what is asked for and what is
 * done by then are both H later for what arrives H later, and from H on each response has been seen before. Undefined
 * where the utilisation is above 1 and responses grow without bound.
 */
export function responseWindow(tasks: readonly TimedTask[], blocking: number, effort: Effort): number | undefined {
  const length = busyPeriodWithin(tasks, blocking, effort);
  if (length !== undefined || compareUtilisationToOne(tasks) > 0) return length;
  return exact(Number(hyperperiod(tasks)));
}
