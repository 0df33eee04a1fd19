/**
 * Task-set files: what every command of the laboratory reads, and what `generate` writes.
 *
 *     { "sets": [ { "id": "a", "tasks": [ { "C": 2000, "T": 10000, "D": 10000 } ] } ] }
 *
 * All times are integers in microseconds. The letters are those of the literature and of `@preempt/runtime/analysis`.
 * Fields that are not named here are left alone.
 */
import { LabError, show } from "./errors.ts";

export interface TaskParameters {
  /** Worst-case execution time, 0 or more, at most D. Simulation and execution take it as the time of every job. */
  readonly C: number;
  /** Period, or minimum time between arrivals, 1 or more. */
  readonly T: number;
  /** Relative deadline, counted from the arrival, 1 or more; may be beyond the period. */
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
  /** For messages and charts. Default: its place in the set. */
  readonly name?: string;
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

export interface TaskSet {
  readonly id: string | number;
  readonly tasks: readonly TaskParameters[];
  /** Jobs that belong to no task; simulated, not analysed. */
  readonly jobs?: readonly SingleJob[];
  /** What serves `jobs`. Default: nothing, they compete with the tasks. */
  readonly server?: ServerParameters;
}

export interface TaskSetFile {
  readonly sets: readonly TaskSet[];
}

/** Exact in a number, as in the analyses: 142 years. */
export const longestTime = 2 ** 52;
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
 * `value`, if it is what a task-set file has in it.
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
  return sets as TaskSet[];
}

/** @returns the set's id, as text */
function checkSet(set: unknown, i: number, source: string): string {
  if (!isObject(set))
    throw new LabError("set_not_an_object", `${source}: set ${i} is ${show(set)}. Give { "id", "tasks" }.`);
  const { id, tasks, jobs, server } = set;
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
  if (jobs !== undefined) checkJobs(jobs, where);
  if (server !== undefined) checkServer(server, where);
  return String(id);
}

function checkNames(tasks: readonly { readonly name?: unknown; readonly id?: unknown }[], where: string): void {
  const names = new Map<unknown, number>();
  tasks.forEach(({ name, id }, k) => {
    if (name !== undefined && (typeof name !== "string" || name === "")) {
      throw new LabError("task_name", `${where}, task ${k}: its name is ${show(name)}. Give a text, or leave it out.`);
    }
    // A task without a name is called by its place.
    const own = new Set(name === undefined ? [`task ${k}`, id] : [name]);
    for (const each of own) {
      const before = names.get(each);
      if (each === undefined || before === undefined) continue;
      const words = `${where}: tasks ${before} and ${k} are both ${show(each)}`;
      throw new LabError("task_name_twice", `${words}. Make them differ.`);
    }
    for (const each of own) names.set(each, k);
  });
}

const fields = [
  ["C", "the execution time C", 0],
  ["T", "the period T", 1],
  ["D", "the relative deadline D", 1],
] as const;

const optional = [
  ["O", "the offset O"],
  ["J", "the release jitter J"],
  ["B", "the blocking B"],
  ["q", "the region q"],
] as const;

function checkTask(task: unknown, where: string): void {
  if (!isObject(task)) throw new LabError("task_not_an_object", `${where} is ${show(task)}. Give { "C", "T", "D" }.`);
  for (const [field, what, least] of fields) checkTime(task[field], `${where}: ${what}`, least);
  for (const [field, what] of optional) if (task[field] !== undefined) checkTime(task[field], `${where}: ${what}`, 0);
  const { C, D, q = 0, chunks, cs } = task as unknown as TaskParameters;
  if (C > D) {
    const words = `${where}: the execution time C is ${C}, above the relative deadline D of ${D}`;
    throw new LabError("wcet_above_deadline", `${words}. No job could be in time: give a smaller C or a larger D.`);
  }
  if (q > C) throw new LabError("region_above_wcet", `${where}: the region q is ${q}, above C, ${C}. Give at most C.`);
  if (chunks !== undefined) checkChunks(chunks, C, where);
  if (cs !== undefined) checkSections(cs, C, where);
}

function checkChunks(chunks: unknown, C: number, where: string): void {
  if (!Array.isArray(chunks))
    throw new LabError("chunks_not_a_list", `${where}: chunks is ${show(chunks)}. Give a list of times.`);
  chunks.forEach((length, i) => {
    checkTime(length, `${where}: chunk ${i}`, 1);
  });
  const sum = chunks.reduce((all: number, length: number) => all + length, 0);
  if (sum === C) return;
  throw new LabError("chunks_not_c", `${where}: the chunks add up to ${sum}, and C is ${C}. Make them equal.`);
}

function checkSections(cs: unknown, C: number, where: string): void {
  if (!isObject(cs))
    throw new LabError("sections_not_an_object", `${where}: cs is ${show(cs)}. Give { "resource": length }.`);
  for (const [resource, length] of Object.entries(cs)) {
    checkTime(length, `${where}: the section on ${show(resource)}`, 0);
    if ((length as number) <= C) continue;
    const words = `${where}: the section on ${show(resource)} is ${length}, above C, ${C}`;
    throw new LabError("section_above_wcet", `${words}. A section is a part of its job: give at most C.`);
  }
  const sum = Object.values(cs).reduce((all: number, length) => all + (length as number), 0);
  if (sum <= C) return;
  const words = `${where}: the sections add up to ${sum}, above C, ${C}`;
  throw new LabError("sections_above_wcet", `${words}. Sections are not nested: give at most C for all of them.`);
}

function checkJobs(jobs: unknown, where: string): void {
  if (!Array.isArray(jobs))
    throw new LabError(
      "jobs_not_a_list",
      `${where}: jobs is ${show(jobs)}. Give a list of [release, execution, deadline].`,
    );
  jobs.forEach((job: unknown, i) => {
    const here = `${where}, job ${i}`;
    if (!Array.isArray(job))
      throw new LabError("job_not_a_list", `${here} is ${show(job)}. Give [release, execution, deadline].`);
    const [release, execution, deadline, priority = 0] = job;
    checkTime(release, `${here}: its release`, 0);
    checkTime(execution, `${here}: its execution time`, 0);
    if (deadline !== null) checkTime(deadline, `${here}: its absolute deadline`, 0);
    if (!Number.isFinite(priority))
      throw new LabError(
        "priority_not_finite",
        `${here}: its priority is ${show(priority)}. Give a number; 0 is the most urgent.`,
      );
  });
}

const serverKinds: readonly unknown[] = ["cbs", "tbs", "deferrable", "polling"] satisfies ServerParameters["kind"][];

function checkServer(server: unknown, where: string): void {
  if (!isObject(server) || !serverKinds.includes(server.kind)) {
    const words = `${where}: the server is ${show(server)}`;
    throw new LabError(
      "server_kind",
      `${words}. Give { "kind", "Q", "T" } with one of the kinds ${serverKinds.join(", ")}.`,
    );
  }
  checkTime(server.Q, `${where}: the server's budget Q`, 1);
  checkTime(server.T, `${where}: the server's period T`, 1);
  if ((server.Q as number) <= (server.T as number)) return;
  throw new LabError(
    "server_above_one",
    `${where}: the server's budget Q is ${server.Q}, above its period of ${server.T}. Give at most the period.`,
  );
}

function checkTime(value: unknown, what: string, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTime) return;
  const given = value === undefined ? "missing" : show(value);
  throw new LabError("time_not_valid", `${what} is ${given}. Give an integer from ${least} to 2^52, in microseconds.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
