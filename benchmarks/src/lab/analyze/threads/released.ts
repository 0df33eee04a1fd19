/**
 * Threads whose jobs are released by messages: holistic analysis (Tindell and Clark, Holistic schedulability analysis for
 * distributed hard real-time systems, Microprocessing and Microprogramming 1994), each thread by the test of its policy.
 */
import {
  approximately,
  density,
  edfResponseTimes,
  fifoResponseTime,
  type HolisticResult,
  passesDensity,
  responseTimes,
  type TimedTask,
} from "@preempt/runtime/analysis";
import type { TaskSet } from "../../task-set.ts";
import { releaseMessages } from "../../threads/threads-of.ts";
import type { EdfAnalysis, FixedPriorityAnalysis, SetAnalysis, ThreadAnalysis, Undecided } from "../analysis.ts";
import { analyzeFifo } from "../bounds.ts";
import { analyzeEdf, sectionBlocking } from "../edf.ts";
import { type NotFound, releasesFound } from "../events.ts";
import { analyzeFixedPriority, withSections } from "../fixed-priority.ts";
import type { Limits } from "../limits.ts";
import { hasBlocking } from "../timed.ts";
import { attempt, isUndecided } from "../undecided.ts";
import { mergeEdf, mergeFifo, mergeFixed } from "./merge.ts";

/** Without responses where the policy has no test of them. */
export interface Released extends Pick<HolisticResult, "tasks" | "least"> {
  readonly responses?: readonly (number | undefined)[];
}

/** Analyses the tasks of one thread, whose places are given. */
type ResponsesOf = (tasks: readonly TimedTask[], places: readonly number[]) => readonly (number | undefined)[];

/** The tasks as the kernels of their threads see them, under one policy. */
export function releasedTasks(
  set: TaskSet,
  tasks: readonly TimedTask[],
  threads: readonly (readonly number[])[],
  responsesOf: ResponsesOf,
): Released | NotFound {
  const messages = releaseMessages(set);
  const all = (timed: readonly TimedTask[]) => {
    const responses: (number | undefined)[] = [];
    for (const places of threads) {
      const own = responsesOf(partOf(timed, places), places);
      places.forEach((task, k) => {
        responses[task] = own[k];
      });
    }
    return responses;
  };
  const found = releasesFound(set, tasks, all, { messages });
  if (isUndecided(found)) return found;
  const responses = attempt(() => all(found.tasks));
  return isUndecided(responses) ? responses : { ...found, responses: later(responses, found.least) };
}

const partOf = (tasks: readonly TimedTask[], places: readonly number[]) => places.map((i) => tasks[i] as TimedTask);

/** The order among the tasks of one thread, by their places in it. */
export const orderOf = (order: readonly number[], places: readonly number[]): number[] =>
  order.filter((task) => places.includes(task)).map((task) => places.indexOf(task));

export function fixedReleased(
  set: TaskSet,
  tasks: readonly TimedTask[],
  threads: readonly (readonly number[])[],
  order: readonly number[],
  limits: Limits,
): Released | NotFound {
  return releasedTasks(set, tasks, threads, (timed, places) => {
    const own = orderOf(order, places);
    return responseTimes(withSections(timed, own, limits), own, limits).map(({ R }) => R);
  });
}

export function edfReleased(
  set: TaskSet,
  tasks: readonly TimedTask[],
  threads: readonly (readonly number[])[],
  limits: Limits,
): Released | NotFound {
  // Blocking terms have no test under EDF: there is no verdict, and no bound is needed.
  if (hasBlocking(tasks)) return { tasks, least: tasks.map(() => 0) };
  return releasedTasks(set, tasks, threads, (timed) =>
    edfResponseTimes(timed, { ...limits, blocking: sectionBlocking(timed, limits) }),
  );
}

interface ReleasedAnalysis
  extends Pick<SetAnalysis, "dm" | "rm" | "edf" | "fifo" | "ll" | "hyperbolic" | "density" | "baker" | "remarks"> {
  readonly verdicts: (thread: number) => Pick<ThreadAnalysis, "dm" | "rm" | "edf" | "fifo">;
}

export function analyzeReleased(
  set: TaskSet,
  tasks: readonly TimedTask[],
  threads: readonly (readonly number[])[],
  { order_dm, order_rm }: Pick<SetAnalysis, "order_dm" | "order_rm">,
  limits: Limits,
): ReleasedAnalysis {
  const { protocol, maxSteps } = limits;
  const each = <Value>(
    released: Released | NotFound,
    analyse: (own: readonly TimedTask[], places: readonly number[], least: readonly number[]) => Value,
  ) => {
    if (isUndecided(released)) return released;
    return threads.map((places) => ({
      places,
      found: analyse(
        partOf(released.tasks, places),
        places,
        places.map((task) => released.least[task] as number),
      ),
    }));
  };
  const fixed = (order: readonly number[]) =>
    each(fixedReleased(set, tasks, threads, order, limits), (own, places, least) =>
      laterFixed(analyzeFixedPriority(own, orderOf(order, places), limits, protocol), least),
    );
  const [dm, rm] = [fixed(order_dm), fixed(order_rm)];
  const edf = each(edfReleased(set, tasks, threads, limits), (own, _, least) =>
    laterEdf(analyzeEdf(own, limits, protocol), least),
  );
  const byAge = releasedTasks(set, tasks, threads, (timed) => {
    const response = fifoResponseTime(timed, { maxSteps });
    return timed.map(({ J = 0 }) => (response === undefined ? undefined : response + J));
  });
  const fifo = each(byAge, (own, _, least) => {
    const found = analyzeFifo(own, maxSteps, true);
    return { ...found, R: found.R === null ? null : found.R + Math.max(0, ...least) };
  });
  const none = { sched: null, R: null } as const;
  return {
    dm: isUndecided(dm) ? { ...none, ...dm } : mergeFixed(dm),
    rm: isUndecided(rm) ? { ...none, ...rm } : mergeFixed(rm),
    edf: isUndecided(edf) ? { ...none, firstViolation: null, ...edf } : mergeEdf(edf),
    fifo: isUndecided(fifo) ? { ...none, ...fifo } : mergeFifo(fifo.map(({ found }) => found)),
    // Of releases by others these know nothing.
    ...{ ll: null, hyperbolic: null, baker: null, density: densityOf(threads.map((own) => partOf(tasks, own))) },
    verdicts: (thread) => {
      const of = (found: NotFound | readonly { readonly found: { readonly sched: boolean | null } }[]) =>
        isUndecided(found) ? null : (found[thread]?.found.sched ?? null);
      return { dm: of(dm), rm: of(rm), edf: of(edf), fifo: of(fifo) };
    },
    remarks: [
      "event-triggered chains and messages: the response of the task before, and the message, count as release jitter",
    ],
  };
}

/** Of the thread with the largest one; jitter is left out of it. */
function densityOf(threads: readonly (readonly TimedTask[])[]): SetAnalysis["density"] {
  const values = threads.map((own) => approximately(density(own)));
  return { value: Math.max(0, ...values), pass: threads.every((own) => passesDensity(own)), applies: false };
}

/** From the arrival of the chain's first job: {@link HolisticResult} has the tasks later by `least`. */
function laterFixed(
  found: FixedPriorityAnalysis | Undecided,
  least: readonly number[],
): FixedPriorityAnalysis | Undecided {
  if (isUndecided(found)) return found;
  const { R, R1, R_sup } = found as FixedPriorityAnalysis;
  const add = (times: readonly (number | null)[]) => addTo(times, least);
  return {
    ...(found as FixedPriorityAnalysis),
    ...{ R: add(R), R1: add(R1) },
    ...(R_sup !== undefined && { R_sup: add(R_sup) }),
  };
}

function later(times: readonly (number | undefined)[], least: readonly number[]): (number | undefined)[] {
  return times.map((time, i) => (time === undefined ? undefined : time + (least[i] as number)));
}

function laterEdf(found: EdfAnalysis, least: readonly number[]): EdfAnalysis {
  return { ...found, R: found.R === null ? null : addTo(found.R, least) };
}

function addTo(times: readonly (number | null)[], more: readonly number[]): (number | null)[] {
  return times.map((time, i) => (time === null ? null : time + (more[i] as number)));
}
