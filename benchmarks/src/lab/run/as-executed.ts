/** The set that really was executed: timers are late, and a cold cache makes jobs longer. A bound of that set has to hold for the run. */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { Costs } from "./costs.ts";
import type { RunSet } from "./order.ts";
import type { CellResult, TaskResult } from "./result.ts";

type Result = Pick<CellResult, "set" | "tasks">;

/** With the longest executions and suspensions of its jobs, where these were longer than planned. */
export function asExecuted(set: RunSet, result: Result): TaskSet {
  return changed(set, result, (task, { execution, suspension }) => ({
    ...withPauses(task, suspension),
    ...(task.segments === undefined
      ? { C: Math.max(task.C, execution.max) }
      : withParts(
          task,
          executionsOf(task.segments, task.C, execution.max, suspension),
          longestOf(task.segments, suspension, 1),
        )),
  }));
}

/** With the longest suspensions alone. */
export function withMeasuredSuspensions(set: RunSet, result: Result): TaskSet {
  return changed(set, result, (task, { suspension }) => withPauses(task, suspension));
}

type Measured = TaskResult["suspension"];

function changed(
  set: RunSet,
  { set: id, tasks }: Result,
  change: (task: TaskParameters, result: TaskResult) => TaskParameters,
): TaskSet {
  return {
    id,
    ...set,
    tasks: set.tasks.map((task, i) => {
      const result = tasks[i];
      return result === undefined ? task : change(task, result);
    }),
  };
}

function withPauses(task: TaskParameters, suspension: Measured): TaskParameters {
  if (suspension === undefined) return task;
  if (task.segments === undefined) return { ...task, S: Math.max(task.S ?? 0, suspension.max) };
  return { ...task, ...withParts(task, partsOf(task.segments, 0), longestOf(task.segments, suspension, 1)) };
}

const partsOf = (segments: readonly number[], rest: number) => segments.filter((_, at) => at % 2 === rest);

/** Where the parts were not measured, any of them may have been the longer one. */
function executionsOf(segments: readonly number[], C: number, longest: number, suspension: Measured): number[] {
  if (suspension?.longest !== undefined) return longestOf(segments, suspension, 0);
  return partsOf(segments, 0).map((length) => length + Math.max(0, longest - C));
}

function longestOf(segments: readonly number[], suspension: Measured, rest: number): number[] {
  return partsOf(segments, rest).map((length, i) => Math.max(length, suspension?.longest?.[2 * i + rest] ?? 0));
}

function withParts({ S }: TaskParameters, executions: readonly number[], pauses: readonly number[]) {
  const sum = (lengths: readonly number[]) => lengths.reduce((all, length) => all + length, 0);
  const segments = executions.flatMap((length, i) => (i === 0 ? [length] : [pauses[i - 1] as number, length]));
  return { C: sum(executions), segments, ...(S !== undefined && { S: sum(pauses) }) };
}

/** The costs, or those of the run where it shows larger ones. */
export function costsOfRun(
  { system, loop }: Costs,
  { turns, disturbance }: Pick<CellResult, "turns" | "disturbance">,
): Costs {
  const late = disturbance.longestWake / 1000;
  return {
    system: { ...system, releaseLatency: Math.max(system.releaseLatency, late) },
    loop: { turn: Math.max(loop.turn, (turns?.max ?? 0) / 1000), lateness: Math.max(loop.lateness, late) },
  };
}
