/**
 * Quick processor-demand analysis: the demand test from the far end (Zhang and Burns, Schedulability Analysis for
 * Real-Time Systems with EDF Scheduling, IEEE TC 2009). If a window of t has demand h < t, no window between h and t
 * can be violated, because demand does not decrease; so the search jumps to h, and usually gets through in a few steps.
 *
 * With blocking, h grows and blocking changes in steps: between two steps the argument holds, so each such stretch is
 * searched on its own.
 */

import { allBlocking, type DemandOptions, demand, hopelessWindow, horizon } from "./demand.ts";
import { type BlockingStep, blockingAt, longestBlocking } from "./edf-blocking.ts";
import { Effort, exact } from "./integers.ts";
import { asTasks, finishTime, type Interference } from "./interference.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";
import { compareUtilisationToOne } from "./utilisation.ts";

/**
 * Whether EDF meets all deadlines: necessary and sufficient for sporadic tasks without blocking or with that of
 * regions; with that of critical sections sufficient.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function isEdfSchedulable(tasks: readonly TimedTask[], options: DemandOptions = {}): boolean {
  return shortWindow(tasks, options) === undefined;
}

/**
 * A window that is too short for the work that can be due in it, not always the shortest; Infinity where the utilisation
 * is above 1; undefined if EDF meets all deadlines.
 */
export function shortWindow(tasks: readonly TimedTask[], options: DemandOptions = {}): number | undefined {
  checkTasks(tasks);
  if (tasks.length === 0) return undefined;
  const { interference = [] } = options;
  const all = [...tasks, ...asTasks(interference)];
  if (compareUtilisationToOne(all) > 0) return Number.POSITIVE_INFINITY;
  const hopeless = hopelessWindow(tasks);
  if (hopeless !== undefined) return hopeless;
  const effort = new Effort(options);
  const blocking = allBlocking(tasks, options);
  let end = horizon(all, longestBlocking(blocking), effort);
  for (const { from, length } of [...blocking, { from: 0, length: blockingAt(blocking, 0) }].sort(laterFirst)) {
    if (from >= end) continue;
    const found = shortWindowIn(tasks, Math.max(0, from), end, length, interference, effort);
    if (found !== undefined) return found;
    end = from;
  }
  return undefined;
}

const laterFirst = (a: BlockingStep, b: BlockingStep) => b.from - a.from;

/** A window from `from` on, shorter than `end`, into which demand and `blocking` do not fit. */
function shortWindowIn(
  tasks: readonly TimedTask[],
  from: number,
  end: number,
  blocking: number,
  interference: readonly Interference[],
  effort: Effort,
): number | undefined {
  let t = lastDeadlineUpTo(tasks, end - 1);
  while (t >= from) {
    effort.spend(2 * tasks.length);
    const needed = finishTime(exact(demand(tasks, t) + blocking), interference, effort);
    if (needed > t) return t;
    t = lastDeadlineUpTo(tasks, Math.min(needed, t - 1));
  }
  return undefined;
}

/** The latest t up to `end` by which a job can be due; -Infinity if there is none. */
function lastDeadlineUpTo(tasks: readonly TimedTask[], end: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { T, D, J = 0 } of tasks) {
    const first = D - J;
    if (first <= end) last = Math.max(last, first + Math.floor((end - first) / T) * T);
  }
  return last;
}
