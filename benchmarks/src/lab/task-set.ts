/**
 * Task-set files: what every command of the laboratory reads, and what `generate` writes.
 *
 *     { "sets": [ { "id": "a", "tasks": [ { "C": 2000, "T": 10000, "D": 10000 } ] } ] }
 *
 * All times are integers in microseconds. The letters are those of the literature and of `@preempt/runtime/analysis`.
 * Fields that are not named here are left alone.
 */
import { checkChains } from "./checks/chains.ts";
import { checkJobs, checkServer } from "./checks/jobs.ts";
import { checkLoop } from "./checks/loop.ts";
import { checkSuspension } from "./checks/suspension.ts";
import { checkNames, checkTask } from "./checks/task.ts";
import { checkThreads } from "./checks/threads.ts";
import { isObject } from "./checks/values.ts";
import { LabError, show } from "./errors.ts";

import type { TaskParameters, TaskSet } from "./parameters.ts";

export { longestTime } from "./checks/values.ts";

export type {
  ChainParameters,
  LoopParameters,
  MessageParameters,
  PlacementName,
  ServerParameters,
  SingleJob,
  TaskParameters,
  TaskSet,
  TaskSetFile,
} from "./parameters.ts";
export { mainThread, placementNames, timerQueue } from "./parameters.ts";

/** An analysis of more would take hours, and a schedule of them could not be looked at. */
export const mostTasks = 10_000;

/**
 * The task sets in `text`.
 *
 * @param source Its name, for messages: a file's, or "standard input"
 * @throws LabError that names source, set, task and field
 */
export function parseTaskSets(text: string, source: string): TaskSet[] {
  return checkTaskSets(parseJson(text, source), source);
}

/**
 * As {@link parseTaskSets}, for a command that is to do something with them: a table without lines would pass for a result.
 *
 * @throws LabError that names source, set, task and field
 */
export function parseSomeTaskSets(text: string, source: string): TaskSet[] {
  const sets = parseTaskSets(text, source);
  if (sets.length === 0)
    throw new LabError("sets_empty", `${source} has no sets: its list is empty. Give at least one.`);
  return sets;
}

/** @throws LabError that names the source */
export function parseJson(text: string, source: string): unknown {
  // Whoever was to write it has failed, and said so.
  if (text.trim() === "") throw new LabError("not_json", `${source} is empty, and no JSON.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LabError("not_json", `${source} is not JSON: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * `value`, if it is what a task-set file has in it, with what the file leaves out: a deadline is the period then.
 *
 * @throws LabError that names source, set, task and field
 */
export function checkTaskSets(value: unknown, source: string): TaskSet[] {
  const sets = isObject(value) ? value.sets : undefined;
  if (!Array.isArray(sets)) {
    throw new LabError("sets_missing", `${source} has no list of sets. Give { "sets": [ { "id", "tasks": [ … ] } ] }.`);
  }
  const seen = new Map<string, number>();
  sets.forEach((set, i) => {
    const id = checkSet(set, i, source);
    const before = seen.get(id);
    if (before !== undefined) {
      throw new LabError(
        "set_id_twice",
        `${source}: sets ${before} and ${i} both have the id ${show(id)}. Make them differ.`,
      );
    }
    seen.set(id, i);
  });
  return (sets as TaskSet[]).map(withDeadlines);
}

/** Sets and tasks that leave nothing out are passed on as they are. */
function withDeadlines(set: TaskSet): TaskSet {
  if (set.tasks.every(({ D }) => D !== undefined)) return set;
  return { ...set, tasks: set.tasks.map((task) => (task.D === undefined ? withDeadline(task) : task)) };
}

function withDeadline({ C, T, ...more }: TaskParameters): TaskParameters {
  return { C, T, ...more, D: T };
}

/** @returns the set's id, as text */
function checkSet(set: unknown, i: number, source: string): string {
  if (!isObject(set))
    throw new LabError("set_not_an_object", `${source}: set ${i} is ${show(set)}. Give { "id", "tasks" }.`);
  const { id, tasks, jobs, server, loop, chains } = set;
  const isId = (typeof id === "string" && id !== "") || (typeof id === "number" && Number.isFinite(id));
  if (!isId) throw new LabError("set_id", `${source}: the id of set ${i} is ${show(id)}. Give a text or a number.`);
  const where = `${source}, set ${show(id)}`;
  if (!Array.isArray(tasks) || (tasks.length === 0 && jobs === undefined)) {
    throw new LabError("tasks_missing", `${where}: tasks is ${show(tasks)}. Give a list of at least one task.`);
  }
  if (tasks.length > mostTasks) {
    throw new LabError("too_many_tasks", `${where} has ${tasks.length} tasks. Give at most ${mostTasks}, in one set.`);
  }
  tasks.forEach((task, k) => {
    checkTask(task, `${where}, task ${k}`);
  });
  checkNames(tasks, where);
  checkSuspension(tasks, where);
  if (jobs !== undefined) checkJobs(jobs, where);
  if (server !== undefined) checkServer(server, where);
  if (loop !== undefined) checkLoop(loop, tasks, where);
  if (chains !== undefined) checkChains(chains, tasks, where);
  checkThreads(set as Record<string, unknown> & { readonly tasks: readonly TaskParameters[] }, where);
  return String(id);
}

/** Σ C/T, rounded as numbers are. */
export function utilisationOf({ tasks }: TaskSet): number {
  return tasks.reduce((sum, { C, T }) => sum + C / T, 0);
}

/** As a file: a set a line, so that a person can look at it and tools can compare it. */
export function writeTaskSets(sets: readonly TaskSet[]): string {
  return `{ "sets": [\n${sets.map((set) => `  ${JSON.stringify(set)}`).join(",\n")}\n] }\n`;
}

/**
 * The set with that id alone; all of them without one.
 *
 * @throws LabError if there is none
 */
export function chooseSet(sets: readonly TaskSet[], id: string | undefined, source: string): readonly TaskSet[] {
  if (id === undefined) return sets;
  const found = sets.filter((set) => String(set.id) === id);
  if (found.length > 0) return found;
  const some = sets.slice(0, 5).map((set) => show(set.id));
  const known = `${some.join(", ")}${sets.length > some.length ? `, and ${sets.length - some.length} more` : ""}`;
  throw new LabError("set_unknown", `${source} has no set ${show(id)}. It has ${known}.`);
}
