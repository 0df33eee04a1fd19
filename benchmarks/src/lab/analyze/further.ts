/** Tests that look at many variations of a set: other orders, other execution times, other processors. */
import {
  audsley,
  breakdown,
  deadlineMonotonicOrder,
  isEdfSchedulable,
  isFixedPrioritySchedulable,
  type Preemption,
  responseTimes,
  type TimedTask,
  utilisation,
} from "@preempt/runtime/analysis";
import type { PartitionAnalysis, PlacementAnalysis, SetAnalysis } from "./analysis.ts";
import { attempt, isUndecided } from "./undecided.ts";

export interface Limits {
  readonly preemption: Preemption;
  readonly maxSteps: number;
}

/** A fixed-priority order under which all deadlines are met, if there is one (Audsley). */
export function analyzeOrder(tasks: readonly TimedTask[], limits: Limits): NonNullable<SetAnalysis["opa"]> {
  const found = attempt(() =>
    audsley(tasks.length, (task, above, below) => {
      const responses = responseTimes(tasks, [...above, task, ...below], limits);
      return (responses[task]?.R ?? Number.POSITIVE_INFINITY) <= (tasks[task] as TimedTask).D;
    }),
  );
  if (isUndecided(found)) return { feasible: null, order: null };
  return { feasible: found !== undefined, order: found ?? null };
}

export function analyzeBreakdown(tasks: readonly TimedTask[], limits: Limits): NonNullable<SetAnalysis["breakdown"]> {
  const order = deadlineMonotonicOrder(tasks);
  const dm = attempt(() => breakdown(tasks, (heavier) => isFixedPrioritySchedulable(heavier, order, limits)));
  const edf = attempt(() => breakdown(tasks, (heavier) => isEdfSchedulable(heavier, limits)));
  return {
    dm_k: isUndecided(dm) ? null : (dm ?? null),
    edf_k: isUndecided(edf) ? null : (edf ?? null),
  };
}

/** How much longer the execution time of one task alone may be, by halving: the tests do not pass for more and fail for less. */
export function analyzeSensitivity(
  tasks: readonly TimedTask[],
  limits: Limits,
): NonNullable<SetAnalysis["sensitivity"]> {
  const order = deadlineMonotonicOrder(tasks);
  const slack = (passes: (tasks: readonly TimedTask[]) => boolean) =>
    tasks.map((task, i) => {
      const found = attempt(() => slackOf(task, (C) => passes(tasks.with(i, { ...task, C }))));
      return isUndecided(found) ? null : found;
    });
  return {
    dm: slack((changed) => isFixedPrioritySchedulable(changed, order, limits)),
    edf: slack((changed) => isEdfSchedulable(changed, limits)),
  };
}

/** @returns null if the task is too long as it is */
function slackOf({ C, D }: TimedTask, passes: (C: number) => boolean): number | null {
  if (!passes(C)) return null;
  // Beyond its deadline no execution time is met.
  let [good, bad] = [C, D + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good - C;
}

/**
 * Bin packing by decreasing utilisation, a processor taking what its exact test admits: first-fit, best-fit, worst-fit
 * (Lopez, Diaz and Garcia, Real-Time Systems 2004).
 */
export function analyzePartition(tasks: readonly TimedTask[], processors: number, limits: Limits): PartitionAnalysis {
  const edf = (own: readonly TimedTask[]) => isEdfSchedulable(own, limits);
  const dm = (own: readonly TimedTask[]) => isFixedPrioritySchedulable(own, deadlineMonotonicOrder(own), limits);
  const by = (fit: "first" | "best" | "worst"): PlacementAnalysis => ({
    edf: place(tasks, processors, fit, edf),
    dm: place(tasks, processors, fit, dm),
  });
  return { processors, first: by("first"), best: by("best"), worst: by("worst") };
}

function place(
  tasks: readonly TimedTask[],
  processors: number,
  fit: "first" | "best" | "worst",
  passes: (own: readonly TimedTask[]) => boolean,
): number[] | null {
  const bins = Array.from({ length: processors }, (_, processor) => ({ processor, own: [] as TimedTask[] }));
  const placed: number[] = [];
  const byUtilisation = [...tasks.entries()].sort(([, a], [, b]) => b.C / b.T - a.C / a.T);
  for (const [i, task] of byUtilisation) {
    const fuller = fit === "best" ? -1 : 1;
    const inOrder =
      fit === "first" ? bins : [...bins].sort((a, b) => fuller * (utilisation(a.own) - utilisation(b.own)));
    const bin = inOrder.find(({ own }) => {
      const verdict = attempt(() => passes([...own, task]));
      return verdict === true;
    });
    if (bin === undefined) return null;
    bin.own.push(task);
    placed[i] = bin.processor;
  }
  return placed;
}
