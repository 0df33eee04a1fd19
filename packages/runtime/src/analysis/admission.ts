/**
 * The admission test on top of the exact analyses: response times for fixed priorities, processor demand for EDF, the
 * bound of first come, first served, with the kernel's own costs in them (admission-model.ts).
 *
 * Under EDF the demand decides, quickly; what is admitted then gets bounds of its response times, from deadline busy
 * periods (Spuri 1996) with the same blocking and the same interference. What has no deadline comes after everything
 * else: fixed priorities, at the lowest level.
 */

import { PreemptError, show } from "../input/errors.ts";
import type { AdmissionAnswer, AdmissionTest } from "../scheduling/admission.ts";
import { type Model, type ModelTask, milliseconds, modelOf, type Protocol } from "./admission-model.ts";
import { refuseByDemand, refuseByFifo, refuseByResponse, refuseUndecided } from "./admission-refusal.ts";
import { refuseAwaits, suspensionBounds } from "./admission-suspension.ts";
import { addBlocking, type BlockingStep, blockingByLaterDeadlines } from "./edf-blocking.ts";
import { edfResponseTimes } from "./edf-response-time.ts";
import { fifoResponseTime } from "./fifo.ts";
import { Effort, longestTime } from "./integers.ts";
import { shortWindow } from "./qpa.ts";
import { blockingByLevel, edfResourceBlocking } from "./resource-blocking.ts";
import { responseAtLevel, type Start } from "./response-time.ts";
import type { TimedTask } from "./timed-task.ts";

/**
 * Answers from the exact tests, with slices, latencies, dispatches and critical sections counted in: whoever is admitted
 * misses no deadline as long as tasks and system keep to their models. Equal priorities count as more urgent for each
 * other. A task without a deadline is never the reason for a refusal, but its jobs count.
 *
 * @throws PreemptError for a time out of range, an unknown protocol or a policy that has no test
 */
export const exactAdmission: AdmissionTest = (tasks, system) => {
  const test = tests[system.policy as keyof typeof tests] as ((model: Model) => AdmissionAnswer) | undefined;
  if (test === undefined) {
    throw new PreemptError(
      "admission_policy",
      `there is no admission test for the policy ${show(system.policy)}. Use "edf", "fp" or "fifo".`,
    );
  }
  const refusal = refuseAwaits(tasks, system);
  if (refusal !== undefined) return refusal;
  const model = modelOf(tasks, system);
  try {
    return inPlaces(test(model), model, tasks.length);
  } catch (error) {
    // Not admitted is the safe answer to a question that would take too long.
    if (isUndecided(error)) return refuseUndecided(model, error.code);
    throw error;
  }
};

/** The response times in the order in which tasks were given; what is interference has none. */
function inPlaces(answer: AdmissionAnswer, model: Model, count: number): AdmissionAnswer {
  if (!answer.admitted) return answer;
  const responseTimes = new Array<number | undefined>(count).fill(undefined);
  for (const [i, { place }] of model.tasks.entries()) responseTimes[place] = answer.responseTimes[i];
  return { admitted: true, responseTimes };
}

function isUndecided(error: unknown): error is PreemptError {
  return error instanceof PreemptError && ["analysis_too_long", "time_too_long"].includes(error.code);
}

/** About a tenth of a second: the one who asks has the thread. */
const effort = { maxSteps: 10_000_000 };
/** For what the verdict does not hang on: bounds that would take longer are left out. */
const effortForBounds = { maxSteps: 2_000_000 };

const tests = { fp: byFixedPriority, edf: byDeadline, fifo: byArrival } as const;

function byFixedPriority(model: Model): AdmissionAnswer {
  const { tasks, interference } = model;
  const everything: TimedTask[] = [...tasks, ...asTasksAbove(interference)];
  const responses = new Array<number | undefined>(tasks.length).fill(undefined);
  const [shared, forBounds] = [new Effort(effort), new Effort(effortForBounds)];
  const levels = levelsOf(tasks);
  const blocking = blockingOf(model, levels);
  const above = interference.map((_, i) => tasks.length + i);
  const suspending = unlessTooLong(() => suspensionBounds(model, levels, blocking, effortForBounds));
  let start: Start | undefined;
  // From the most urgent one down, so that each level begins where the one above it ended.
  for (const [at, level] of levels.entries()) {
    let found: Start | undefined;
    for (const i of level) {
      const task = tasks[i] as ModelTask;
      const others = [...above, ...level.filter((j) => j !== i)];
      everything[i] = { ...task, B: blocking[at] as number };
      const from = found === undefined ? start : startOfEqual(task, found);
      const respond = (effort: Effort) => responseAtLevel(everything, i, others, [], {}, effort, from);
      const answer = task.hasDeadline ? respond(shared) : unlessTooLong(() => respond(forBounds));
      const R = smaller(answer?.response.R, suspending?.[i]);
      if (answer !== undefined && task.hasDeadline && (R === undefined || R > task.D)) {
        const urgent = others.filter((j) => j < tasks.length).map((j) => tasks[j] as ModelTask);
        return refuseByResponse(model, task, [...urgent, task], answer.response);
      }
      found ??= answer?.start;
      if (R !== undefined) responses[i] = milliseconds(R);
    }
    start = found ?? start;
    above.push(...level);
  }
  return { admitted: true, responseTimes: responses };
}

const smaller = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/**
 * Where to start for a task, from what was found for one as urgent. Until the task's own second job comes each of them has
 * the same before it, and the other one has less later on: so it is done no sooner, if not after that.
 */
function startOfEqual({ T, J = 0 }: ModelTask, { atOnce, begin }: Start): Start {
  return { atOnce, begin: Math.max(0, Math.min(begin, T - J)) };
}

/** Places of tasks of equal priority, the most urgent first: equals go before each other. */
function levelsOf(tasks: readonly ModelTask[]): number[][] {
  const levels = new Map<number, number[]>();
  for (const [i, { priority }] of tasks.entries()) {
    const level = levels.get(priority);
    if (level === undefined) levels.set(priority, [i]);
    else level.push(i);
  }
  return [...levels].sort(([a], [b]) => b - a).map(([, level]) => level);
}

/** At each level: a slice of what is below it, and its sections under each kind of protocol. */
function blockingOf(model: Model, levels: readonly (readonly number[])[]): number[] {
  const kinds = ["npcs", "pip", "ceiling"] as const;
  const sections = kinds.map((kind) => {
    const tasks = onlySections(model, kind, model.tasks);
    const byLevel = levels.map((level) => level.map((i) => tasks[i] as ModelTask));
    return blockingByLevel(kind, byLevel, "continuous");
  });
  let slice = 0;
  const slices: number[] = [];
  for (let at = levels.length - 1; at >= 0; at--) {
    slices[at] = slice;
    for (const i of levels[at] as number[]) slice = Math.max(slice, longestSlice(model, model.tasks[i] as ModelTask));
  }
  return slices.map((slice, at) => sections.reduce((all, blocking) => all + (blocking[at] as number), slice));
}

function byDeadline(model: Model): AdmissionAnswer {
  const { tasks, interference } = model;
  for (const resource of new Set(tasks.flatMap(({ cs = {} }) => Object.keys(cs)))) {
    const protocol = model.protocolOf(resource);
    if (protocol !== "pcp" && protocol !== "icpp") continue;
    // Under EDF they are others: Chen and Lin's dynamic ceilings (Real-Time Systems 1990), Burns's deadline floors (IEEE TC 2015).
    const reason = `The protocol "${protocol}" of "${resource}" needs fixed priorities: its ceiling is one, which no deadline of EDF compares with. Use "srp", which blocks as shortly, or "npcs".`;
    return { admitted: false, reason };
  }
  const due = tasks.filter(({ hasDeadline }) => hasDeadline);
  const serving = model.servers.map(({ region }) => ({ C: 1, T: 1, D: longestTime, q: region }));
  const running = tasks.map((task) => ({ ...task, q: longestSlice(model, task) }));
  const slices = blockingByLaterDeadlines([...running, ...serving], ({ q = 0 }) => q);
  const blocking = (["npcs", "pip", "ceiling"] as const).reduce<BlockingStep[]>((all, kind) => {
    const protocol = kind === "ceiling" ? "srp" : kind;
    return addBlocking(all, edfResourceBlocking(onlySections(model, kind, tasks), protocol));
  }, slices);
  const window = shortWindow(due, { blocking, interference, ...effort });
  if (window !== undefined) return refuseByDemand(model, due, blocking, window);
  return { admitted: true, responseTimes: boundsByDeadline(model, due, blocking) };
}

/** Undefined where there is no bound, and where it would take too long to find. */
function boundsByDeadline(
  { tasks, interference }: Model,
  due: readonly ModelTask[],
  blocking: readonly BlockingStep[],
): (number | undefined)[] {
  const shared = new Effort(effortForBounds);
  const everything = [...tasks, ...asTasksAbove(interference)];
  const ofDue = unlessTooLong(() => edfResponseTimes(due, { blocking, interference, ...effortForBounds })) ?? [];
  const bounds = new Map(due.map((task, i) => [task, ofDue[i]]));
  return tasks.map((task, i) => {
    const bound = task.hasDeadline
      ? bounds.get(task)
      : unlessTooLong(
          () => responseAtLevel(everything, i, [...everything.keys()].toSpliced(i, 1), [], {}, shared).response.R,
        );
    return bound === undefined ? undefined : milliseconds(bound);
  });
}

function unlessTooLong<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (isUndecided(error)) return undefined;
    throw error;
  }
}

/** The event loop is one more task, above all. */
function asTasksAbove(interference: Model["interference"]): TimedTask[] {
  return interference.map(({ C, T, J = 0 }) => ({ C, T, J, D: T }));
}

function byArrival(model: Model): AdmissionAnswer {
  const { tasks, interference } = model;
  // Nobody is preempted, so slices and sections block nobody. But what comes from outside waits for the end of the slice to be
  // noticed, and what the running job releases meanwhile goes before it.
  const regions = [...tasks.map((task) => longestSlice(model, task)), ...model.servers.map(({ region }) => region)];
  const unnoticed = Math.max(0, ...regions);
  const respond = () => fifoResponseTime(tasks, { interference, unnoticed, ...effort });
  const response = tasks.some(({ hasDeadline }) => hasDeadline) ? respond() : unlessTooLong(respond);
  const late = tasks.find(({ D, J = 0, hasDeadline }) => hasDeadline && (response === undefined || response + J > D));
  if (late !== undefined) return refuseByFifo(model, late, response);
  const responseTimes = tasks.map(({ J = 0 }) => (response === undefined ? undefined : milliseconds(response + J)));
  return { admitted: true, responseTimes };
}

/** How long a job of `task` runs on after a release that nobody noticed yet. */
function longestSlice({ region }: Model, { C }: ModelTask): number {
  return Math.min(region, C);
}

const kinds: Readonly<Record<Protocol, "npcs" | "pip" | "ceiling">> = {
  npcs: "npcs",
  pip: "pip",
  pcp: "ceiling",
  icpp: "ceiling",
  srp: "ceiling",
};

/** The tasks with their sections on resources of one kind of protocol. */
function onlySections<T extends TimedTask>(model: Model, kind: string, tasks: readonly T[]): T[] {
  return tasks.map((task) => {
    const sections = Object.entries(task.cs ?? {}).filter(([resource]) => kinds[model.protocolOf(resource)] === kind);
    return { ...task, cs: Object.fromEntries(sections) };
  });
}
