/** Tests that look at many variations of a set: other orders, other execution times, other processors. */
import {
  audsley,
  breakdown,
  deadlineMonotonicOrder,
  isEdfSchedulable,
  isFixedPrioritySchedulable,
  type Preemption,
  responseTimeAmong,
  type TimedTask,
} from "@preempt/runtime/analysis";
import { type Fit, pack } from "../threads/placement.ts";
import type { PartitionAnalysis, PlacementAnalysis, SetAnalysis } from "./analysis.ts";
import { sectionBlocking } from "./edf.ts";
import { withSections } from "./fixed-priority.ts";
import type { Limits } from "./limits.ts";
import { hasBlocking } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

type Test = (tasks: readonly TimedTask[]) => boolean;

/** The tests of the set itself, sections and all; none accepts blocking terms B under EDF, for which there is no exact test. */
const edfTest =
  (limits: Limits): Test =>
  (tasks) =>
    !hasBlocking(tasks) && isEdfSchedulable(tasks, { ...limits, blocking: sectionBlocking(tasks, limits) });

const dmTest =
  (limits: Limits): Test =>
  (tasks) => {
    const order = deadlineMonotonicOrder(tasks);
    return isFixedPrioritySchedulable(withSections(tasks, order, limits), order, limits);
  };

/**
 * The tasks, if their execution times may be changed: of a job that is longer nobody says which of its chunks is.
 * Undefined: they may not, or there are none.
 */
export function resizable(tasks: readonly TimedTask[], preemption: Preemption): readonly TimedTask[] | undefined {
  if (tasks.length === 0 || (preemption === "chunks" && tasks.some(({ chunks }) => chunks !== undefined))) return;
  return tasks.map(({ chunks: _, ...task }) => task);
}

/** A fixed-priority order under which all deadlines are met, if there is one (Audsley). */
export function analyzeOrder(tasks: readonly TimedTask[], limits: Limits): NonNullable<SetAnalysis["opa"]> {
  const found = attempt(() =>
    audsley(tasks.length, (task, above, below) => {
      const order = [...above, task, ...below];
      const { R } = responseTimeAmong(withSections(tasks, order, limits), task, above, below, limits);
      return (R ?? Number.POSITIVE_INFINITY) <= (tasks[task] as TimedTask).D;
    }),
  );
  if (isUndecided(found)) return { feasible: null, order: null };
  return { feasible: found !== undefined, order: found ?? null };
}

/** The verdicts alone: where these are asked for beside the others, response times of theirs are not. */
export function analyzeNonPreemptive(
  tasks: readonly TimedTask[],
  limits: Limits,
): NonNullable<SetAnalysis["nonPreemptive"]> {
  const none: Limits = { ...limits, preemption: "none" };
  const [dm, edf] = [attempt(() => dmTest(none)(tasks)), attempt(() => edfTest(none)(tasks))];
  return { dm: isUndecided(dm) ? null : dm, edf: isUndecided(edf) || hasBlocking(tasks) ? null : edf };
}

export function analyzeBreakdown(tasks: readonly TimedTask[], limits: Limits): NonNullable<SetAnalysis["breakdown"]> {
  const [isDm, isEdf] = [dmTest(limits), edfTest(limits)];
  const dm = attempt(() => breakdown(tasks, (changed) => isDm(changed.map(withinJob))));
  const edf = attempt(() => breakdown(tasks, (changed) => isEdf(changed.map(withinJob))));
  return {
    dm_k: isUndecided(dm) ? null : (dm ?? null),
    edf_k: isUndecided(edf) ? null : (edf ?? null),
  };
}

/** Regions and sections stay as they are, but none is longer than a job that gets shorter. */
function withinJob(task: TimedTask): TimedTask {
  const { C, q, cs } = task;
  return {
    ...task,
    ...(q !== undefined && { q: Math.min(q, C) }),
    ...(cs !== undefined && {
      cs: Object.fromEntries(Object.entries(cs).map(([name, length]) => [name, Math.min(length, C)])),
    }),
  };
}

/** How much longer the execution time of one task alone may be, by halving: the tests do not pass for more and fail for less. */
export function analyzeSensitivity(
  tasks: readonly TimedTask[],
  limits: Limits,
): NonNullable<SetAnalysis["sensitivity"]> {
  const slack = (passes: Test) =>
    tasks.map((task, i) => {
      const found = attempt(() => slackOf(task, (C) => passes(tasks.with(i, { ...task, C }))));
      return isUndecided(found) ? null : found;
    });
  return { dm: slack(dmTest(limits)), edf: slack(edfTest(limits)) };
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

/** A resource blocks within a processor alone, as if each had one of its own. */
export function analyzePartition(tasks: readonly TimedTask[], processors: number, limits: Limits): PartitionAnalysis {
  const by = (fit: Fit): PlacementAnalysis => ({
    edf: pack(tasks, processors, fit, edfTest(limits)) ?? null,
    dm: pack(tasks, processors, fit, dmTest(limits)) ?? null,
  });
  return { processors, first: by("first"), best: by("best"), worst: by("worst") };
}
