/** What a task's response time is made of, in words and numbers. */
import {
  addBlocking,
  blockingByRegions,
  deadlineMonotonicOrder,
  demand,
  firstViolation,
  type ResponseTerms,
  rateMonotonicOrder,
  responseTimes,
  type TaskResponse,
  type TimedTask,
  utilisation,
} from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { LabError, show } from "../errors.ts";
import { hasLoop } from "../event-loop.ts";
import { preemptionOf } from "../regions.ts";
import { hasSuspension, suspensionTime } from "../suspension.ts";
import { type TaskParameters, type TaskSet, utilisationOf } from "../task-set.ts";
import { type Threads, threadsOf } from "../threads/threads-of.ts";
import { analyzeSet, checkPreemption } from "./analyze-set.ts";
import { explainChains } from "./chains.ts";
import { sectionBlocking } from "./edf.ts";
import { edfReleases, fixedPriorityReleases } from "./events.ts";
import { explainOffsets } from "./explain-offsets.ts";
import { withSections } from "./fixed-priority.ts";
import type { Limits } from "./limits.ts";
import { explainLoop } from "./loop.ts";
import { type AnalyzeOptions, defaultSteps } from "./options.ts";
import { explainSuspension } from "./suspension.ts";
import { explainEdfOnThread, explainFixed, explainThread } from "./threads/explain.ts";
import { hasBlocking, timedTasks } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

/**
 * @param task Its place in the set
 * @throws LabError if there is no such task
 */
export function explainTask(set: TaskSet, task: number, options: AnalyzeOptions = {}): string {
  const tasks = timedTasks(set);
  if (!Number.isInteger(task) || tasks[task] === undefined) {
    const known = tasks.length === 0 ? "no tasks" : `the tasks 0 to ${tasks.length - 1}`;
    const words = `the set ${show(set.id)} has ${known}, and no task ${task}`;
    throw new LabError("task_unknown", `${words}. Give one of them.`);
  }
  const orders = [
    ["Deadline-monotonic priorities", deadlineMonotonicOrder(tasks)],
    ["Rate-monotonic priorities", rateMonotonicOrder(tasks)],
  ] as const;
  const isSame = String(orders[0][1]) === String(orders[1][1]);
  checkPreemption(set, options);
  const threads = threadsOf(set);
  if (threads !== undefined) return explainOnThread(set, threads, task, isSame ? orders.slice(0, 1) : orders, options);
  const fixed = (isSame ? orders.slice(0, 1) : orders).map(([name, order]) =>
    explainOrder(isSame ? "Deadline- and rate-monotonic priorities" : name, tasks, order, task, set, options),
  );
  const suspension = hasSuspension(set.tasks) ? [explainSuspension(set, task, options.maxSteps)] : [];
  const loop = hasLoop(set) ? [explainLoop(set, task, options.maxSteps)] : [];
  const chains = set.chains === undefined ? [] : explainChains(analyzeSet(set, options), task);
  const offsets = explainOffsets(set, task, options);
  return [
    head(set, task),
    ...fixed,
    explainEdf(tasks, set, options),
    ...offsets,
    ...suspension,
    ...loop,
    ...chains,
  ].join("\n\n");
}

function explainOnThread(
  set: TaskSet,
  threads: Threads,
  task: number,
  orders: readonly (readonly [name: string, order: readonly number[]])[],
  options: AnalyzeOptions,
): string {
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs", maxSteps } = options;
  const limits: Limits = { preemption, convention, protocol, maxSteps: maxSteps ?? defaultSteps, responses: true };
  const tasks = timedTasks(set);
  const fixed = orders.map(([given, order]) => {
    const name = orders.length === 1 ? "Deadline- and rate-monotonic priorities" : given;
    const found = explainFixed(set, threads, order, task, limits);
    if (isUndecided(found)) return `${name}: undecided, ${found.undecided}`;
    const { R, terms, rows, place, count } = found;
    if (R === undefined || terms === undefined) return `${name}, place ${place} of ${count} there: no bound.`;
    const { D } = tasks[task] as TimedTask;
    return `${name}, place ${place} of ${count} there: ${verdictOf(R, D)}.\n${termsTable(tasks, task, terms, R, rows)}`;
  });
  const edf = explainEdfOnThread(set, threads, task, limits);
  const chains = set.chains === undefined ? [] : explainChains(analyzeSet(set, options), task);
  return [`${head(set, task)}\n${explainThread(set, threads, task)}`, ...fixed, edf, ...chains].join("\n\n");
}

const verdictOf = (R: number, D: number) =>
  `R = ${R} µs, ${R <= D ? `meets its deadline with ${D - R} µs to spare` : `misses its deadline by ${R - D} µs`}`;

function head(set: TaskSet, i: number): string {
  const { C, T, D, O = 0, J = 0, B = 0, ...more } = set.tasks[i] as TaskParameters;
  const S = suspensionTime(more);
  const others = `${O > 0 ? `, O ${O}` : ""}${J > 0 ? `, J ${J}` : ""}${B > 0 ? `, B ${B}` : ""}${S > 0 ? `, S ${S}` : ""}`;
  const note = S > 0 ? " Suspension counts as execution, but where it is named." : "";
  return `Task ${i}: C ${C}, T ${T}, D ${D}${others} µs; utilisation ${(C / T).toFixed(4)} of ${utilisationOf(set).toFixed(4)}.${note}`;
}

function explainOrder(
  name: string,
  tasks: readonly TimedTask[],
  order: readonly number[],
  i: number,
  set: TaskSet,
  options: AnalyzeOptions,
): string {
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs", maxSteps } = options;
  const limits = { preemption, protocol, maxSteps: maxSteps ?? defaultSteps };
  const released = fixedPriorityReleases(set, tasks, order, limits);
  if (isUndecided(released)) return `${name}: undecided, ${released.undecided}`;
  const blocked = withSections(released, order, { preemption, protocol });
  const found = attempt(() => responseTimes(blocked, order, { preemption, convention, maxSteps }));
  if (isUndecided(found)) return `${name}: undecided, ${found.undecided}`;
  const { R, terms } = found[i] as TaskResponse;
  const place = `place ${order.indexOf(i) + 1} of ${order.length}`;
  const above = order.slice(0, order.indexOf(i) + 1).map((k) => tasks[k] as TimedTask);
  if (R === undefined || terms === undefined) {
    return `${name}, ${place}: no bound. With the tasks above it, it uses ${utilisation(above).toFixed(4)} of the processor.`;
  }
  const { D } = tasks[i] as TimedTask;
  return `${name}, ${place}: ${verdictOf(R, D)}.\n${termsTable(tasks, i, terms, R)}`;
}

/** @param before What the release jitter is made of. Default: it stands as it is. */
function termsTable(
  tasks: readonly TimedTask[],
  i: number,
  terms: ResponseTerms,
  R: number,
  before?: readonly (readonly [string, string, string])[],
): string {
  const { job, jitter, blocking, own, interference, earlier } = terms;
  const jobs = (task: number, time: number) =>
    `${time / (tasks[task] as TimedTask).C} x ${(tasks[task] as TimedTask).C}`;
  const lines: (readonly [string, string, string])[] = [...(before ?? [])];
  if (jitter > 0 && before === undefined) lines.push(["release jitter", "", String(jitter)]);
  if (blocking > 0) lines.push(["blocking by less urgent tasks", "", String(blocking)]);
  lines.push([job === 0 ? "its own execution" : `its own execution, ${job + 1} jobs`, jobs(i, own), String(own)]);
  for (const { task, time } of interference) {
    if (time > 0) lines.push([`task ${task}`, jobs(task, time), String(time)]);
  }
  if (earlier > 0) lines.push([`less the arrival of job ${job} of the busy period`, "", String(-earlier)]);
  lines.push(["R", "", String(R)]);
  return textTable(
    ["term", "jobs", "µs"],
    lines.map((line) => [...line]),
  )
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

function explainEdf(given: readonly TimedTask[], set: TaskSet, options: AnalyzeOptions): string {
  if (hasBlocking(given)) return "EDF: no exact test with blocking terms B.";
  const { preemption = preemptionOf(set), convention = "discrete", protocol = "npcs", maxSteps } = options;
  const tasks = edfReleases(set, given, { preemption, protocol, maxSteps: maxSteps ?? defaultSteps });
  if (isUndecided(tasks)) return `EDF: undecided, ${tasks.undecided}`;
  const blocking = sectionBlocking(tasks, { preemption, protocol });
  const found = attempt(() => firstViolation(tasks, { preemption, convention, maxSteps, blocking }));
  if (isUndecided(found)) return `EDF: undecided, ${found.undecided}`;
  if (found === undefined) return "EDF: all deadlines are met; the demand fits into every window.";
  if (found <= 0) {
    const late = tasks.findIndex(({ D, J = 0 }) => D - J === found);
    return `EDF: task ${late} may be released when its deadline is over: D - J = ${found} µs.`;
  }
  const due = demand(tasks, found);
  const steps = addBlocking(blockingByRegions(tasks, preemption, convention), blocking);
  const blocked = steps.findLast(({ from }) => from <= found)?.length ?? 0;
  const parts = tasks
    .map(({ C, T, D, J = 0 }, i) => ({ i, jobs: Math.floor((found + J - D) / T) + 1, C }))
    .filter(({ jobs }) => jobs > 0)
    .map(({ i, jobs, C }) => [`task ${i}`, `${jobs} x ${C}`, String(jobs * C)]);
  if (blocked > 0) parts.push(["blocking by tasks with later deadlines", "", String(blocked)]);
  const table = textTable(["due in it", "jobs", "µs"], [...parts, ["demand", "", String(due + blocked)]]);
  return `EDF: the window of ${found} µs is too short for what can be due in it.\n${table.replaceAll(/^/gm, "  ")}`;
}
