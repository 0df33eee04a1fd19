/**
 * Blocking under EDF: how long work with a deadline behind `t` may hold up work that is due by `t`, for every t.
 * It changes only where somebody's deadline is passed, so it is a list of steps.
 */
import { type Convention, longestRegion, type Preemption, remainder } from "./preemption.ts";
import type { TimedTask } from "./timed-task.ts";

/** `length` counts from `from` on, until the next step begins. Sorted; before the first step there is no blocking. */
export interface BlockingStep {
  /** The instant from which the blocking has this length, in the time unit of the tasks. */
  readonly from: number;
  /** How long work that is due at or after `from` may be kept waiting, in the same unit. */
  readonly length: number;
}

/** Steps that change at the given instants only; `lengthAt` is asked in the order of time. */
export function stepsAt(instants: Iterable<number>, lengthAt: (t: number) => number): BlockingStep[] {
  const steps: BlockingStep[] = [];
  for (const from of [...new Set(instants)].sort((a, b) => a - b)) {
    const length = lengthAt(from);
    if (length !== (steps.at(-1)?.length ?? 0)) steps.push({ from, length });
  }
  return steps;
}

/** The blocking of what is due by `t`. */
export function blockingAt(steps: readonly BlockingStep[], t: number): number {
  return steps.findLast(({ from }) => from <= t)?.length ?? 0;
}

/**
 * max { len_j : D_j > t }: by regions that cannot be preempted (George, Rivierre and Spuri, INRIA RR-2966, 1996; Baruah,
 * ECRTS 2005), or by sections of the NPCS protocol with `lengthOf` to tell them.
 */
export function blockingByLaterDeadlines(
  tasks: readonly TimedTask[],
  lengthOf: (task: TimedTask) => number,
): BlockingStep[] {
  const instants = [Number.NEGATIVE_INFINITY, ...tasks.map(({ D }) => D)];
  const lengths = tasks.map((task) => ({ D: task.D, length: lengthOf(task) }));
  return stepsAt(instants, (t) => lengths.reduce((most, { D, length }) => (D > t && length > most ? length : most), 0));
}

/** The blocking by each task's longest non-preemptive region. */
export function blockingByRegions(
  tasks: readonly TimedTask[],
  preemption: Preemption,
  convention: Convention,
): BlockingStep[] {
  if (preemption === "full") return [];
  return blockingByLaterDeadlines(tasks, (task) => remainder(longestRegion(task, preemption), convention));
}

/** Both kinds of blocking, one after the other. */
export function addBlocking(a: readonly BlockingStep[], b: readonly BlockingStep[]): BlockingStep[] {
  if (a.length === 0) return [...b];
  if (b.length === 0) return [...a];
  const instants = [...a, ...b].map(({ from }) => from);
  return stepsAt(instants, (t) => blockingAt(a, t) + blockingAt(b, t));
}

export function longestBlocking(steps: readonly BlockingStep[]): number {
  return Math.max(0, ...steps.map(({ length }) => length));
}
