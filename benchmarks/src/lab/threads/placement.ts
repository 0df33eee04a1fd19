/**
 * Bin packing by decreasing utilisation, a processor taking what its exact test admits: first-fit, best-fit, worst-fit
 * (Lopez, Diaz and Garcia, Real-Time Systems 2004).
 */
import {
  deadlineMonotonicOrder,
  isFixedPrioritySchedulable,
  type TimedTask,
  utilisation,
} from "@preempt/runtime/analysis";
import { withSections } from "../analyze/fixed-priority.ts";
import { timedTasks } from "../analyze/timed.ts";
import { attempt } from "../analyze/undecided.ts";
import { mainThread, type TaskSet } from "../parameters.ts";
import { preemptionOf } from "../regions.ts";
import { sharing } from "./sharing.ts";

export type Fit = "first" | "best" | "worst";

interface Bin {
  readonly processor: number;
  readonly own: number[];
}

export interface Packing {
  /** By task: its processor, where it has one already. */
  readonly given?: readonly (number | undefined)[];
  /** Those that take more. Default: all. */
  readonly open?: (processor: number) => boolean;
  /** Lists of tasks that have to be on one processor. Default: each task is for itself. */
  readonly together?: readonly (readonly number[])[];
  /** Whether tasks that find no place go to the processor with the least utilisation. Default: then there is no packing. */
  readonly isForced?: boolean;
}

/** @returns by task, its processor; undefined if one finds no place */
export function pack(
  tasks: readonly TimedTask[],
  processors: number,
  fit: Fit,
  passes: (tasks: readonly TimedTask[]) => boolean,
  { given = [], open = () => true, together = tasks.map((_, i) => [i]), isForced = false }: Packing = {},
): number[] | undefined {
  const bins = Array.from({ length: processors }, (_, processor): Bin => ({ processor, own: [] }));
  const placed: number[] = [];
  const put = (group: readonly number[], bin: Bin) => {
    bin.own.push(...group);
    for (const task of group) placed[task] = bin.processor;
  };
  // As they stand in the set: of equal deadlines the first one is the more urgent.
  const inSet = (own: ReadonlySet<number>) => tasks.filter((_, i) => own.has(i));
  const load = (own: readonly number[]) => utilisation(own.map((i) => tasks[i] as TimedTask));
  const isGiven = (group: readonly number[]) => group.some((i) => given[i] !== undefined);
  for (const group of together.filter(isGiven))
    put(group, bins[given[group.find((i) => given[i] !== undefined) as number] as number] as Bin);
  const free = together.filter((group) => !isGiven(group)).sort((a, b) => load(b) - load(a));
  const allowed = bins.filter(({ processor }) => open(processor));
  for (const group of free) {
    const fuller = fit === "best" ? -1 : 1;
    const inOrder = fit === "first" ? allowed : [...allowed].sort((a, b) => fuller * (load(a.own) - load(b.own)));
    const bin =
      inOrder.find(({ own }) => attempt(() => passes(inSet(new Set([...own, ...group])))) === true) ??
      (isForced ? [...allowed].sort((a, b) => load(a.own) - load(b.own))[0] : undefined);
    if (bin === undefined) return undefined;
    put(group, bin);
  }
  return placed;
}

/** Of one test: a set is placed before anything else is known of it. */
const maxSteps = 5_000_000;

/**
 * The thread of each task of a set with a placement. What no thread admits goes to the one that is least busy: an analysis says
 * that it is late there.
 *
 * @param given By task: its thread, where the set says so
 */
export function placedThreads(
  set: TaskSet,
  names: readonly string[],
  given: readonly (number | undefined)[],
): readonly number[] {
  const fit = (set.placement ?? "first-fit").replace("-fit", "") as Fit;
  const preemption = preemptionOf(set);
  const passes = (tasks: readonly TimedTask[]) => {
    const order = deadlineMonotonicOrder(tasks);
    const blocked = withSections(tasks, order, { preemption, protocol: "npcs" });
    return isFixedPrioritySchedulable(blocked, order, { preemption, maxSteps });
  };
  return pack(timedTasks(set), names.length, fit, passes, {
    given,
    // Its jobs are functions of this scheduler, and no function can be placed there.
    open: (thread) => names[thread] !== mainThread,
    together: sharing(set.tasks),
    isForced: true,
  }) as number[];
}
