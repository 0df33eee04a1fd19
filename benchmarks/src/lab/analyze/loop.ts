/** Response times of callbacks on the event loop, without preemption. */
import {
  type AwaitingLoopTask,
  awaitingLoopResponseTimes,
  type LoopResponse,
  loopResponseTimes,
} from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { hasLoop, loopOptions, loopTasks } from "../event-loop.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import type { SetAnalysis } from "./analysis.ts";
import { withReleases } from "./events.ts";
import { orNull } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

/** Undefined: the set says nothing of queues. */
export function analyzeLoop(set: TaskSet, maxSteps: number): SetAnalysis["loop"] {
  if (!hasLoop(set)) return undefined;
  const tasks = loopTasks(set);
  const options = { ...loopOptions(set), maxSteps };
  const responsesOf = (timed: readonly AwaitingLoopTask[]) =>
    hasSuspension(set.tasks)
      ? awaitingLoopResponseTimes(timed, options)
      : loopResponseTimes(timed, options).map((response) => response?.R);
  const released = withReleases(set, tasks, responsesOf);
  if (isUndecided(released)) return { sched: null, R: null, ...released };
  const found = attempt(() => responsesOf(released));
  if (isUndecided(found)) return { sched: null, R: null, ...found };
  const R = found.map(orNull);
  return { sched: tasks.every(({ D }, i) => (R[i] ?? Number.POSITIVE_INFINITY) <= D), R };
}

/** What a callback's response is made of. */
export function explainLoop(set: TaskSet, task: number, maxSteps?: number): string {
  const tasks = loopTasks(set);
  if (hasSuspension(set.tasks)) return explainAwaits(set, task, maxSteps);
  const options = { ...loopOptions(set), maxSteps };
  const released = withReleases(set, tasks, (timed) => loopResponseTimes(timed, options).map((one) => one?.R));
  if (isUndecided(released)) return `Event loop: undecided, ${released.undecided}`;
  const found = attempt(() => loopResponseTimes(released, options));
  if (isUndecided(found)) return `Event loop: undecided, ${found.undecided}`;
  const response = found[task];
  if (response === undefined) {
    return "Event loop: no bound. With the callbacks of its order and those before them, it uses more than the thread.";
  }
  return `Event loop, each callback to its end: ${verdictOf(response.R, tasks[task] as { D: number })}.\n${termsTable(tasks, task, response)}`;
}

/** Parts of jobs between two awaits are callbacks of their own; the sum of what each waits for says little. */
function explainAwaits(set: TaskSet, task: number, maxSteps: number | undefined): string {
  const tasks = loopTasks(set);
  const found = attempt(() => awaitingLoopResponseTimes(tasks, { ...loopOptions(set), maxSteps }));
  if (isUndecided(found)) return `Event loop: undecided, ${found.undecided}`;
  const R = found[task];
  if (R !== undefined)
    return `Event loop, each part between two awaits to its end: ${verdictOf(R, tasks[task] as { D: number })}.`;
  const isOpen = tasks.some(({ S = 0, segments }) => S > 0 && segments === undefined);
  return `Event loop: no bound.${isOpen ? " A task has S without segments: nobody knows how often its jobs await." : ""}`;
}

function verdictOf(R: number, { D }: { readonly D: number }): string {
  return `R = ${R} µs, ${R <= D ? `meets its deadline with ${D - R} µs to spare` : `misses its deadline by ${R - D} µs`}`;
}

function termsTable(tasks: readonly { readonly C: number }[], self: number, { R, terms }: LoopResponse): string {
  const { jitter, blocking, queue, urgent, earlier } = terms;
  const row = (what: string, { task, time }: { readonly task: number; readonly time: number }) => {
    const { C } = tasks[task] as { C: number };
    return [task === self ? "its own" : `task ${task}, ${what}`, `${time / C} x ${C}`, String(time)];
  };
  const lines = [
    ...(jitter > 0 ? [["release jitter, lateness of timers", "", String(jitter)]] : []),
    ...(blocking > 0 ? [["a less urgent callback that has begun", "", String(blocking)]] : []),
    ...queue.filter(({ time }) => time > 0).map((each) => row("by age", each)),
    ...urgent.filter(({ time }) => time > 0).map((each) => row("goes first", each)),
    ...(earlier > 0 ? [["less its release in the busy period", "", String(-earlier)]] : []),
    ["R", "", String(R)],
  ];
  return textTable(["term", "jobs", "µs"], lines).replaceAll(/^/gm, "  ");
}
