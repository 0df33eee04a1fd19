/** Tests of periodic tasks with offsets that are known. */
import {
  audsley,
  edfOffsets,
  type OffsetResponse,
  type OffsetTask,
  offsetResponseAmong,
  offsetResponseTimes,
  type Preemption,
} from "@preempt/runtime/analysis";
import { hasEvents } from "../chains.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import type { OffsetAnalysis, OffsetFixedPriority } from "./analysis.ts";
import { hasBlocking, hasSections, orNull, timedTasks } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

export const hasOffsets = ({ tasks }: TaskSet): boolean => tasks.some(({ O = 0 }) => O > 0);

/** The tasks with their offsets; undefined where no test here knows of both the offsets and what else the set has. */
export function offsetTasks(set: TaskSet, preemption: Preemption): OffsetTask[] | undefined {
  const tasks = timedTasks(set).map((task, i) => ({ ...task, O: set.tasks[i]?.O ?? 0 }));
  const isPlain = preemption === "full" && !hasBlocking(tasks) && !hasSections(tasks);
  if (!hasOffsets(set) || !isPlain || hasSuspension(set.tasks) || hasEvents(set)) return undefined;
  return tasks.map(({ C, T, D, J, O }) => ({ C, T, D, O, ...(J !== undefined && { J }) }));
}

/** Undefined: there are no offsets, or no test knows of them. */
export function analyzeOffsets(
  set: TaskSet,
  orders: { readonly dm: readonly number[]; readonly rm: readonly number[] },
  { preemption, maxSteps }: { readonly preemption: Preemption; readonly maxSteps: number },
  isAskedForOrder: boolean,
): OffsetAnalysis | undefined {
  const tasks = offsetTasks(set, preemption);
  if (tasks === undefined) return undefined;
  const limits = { maxSteps };
  const dm = fixedPriority(tasks, orders.dm, limits);
  return {
    dm,
    rm: String(orders.rm) === String(orders.dm) ? dm : fixedPriority(tasks, orders.rm, limits),
    edf: edf(tasks, limits),
    ...(isAskedForOrder && { opa: orderOf(tasks, limits) }),
  };
}

type Limits = { readonly maxSteps: number };

const inTime = ({ R }: Pick<OffsetResponse, "R">, { D }: OffsetTask) => (R ?? Number.POSITIVE_INFINITY) <= D;

function fixedPriority(
  tasks: readonly OffsetTask[],
  order: readonly number[],
  limits: Limits,
): OffsetFixedPriority | ReturnType<typeof undecided> {
  const found = attempt(() => offsetResponseTimes(tasks, order, limits));
  if (isUndecided(found)) return undecided(found);
  const late = found.filter((response, i) => !inTime(response, tasks[i] as OffsetTask));
  return {
    sched: late.length === 0,
    // One miss that is sure is enough, as no bound at all is: there the utilisation is above 1.
    isExact: late.length === 0 || late.some(({ method }) => method === "exact" || method === undefined),
    R: found.map(({ R }) => orNull(R)),
    method: found.map(({ method }) => orNull(method)),
  };
}

function edf(tasks: readonly OffsetTask[], limits: Limits): OffsetAnalysis["edf"] {
  const found = attempt(() => edfOffsets(tasks, limits));
  if (isUndecided(found)) return undecided(found);
  const { isSchedulable, by, violation, responses } = found;
  return {
    sched: isSchedulable,
    isExact: by !== undefined,
    by: orNull(by),
    violation: orNull(violation),
    R: responses.map(orNull),
  };
}

/** Audsley's priorities: with offsets deadline-monotonic ones are not optimal (Leung and Whitehead 1982). */
function orderOf(tasks: readonly OffsetTask[], { maxSteps }: Limits): NonNullable<OffsetAnalysis["opa"]> {
  // So many schedules are looked at for each place, at most.
  const limits = { maxSteps: Math.ceil(maxSteps / tasks.length) };
  const found = attempt(() => {
    const isFeasible = (task: number, above: readonly number[], below: readonly number[]) =>
      inTime(offsetResponseAmong(tasks, task, above, below, limits), tasks[task] as OffsetTask);
    return { order: orNull(audsley(tasks.length, isFeasible)) };
  });
  return isUndecided(found) ? { feasible: null, order: null } : { feasible: found.order !== null, ...found };
}

const undecided = ({ undecided: why }: { readonly undecided: string }) => ({ sched: null, R: null, undecided: why });
