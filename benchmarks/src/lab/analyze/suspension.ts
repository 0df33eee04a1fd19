/** Tests of sets in which jobs suspend themselves. */
import {
  deadlineMonotonicOrder,
  edfSuspension,
  type SuspendingTask,
  type SuspensionMethod,
  type SuspensionResponse,
  suspensionResponseTimes,
} from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import type { SuspensionAnalysis } from "./analysis.ts";
import { orNull } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

export const suspensionMethods: readonly SuspensionMethod[] = [
  "oblivious",
  "blocking",
  "jitter",
  "unifying",
  "segments",
];

function suspendingTasks({ tasks }: Pick<TaskSet, "tasks">): SuspendingTask[] {
  return tasks.map(({ C, T, D, J = 0, S, segments }) => ({
    C: Math.max(1, C),
    T,
    D,
    J,
    ...(S !== undefined && { S }),
    ...(segments !== undefined && { segments }),
  }));
}

/** Undefined: no job suspends itself. */
export function analyzeSuspension(set: TaskSet, maxSteps: number): SuspensionAnalysis | undefined {
  if (!hasSuspension(set.tasks)) return undefined;
  const tasks = suspendingTasks(set);
  const inTime = (R: number | undefined, i: number) =>
    (R ?? Number.POSITIVE_INFINITY) <= (tasks[i] as SuspendingTask).D;
  const fixed = attempt(() => suspensionResponseTimes(tasks, deadlineMonotonicOrder(tasks), { maxSteps }));
  const edf = attempt(() => edfSuspension(tasks, { maxSteps }));
  return {
    dm: isUndecided(fixed)
      ? { sched: null, R: null, ...fixed }
      : {
          sched: fixed.every(({ R }, i) => inTime(R, i)),
          R: fixed.map(({ R }) => orNull(R)),
          method: fixed.map(({ method }) => orNull(method)),
          by: Object.fromEntries(
            suspensionMethods.map((method) => [method, fixed.map(({ bounds }) => orNull(bounds[method]))]),
          ) as Record<SuspensionMethod, (number | null)[]>,
        },
    edf: isUndecided(edf)
      ? { sched: null, R: null, ...edf }
      : { sched: edf.isSchedulable, by: orNull(edf.by), R: edf.responses.map(orNull) },
  };
}

/** What the responses of a task are made of. */
export function explainSuspension(set: TaskSet, task: number, maxSteps?: number): string {
  const tasks = suspendingTasks(set);
  const limits = { maxSteps };
  const { D } = tasks[task] as SuspendingTask;
  const verdict = (R: number) =>
    R <= D ? `in time, with ${D - R} µs to spare` : `late by ${R - D} µs, as far as is known`;
  const fixed = attempt(() => suspensionResponseTimes(tasks, deadlineMonotonicOrder(tasks), limits));
  const edf = attempt(() => edfSuspension(tasks, limits));
  return [fixedWords(), edfWords()].join("\n\n");

  function fixedWords(): string {
    const name = "Suspension, deadline-monotonic priorities";
    if (isUndecided(fixed)) return `${name}: undecided, ${fixed.undecided}`;
    const { R, method, bounds, terms } = fixed[task] as SuspensionResponse;
    if (R === undefined || terms === undefined) return `${name}: no bound.`;
    const others = suspensionMethods
      .filter((other) => other !== method)
      .map((other) => `${other} ${bounds[other] ?? "-"}`)
      .join(", ");
    return `${name}: R <= ${R} µs by "${method}", ${verdict(R)}. By others: ${others}.\n${termsTable(R, terms)}`;
  }

  function edfWords(): string {
    if (isUndecided(edf)) return `Suspension, EDF: undecided, ${edf.undecided}`;
    const R = edf.responses[task];
    const all = edf.isSchedulable
      ? `all deadlines are met, by "${edf.by}"`
      : "no test shows that all deadlines are met";
    return `Suspension, EDF: ${all}. ${R === undefined ? "No bound" : `R <= ${R} µs, ${verdict(R)}`}.`;
  }
}

function termsTable(R: number, terms: NonNullable<SuspensionResponse["terms"]>): string {
  const { jitter, own, suspension, blocking, interference, earlier } = terms;
  const lines = [
    ["release jitter", jitter],
    ["its own execution", own],
    ["its own suspension", suspension],
    ["suspension of more urgent tasks, as blocking", blocking],
    ...interference.map(({ task, time }) => [`task ${task}`, time] as const),
    ["less the arrival of its job of the busy period", -earlier],
  ] as const;
  const shown = lines.filter(([, time]) => time !== 0).map(([what, time]) => [what, String(time)]);
  return textTable(["term", "µs"], [...shown, ["R", String(R)]]).replaceAll(/^/gm, "  ");
}
