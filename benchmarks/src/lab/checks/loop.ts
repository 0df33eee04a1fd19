/** Checks of what a set says of its event loop. */
import { LabError, show } from "../errors.ts";
import type { LoopParameters, TaskParameters } from "../parameters.ts";
import { checkTime, isObject } from "./values.ts";

const choices: readonly unknown[] = ["oldest", "any"] satisfies LoopParameters["choice"][];
const fields: readonly string[] = ["levels", "choice", "granularity", "lateness"] satisfies (keyof LoopParameters)[];

/** Levels are parts of numbers that also hold instants. */
const mostLevel = 1000;

/**
 * @param tasks Checked before
 * @throws LabError that names the field
 */
export function checkLoop(loop: unknown, tasks: readonly TaskParameters[], where: string): void {
  if (!isObject(loop))
    throw new LabError("loop_not_an_object", `${where}: loop is ${show(loop)}. Give { "levels", "choice" }.`);
  for (const name of Object.keys(loop)) {
    if (fields.includes(name)) continue;
    throw new LabError("loop_field", `${where}: loop has a field ${show(name)}. Give ${fields.join(", ")}.`);
  }
  const { levels = {}, choice = "oldest", granularity = 1, lateness = 0 } = loop;
  if (!choices.includes(choice)) {
    throw new LabError("loop_choice", `${where}: the loop's choice is ${show(choice)}. Give "oldest" or "any".`);
  }
  checkTime(granularity, `${where}: the granularity of timers`, 1);
  checkTime(lateness, `${where}: the lateness of timers`, 0);
  if (!isObject(levels)) throw new LabError("loop_levels", `${where}: levels is ${show(levels)}. Give { "queue": 0 }.`);
  const known = new Set(tasks.map(({ queue }) => queue));
  for (const [queue, level] of Object.entries(levels)) {
    if (!known.has(queue)) {
      const words = `${where}: the loop's levels name the queue ${show(queue)}, and no task is in it`;
      throw new LabError("queue_unknown", `${words}. Give the queue of a task.`);
    }
    if (Number.isInteger(level) && (level as number) >= 0 && (level as number) <= mostLevel) continue;
    const words = `${where}: the level of the queue ${show(queue)} is ${show(level)}`;
    throw new LabError("loop_level", `${words}. Give an integer from 0, the most urgent, to ${mostLevel}.`);
  }
}
