/** Checks of one task in a task-set file, and of the names of a set's tasks. */
import { LabError, show } from "../errors.ts";
import type { TaskParameters } from "../parameters.ts";
import { checkTime, isObject } from "./values.ts";

const fields = [
  ["C", "the execution time C", 0],
  ["T", "the period T", 1],
] as const;

const optional = [
  ["O", "the offset O"],
  ["J", "the release jitter J"],
  ["B", "the blocking B"],
  ["q", "the region q"],
] as const;

/** @throws LabError that names the field */
export function checkTask(task: unknown, where: string): void {
  if (!isObject(task))
    throw new LabError(
      "task_not_an_object",
      `${where} is ${show(task)}. Give { "C", "T" }, and "D" where it is not T.`,
    );
  for (const [field, what, least] of fields) checkTime(task[field], `${where}: ${what}`, least);
  for (const [field, what] of optional) if (task[field] !== undefined) checkTime(task[field], `${where}: ${what}`, 0);
  if (task.D !== undefined) checkTime(task.D, `${where}: the relative deadline D`, 1);
  const { C, T, D = T, q = 0, chunks, cs } = task as unknown as TaskParameters;
  if (C > D) {
    const limit =
      task.D === undefined ? `period T of ${T}, which is the deadline where D is` : `relative deadline D of ${D}`;
    const words = `${where}: the execution time C is ${C}, above the ${limit}${task.D === undefined ? " left out" : ""}`;
    throw new LabError("wcet_above_deadline", `${words}. No job could be in time: give a smaller C or a larger D.`);
  }
  if (q > C) throw new LabError("region_above_wcet", `${where}: the region q is ${q}, above C, ${C}. Give at most C.`);
  if (chunks !== undefined) checkChunks(chunks, C, where);
  if (cs !== undefined) checkSections(cs, C, where);
  const { queue } = task;
  if (queue !== undefined && (typeof queue !== "string" || queue === "")) {
    throw new LabError("task_queue", `${where}: its queue is ${show(queue)}. Give a text, or leave it out.`);
  }
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

/** @throws LabError if two tasks would be called the same */
export function checkNames(tasks: readonly { readonly name?: unknown; readonly id?: unknown }[], where: string): void {
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
