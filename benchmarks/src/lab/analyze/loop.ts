/** Response times of callbacks on the event loop, without preemption. */
import { type LoopResponse, loopResponseTimes } from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { hasLoop, loopOptions, loopTasks } from "../event-loop.ts";
import type { TaskSet } from "../task-set.ts";
import type { SetAnalysis } from "./analysis.ts";
import { orNull } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

/** Undefined: the set says nothing of queues. */
export function analyzeLoop(set: TaskSet, maxSteps: number): SetAnalysis["loop"] {
  if (!hasLoop(set)) return undefined;
  const tasks = loopTasks(set);
  const found = attempt(() => loopResponseTimes(tasks, { ...loopOptions(set), maxSteps }));
  if (isUndecided(found)) return { sched: null, R: null, ...found };
  const R = found.map((response) => orNull(response?.R));
  return { sched: tasks.every(({ D }, i) => (R[i] ?? Number.POSITIVE_INFINITY) <= D), R };
}

/** What a callback's response is made of. */
export function explainLoop(set: TaskSet, task: number, maxSteps?: number): string {
  const tasks = loopTasks(set);
  const found = attempt(() => loopResponseTimes(tasks, { ...loopOptions(set), maxSteps }));
  if (isUndecided(found)) return `Event loop: undecided, ${found.undecided}`;
  const response = found[task];
  if (response === undefined) {
    return "Event loop: no bound. With the callbacks of its order and those before them, it uses more than the thread.";
  }
  const { D } = tasks[task] as { D: number };
  const { R } = response;
  const verdict = R <= D ? `meets its deadline with ${D - R} µs to spare` : `misses its deadline by ${R - D} µs`;
  return `Event loop, each callback to its end: R = ${R} µs, ${verdict}.\n${termsTable(tasks, task, response)}`;
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
