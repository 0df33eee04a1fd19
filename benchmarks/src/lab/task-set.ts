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
import { isObject } from "./checks/values.ts";
import { LabError, show } from "./errors.ts";

export { longestTime } from "./checks/values.ts";

export interface TaskParameters {
  /** Worst-case execution time, 0 or more, at most D. Simulation and execution take it as the time of every job. */
  readonly C: number;
  /** Period, or minimum time between arrivals, 1 or more. */
  readonly T: number;
  /** Relative deadline, counted from the arrival, 1 or more; may be beyond the period. A file may leave it out: then it is T. */
  readonly D: number;
  /** Offset: when the first job arrives. Default 0. The analyses look at the worst offsets, whatever is given. */
  readonly O?: number;
  /** Release jitter: a job may be released so long after its arrival. Default 0. */
  readonly J?: number;
  /** Blocking by less urgent work. Default 0. Fixed priorities only. */
  readonly B?: number;
  /** Longest region in which a job cannot be preempted, wherever it lies. Default 0. */
  readonly q?: number;
  /** Lengths between the preemption points of a job, in order; they add up to C. */
  readonly chunks?: readonly number[];
  /** Longest critical section of a job on each resource. Sections are not nested. */
  readonly cs?: Readonly<Record<string, number>>;
  /** Longest total time for which a job suspends itself, wherever it likes: it awaits. Default: that of its segments, else 0. */
  readonly S?: number;
  /** Execution and suspension in turn: c, s, c, …, c. The executions are 1 or more each, and add up to C. */
  readonly segments?: readonly number[];
  /** The task queue of the event loop in which its callbacks wait. Default: one for all tasks that name none. */
  readonly queue?: string;
  /** For messages and charts. Default: its place in the set. */
  readonly name?: string;
}

/** The queue of tasks whose callbacks are timers: {@link LoopParameters} says how late these are. */
export const timerQueue = "timer";

/** How an event loop without preemption chooses among the callbacks that wait. */
export interface LoopParameters {
  /** By queue: 0, the most urgent, to 1000. Callbacks go before all of larger levels. Default of each queue: 0. */
  readonly levels?: Readonly<Record<string, number>>;
  /** Between queues of one level: "oldest", the oldest callback; "any", as the HTML standard allows. Default "oldest". */
  readonly choice?: "oldest" | "any";
  /** Callbacks in the queue "timer" are due at multiples of this. Default 1. */
  readonly granularity?: number;
  /** How long after that the loop may notice it. Default 0. */
  readonly lateness?: number;
}

/** A job by itself: release, execution time, absolute deadline (null: none), priority (0 is the most urgent; default 0). */
export type SingleJob = readonly [release: number, execution: number, deadline: number | null, priority?: number];

/** A container for the jobs by themselves, so that they cannot hurt the tasks. */
export interface ServerParameters {
  readonly kind: "cbs" | "tbs" | "deferrable" | "polling";
  /** Budget in each period, 1 or more. */
  readonly Q: number;
  /** The server's period. */
  readonly T: number;
}

/** Tasks that pass data on: a → b → c. */
export interface ChainParameters {
  /** Names or places of tasks, the first one first. Two at least. */
  readonly tasks: readonly (string | number)[];
  /**
   * - "event": the end of a job releases a job of the next task. All have the same T, and deadlines D count from the arrival of the
   *   first task's job.
   * - "time": each task runs by its own period, and reads at its start what the task before it wrote last, at its end.
   */
  readonly trigger: "event" | "time";
  /** End-to-end deadline: of the response of an event-triggered chain, of the reaction time of a time-triggered one. Default: none. */
  readonly D?: number;
  /** For messages. Default: its place in the set. */
  readonly name?: string;
}

export interface TaskSet {
  readonly id: string | number;
  readonly tasks: readonly TaskParameters[];
  /** Jobs that belong to no task; simulated, not analysed. */
  readonly jobs?: readonly SingleJob[];
  /** How the event loop chooses, for analyses and simulations of it. Default: the oldest callback of all. */
  readonly loop?: LoopParameters;
  /** Default: none, tasks have nothing to do with each other. */
  readonly chains?: readonly ChainParameters[];
  /** What serves `jobs`. Default: nothing, they compete with the tasks. */
  readonly server?: ServerParameters;
}

export interface TaskSetFile {
  readonly sets: readonly TaskSet[];
}

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
