/** What a response on one of several threads is made of: what comes before the release, with the message, and what comes after. */
import { type ResponseTerms, responseTimes, type TaskResponse, type TimedTask } from "@preempt/runtime/analysis";
import { textTable } from "../../../text-table.ts";
import { tasksBefore } from "../../chains.ts";
import type { TaskSet } from "../../task-set.ts";
import { hopsBetween, releaseMessages, type Threads, tasksByThread } from "../../threads/threads-of.ts";
import { withSections } from "../fixed-priority.ts";
import type { Limits } from "../limits.ts";
import { timedTasks } from "../timed.ts";
import { attempt, isUndecided } from "../undecided.ts";
import { edfReleased, fixedReleased, orderOf, type Released } from "./released.ts";

type Row = readonly [term: string, jobs: string, time: string];

/** The task's thread, in words. */
export function explainThread(set: TaskSet, { names, of }: Threads, task: number): string {
  const others = [...of.keys()].filter((i) => of[i] === of[task] && i !== task);
  const beside =
    others.length === 0 ? "alone" : `beside ${others.length === 1 ? "task" : "tasks"} ${others.join(", ")}`;
  const load = others.concat(task).reduce((sum, i) => sum + (set.tasks[i]?.C ?? 0) / (set.tasks[i]?.T ?? 1), 0);
  return `On "${names[of[task] as number]}" ${beside}; utilisation ${load.toFixed(4)} there.`;
}

export interface FixedExplained {
  readonly R: number | undefined;
  /** Of the set, as the indices in `terms` are. */
  readonly terms: ResponseTerms | undefined;
  /** What comes before the release: replaces the release jitter. */
  readonly rows: readonly Row[];
  /** Among the tasks of its thread. */
  readonly place: number;
  readonly count: number;
}

/** Under fixed priorities. */
export function explainFixed(
  set: TaskSet,
  threads: Threads,
  order: readonly number[],
  task: number,
  limits: Limits,
): FixedExplained | { readonly undecided: string } {
  const all = tasksByThread(threads);
  const places = all[threads.of[task] as number] as readonly number[];
  const released = fixedReleased(set, timedTasks(set), all, order, limits);
  if (isUndecided(released)) return released;
  const own = orderOf(order, places);
  const tasks = places.map((i) => released.tasks[i] as TimedTask);
  const found = attempt(() => responseTimes(withSections(tasks, own, limits), own, limits));
  if (isUndecided(found)) return found;
  const at = places.indexOf(task);
  const { R, terms } = found[at] as TaskResponse;
  return {
    R: R === undefined ? undefined : R + (released.least[task] as number),
    terms: terms && {
      ...terms,
      interference: terms.interference.map(({ task: i, time }) => ({ task: places[i] as number, time })),
    },
    rows: rowsBefore(set, threads, task, released),
    place: own.indexOf(at) + 1,
    count: places.length,
  };
}

/** Under EDF, where a response is no sum of terms of single tasks. */
export function explainEdfOnThread(set: TaskSet, threads: Threads, task: number, limits: Limits): string {
  const released = edfReleased(set, timedTasks(set), tasksByThread(threads), limits);
  if (isUndecided(released)) return `EDF: undecided, ${released.undecided}`;
  if (released.responses === undefined) return "EDF: no exact test with blocking terms B.";
  const R = released.responses[task];
  if (R === undefined) return "EDF: no bound. The tasks of its thread use more than a processor.";
  const { D } = set.tasks[task] as TaskSet["tasks"][number];
  const rows = rowsBefore(set, threads, task, released);
  const earlier = rows.reduce((sum, [, , time]) => sum + Number(time), 0);
  const verdict = R <= D ? `meets its deadline with ${D - R} µs to spare` : `misses its deadline by ${R - D} µs`;
  const lines = [...rows, ["on its thread", "", String(R - earlier)], ["R", "", String(R)]];
  return `EDF: R = ${R} µs, ${verdict}.\n${indented(lines.map(([term, , time]) => [term as string, time as string]))}`;
}

function indented(lines: readonly (readonly string[])[]): string {
  return textTable(["term", "µs"], lines as string[][]).replaceAll(/^/gm, "  ");
}

function rowsBefore(set: TaskSet, threads: Threads, task: number, { responses }: Pick<Released, "responses">): Row[] {
  const { names, of } = threads;
  const first = tasksBefore(set)[task];
  const message = releaseMessages(set)[task]?.[1] ?? 0;
  const { J = 0 } = set.tasks[task] as TaskSet["tasks"][number];
  const end = first === undefined ? undefined : responses?.[first];
  const hops = first === undefined ? 1 : hopsBetween(threads, of[first] as number, of[task] as number);
  const how =
    first === undefined ? "message of the main thread" : hops === 1 ? "message" : "message through the main thread";
  return [
    ...(end === undefined
      ? []
      : [[`task ${first} on "${names[of[first as number] as number]}"`, "", String(end)] as const]),
    ...(message > 0 ? [[how, "", String(message)] as const] : []),
    ...(J > 0 ? [["release jitter", "", String(J)] as const] : []),
  ];
}
