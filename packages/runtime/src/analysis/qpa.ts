/**
 * Quick processor-demand analysis: the demand test from the far end (Zhang and Burns, Schedulability Analysis for
 * Real-Time Systems with EDF Scheduling, IEEE TC 2009). If a window of t has demand h < t, no window between h and t
 * can be violated, because demand does not decrease; so the search jumps to h, and usually gets through in a few steps.
 *
 * With blocking, h grows and blocking changes in steps: between two steps the argument holds, so each such stretch is
 * searched on its own.
 */

import { allBlocking, type DemandOptions, demand, hopelessWindow, horizon } from "./demand.ts";
import { blockingAt, longestBlocking } from "./edf-blocking.ts";
import { Effort, exact } from "./integers.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";
import { compareUtilisationToOne } from "./utilisation.ts";

/**
 * Whether EDF meets all deadlines: necessary and sufficient for sporadic tasks without blocking or with that of
 * regions; with that of critical sections sufficient.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function isEdfSchedulable(tasks: readonly TimedTask[], options: DemandOptions = {}): boolean {
  checkTasks(tasks);
  if (tasks.length === 0) return true;
  if (compareUtilisationToOne(tasks) > 0 || hopelessWindow(tasks) !== undefined) return false;
  const effort = new Effort(options);
  const blocking = allBlocking(tasks, options);
  let end = horizon(tasks, longestBlocking(blocking), effort);
  for (const { from } of [...blocking].reverse()) {
    if (from < end && !fits(tasks, Math.max(0, from), end, blockingAt(blocking, from), effort)) return false;
    end = Math.min(end, from);
  }
  return end <= 0 || fits(tasks, 0, end, 0, effort);
}

/** Whether demand and `blocking` fit into every window of at least `from` and less than `end`. */
function fits(tasks: readonly TimedTask[], from: number, end: number, blocking: number, effort: Effort): boolean {
  let t = lastDeadlineBefore(tasks, end);
  while (t >= from) {
    effort.spend(2 * tasks.length);
    const needed = exact(demand(tasks, t) + blocking);
    if (needed > t) return false;
    t = needed < t ? lastDeadlineUpTo(tasks, needed) : lastDeadlineBefore(tasks, t);
  }
  return true;
}

/** The latest t < `end` by which a job can be due; -Infinity if there is none. */
function lastDeadlineBefore(tasks: readonly TimedTask[], end: number): number {
  return lastDeadlineUpTo(tasks, end - 1);
}

function lastDeadlineUpTo(tasks: readonly TimedTask[], end: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const { T, D, J = 0 } of tasks) {
    const first = D - J;
    if (first <= end) last = Math.max(last, first + Math.floor((end - first) / T) * T);
  }
  return last;
}
