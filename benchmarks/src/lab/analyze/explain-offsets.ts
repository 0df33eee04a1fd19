/** What a response with offsets is made of, in words and numbers. */
import {
  deadlineMonotonicOrder,
  demandBetween,
  type EdfOffsets,
  edfOffsets,
  jobsBetween,
  type OffsetResponse,
  type OffsetTask,
  offsetExecution,
  offsetResponseTimes,
  rateMonotonicOrder,
  type TransactionTerms,
} from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { preemptionOf } from "../regions.ts";
import type { TaskSet } from "../task-set.ts";
import { offsetTasks } from "./offsets.ts";
import { type AnalyzeOptions, defaultSteps } from "./options.ts";

import { attempt, isUndecided } from "./undecided.ts";

/** Nothing where no test knows of offsets. */
export function explainOffsets(set: TaskSet, i: number, options: AnalyzeOptions): string[] {
  const { preemption = preemptionOf(set), maxSteps = defaultSteps } = options;
  const tasks = offsetTasks(set, preemption);
  if (tasks === undefined) return [];
  const [dm, rm] = [deadlineMonotonicOrder(tasks), rateMonotonicOrder(tasks)];
  const isSame = String(dm) === String(rm);
  const name = isSame ? "deadline- and rate-monotonic" : "deadline-monotonic";
  const monotonic = [explainPriorities(`Offsets, ${name} priorities`, tasks, dm, i, maxSteps)];
  if (!isSame) monotonic.push(explainPriorities("Offsets, rate-monotonic priorities", tasks, rm, i, maxSteps));
  return [...monotonic, explainEdf(tasks, i, maxSteps)];
}

function explainPriorities(
  name: string,
  tasks: readonly OffsetTask[],
  order: readonly number[],
  i: number,
  maxSteps: number,
): string {
  const found = attempt(() => offsetResponseTimes(tasks, order, { maxSteps }));
  if (isUndecided(found)) return `${name}: undecided, ${found.undecided}`;
  const { R, method, arrival, terms } = found[i] as OffsetResponse;
  if (R === undefined) return `${name}: no bound.`;
  const verdict = verdictOf(R, (tasks[i] as OffsetTask).D);
  if (arrival !== undefined) {
    const parts = executedTerms(tasks, order, i, arrival, R);
    return `${name}: R = ${R} µs exactly, of the job that arrives at ${arrival} µs; ${verdict}.\n${parts}`;
  }
  if (terms === undefined) return `${name}: R <= ${R} µs by "${method}", ${verdict}. No offset shortens this bound.`;
  return `${name}: R <= ${R} µs by "${method}", ${verdict}.\n${transactionTerms(tasks, i, R, terms)}`;
}

const verdictOf = (R: number, D: number) =>
  R <= D ? `in time, with ${D - R} µs to spare` : `beyond the deadline by ${R - D} µs`;

/** What ran from the arrival of a job to its end. */
function executedTerms(
  tasks: readonly OffsetTask[],
  policy: "edf" | readonly number[],
  i: number,
  arrival: number,
  R: number,
): string {
  const executed = offsetExecution(tasks, policy, arrival, arrival + R);
  const others = executed.flatMap((time, k) => (k !== i && time > 0 ? [[`task ${k}`, String(time)]] : []));
  const term = `runs from ${arrival} to ${arrival + R}`;
  return indented(textTable([term, "µs"], [["the task itself", String(executed[i])], ...others, ["R", String(R)]]));
}

function transactionTerms(tasks: readonly OffsetTask[], i: number, R: number, terms: TransactionTerms): string {
  const { first, groups, job, arrival, own, interference } = terms;
  const jobs = (k: number, time: number) => `${time / (tasks[k] as OffsetTask).C} x ${(tasks[k] as OffsetTask).C}`;
  const lines = [
    [job === 0 ? "its own execution" : `its own execution, ${job + 1} jobs`, jobs(i, own), String(own)],
    ...interference
      .filter(({ time }) => time > 0)
      .map(({ task, time }) => [`task ${task}`, jobs(task, time), String(time)]),
    ...(arrival > 0 ? [["less its arrival after the beginning", "", String(-arrival)]] : []),
    ...(arrival < 0 ? [["its arrival before the beginning", "", String(-arrival)]] : []),
    ["R", "", String(R)],
  ];
  const split = groups.map((group) => `{${group.join(", ")}}`).join(" ");
  const words = `  Candidate: a release of task ${first} begins the busy period. Transactions of tasks: ${split}.`;
  return `${words}\n${indented(textTable(["term", "jobs", "µs"], lines))}`;
}

function explainEdf(tasks: readonly OffsetTask[], i: number, maxSteps: number): string {
  const found = attempt(() => edfOffsets(tasks, { maxSteps }));
  if (isUndecided(found)) return `Offsets, EDF: undecided, ${found.undecided}`;
  const { isSchedulable, by, violation } = found;
  const all = isSchedulable
    ? `all deadlines are met, by "${by}".`
    : by === undefined
      ? "no test shows that all deadlines are met, and none refutes it."
      : violation === undefined
        ? "the utilisation is above 1."
        : `the window from ${violation.from} to ${violation.to} µs is too short for what arrives and is due in it.`;
  const window = violation === undefined ? "" : `\n${dueTable(tasks, violation)}`;
  return `Offsets, EDF: ${all}${window}${edfResponse(tasks, i, found)}`;
}

function edfResponse(tasks: readonly OffsetTask[], i: number, { responses, arrivals }: EdfOffsets): string {
  const [R, arrival] = [responses[i], arrivals[i]];
  if (R === undefined) return "";
  const verdict = verdictOf(R, (tasks[i] as OffsetTask).D);
  if (arrival === undefined) return `\n  R <= ${R} µs, ${verdict}.`;
  const parts = executedTerms(tasks, "edf", i, arrival, R);
  return `\n  R = ${R} µs exactly, of the job that arrives at ${arrival} µs; ${verdict}.\n${parts}`;
}

function dueTable(tasks: readonly OffsetTask[], { from, to }: { readonly from: number; readonly to: number }): string {
  const parts = tasks.flatMap((task, k) => {
    const jobs = jobsBetween(task, from, to);
    return jobs === 0 ? [] : [[`task ${k}`, `${jobs} x ${task.C}`, String(jobs * task.C)]];
  });
  const demand = ["demand", "", String(demandBetween(tasks, from, to))];
  return indented(textTable([`due in these ${to - from} µs`, "jobs", "µs"], [...parts, demand]));
}

const indented = (text: string) => text.replaceAll(/^/gm, "  ");
