/** The set that really was executed: with the longest executions and suspensions of its jobs, where these were longer than planned. */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { Costs } from "./costs.ts";
import type { RunSet } from "./order.ts";
import type { CellResult, TaskResult } from "./result.ts";

/** A bound of it has to hold for the run: timers are late, and a cold cache makes jobs longer. */
export function asExecuted(set: RunSet, { set: id, tasks }: Pick<CellResult, "set" | "tasks">): TaskSet {
  return { id, ...set, tasks: set.tasks.map((task, i) => taskAsExecuted(task, tasks[i])) };
}

function taskAsExecuted(task: TaskParameters, result: TaskResult | undefined): TaskParameters {
  if (result === undefined) return task;
  const { execution, suspension } = result;
  const C = Math.max(task.C, execution.max);
  if (task.segments === undefined) {
    const S = Math.max(task.S ?? 0, suspension?.max ?? 0);
    return { ...task, C, ...(S > 0 && { S }) };
  }
  const segments = task.segments.map((length, at) => Math.max(length, suspension?.longest?.[at] ?? 0));
  const sum = (rest: number) => segments.reduce((all, length, at) => (at % 2 === rest ? all + length : all), 0);
  return { ...task, C: sum(0), segments, ...(task.S !== undefined && { S: sum(1) }) };
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
