/**
 * Tasks whose jobs await, in the kernel's own test.
 *
 * Suspension counts as execution in all tests for fixed priorities and EDF (suspension-oblivious; Chen et al., Many suspensions, many
 * problems, Real-Time Systems 2019). Proof with slices: look at the time before a job ends in which always some job that goes before it,
 * or it itself, is unfinished. At each instant of it the processor does one of these. It executes such a job; or the event loop or a
 * server has it; or a slice runs that had begun before this time; or at least one of these jobs is suspended, or what it awaited is not
 * noticed yet. That is so since a less urgent job begins a slice only if no more urgent one is ready. Each of these jobs accounts for its
 * execution and its suspension once. So the time is over when all these fit into it, as in the tests for tasks that do not await.
 *
 * Under fixed priorities without ties, the bounds of suspension-fixed-priority.ts may be smaller. They take what blocks a job at its
 * release for a part of its suspension: while it waits, others may run. Event loop and servers are tasks above all.
 */
import type { AdmissionAnswer, SystemModel, TaskModel } from "../scheduling/admission.ts";
import type { Model } from "./admission-model.ts";
import type { EffortOptions } from "./integers.ts";
import type { SuspendingTask } from "./suspending-task.ts";
import { suspensionResponseTimes } from "./suspension-fixed-priority.ts";

/** Why no test here is for these tasks; undefined: one is. */
export function refuseAwaits(
  tasks: readonly TaskModel[],
  { policy, eventLoop }: SystemModel,
): AdmissionAnswer | undefined {
  const awaiting = tasks.find(({ suspension }) => suspension !== undefined);
  if (awaiting === undefined) return undefined;
  const name = `"${awaiting.name}"`;
  const refused = (why: string): AdmissionAnswer => ({
    admitted: false,
    task: awaiting.name,
    reason: `Jobs of ${name} await, and ${why}`,
  });
  if (policy === "fifo") return refused("first come, first served no test counts that. Use fixed priorities or EDF.");
  const { round = Number.POSITIVE_INFINITY } = eventLoop ?? {};
  if (round === Number.POSITIVE_INFINITY)
    return refused("what they await is noticed between rounds, which have no end here. Give the scheduler a round.");
  const hasSections = tasks.some(({ sections = {} }) => Object.values(sections).some((length) => length > 0));
  if (!hasSections) return undefined;
  return refused("no test here counts critical sections or exclusive units beside that.");
}

/**
 * Bounds under fixed priorities, by task; undefined where there is none. Of tasks with equal priorities there is none at all.
 *
 * @param levels Places of tasks, the most urgent level first
 * @param blocking Of each level
 * @throws PreemptError where `maxSteps` is passed
 */
export function suspensionBounds(
  { tasks, interference }: Model,
  levels: readonly (readonly number[])[],
  blocking: readonly number[],
  limits: EffortOptions,
): (number | undefined)[] {
  const isTied = levels.some((level) => level.length > 1);
  if (isTied || tasks.every(({ suspension }) => suspension === 0)) return tasks.map(() => undefined);
  const above = interference.map(({ C, T, J = 0 }): SuspendingTask => ({ C, T, J, D: T }));
  const own = tasks.map(({ C, T, D, J = 0, suspension }, i): SuspendingTask => {
    const level = levels.findIndex(([place]) => place === i);
    return { C: C - suspension, T, D, J, S: suspension + (blocking[level] as number) };
  });
  const order = [...above.keys(), ...levels.map(([place]) => above.length + (place as number))];
  return suspensionResponseTimes([...above, ...own], order, limits)
    .slice(above.length)
    .map(({ R }) => R);
}
