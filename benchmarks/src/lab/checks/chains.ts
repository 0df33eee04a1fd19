/** Checks of the chains of a set. */
import { placeOfTask } from "../chains.ts";
import { LabError, show } from "../errors.ts";
import type { ChainParameters, TaskParameters } from "../parameters.ts";
import { hasSuspension } from "../suspension.ts";
import { checkTime, isObject } from "./values.ts";

/**
 * @param tasks Checked before
 * @throws LabError that names chain and task
 */
export function checkChains(chains: unknown, tasks: readonly TaskParameters[], where: string): void {
  if (!Array.isArray(chains)) {
    throw new LabError(
      "chains_not_a_list",
      `${where}: chains is ${show(chains)}. Give a list of { "tasks", "trigger" }.`,
    );
  }
  /** Whose jobs release the jobs of each task. */
  const before = new Map<number, number>();
  chains.forEach((chain: unknown, i) => {
    checkChain(chain, tasks, `${where}, chain ${i}`, before);
  });
  if (before.size > 0) checkTogether(before, tasks, where);
}

function checkChain(
  chain: unknown,
  tasks: readonly TaskParameters[],
  where: string,
  before: Map<number, number>,
): asserts chain is ChainParameters {
  if (!isObject(chain)) {
    throw new LabError("chain_not_an_object", `${where} is ${show(chain)}. Give { "tasks", "trigger" }.`);
  }
  const { tasks: named, trigger, D, name } = chain;
  if (trigger !== "event" && trigger !== "time") {
    throw new LabError("chain_trigger", `${where}: its trigger is ${show(trigger)}. Give "event" or "time".`);
  }
  if (name !== undefined && (typeof name !== "string" || name === "")) {
    throw new LabError("chain_name", `${where}: its name is ${show(name)}. Give a text, or leave it out.`);
  }
  if (D !== undefined) checkTime(D, `${where}: its end-to-end deadline D`, 1);
  if (!Array.isArray(named) || named.length < 2) {
    throw new LabError(
      "chain_tasks",
      `${where}: its tasks are ${show(named)}. Give a list of two names or places at least.`,
    );
  }
  const places = named.map((task: unknown) => {
    const place = placeOfTask(tasks, task);
    if (place !== undefined) return place;
    throw new LabError(
      "chain_task_unknown",
      `${where}: no task is called ${show(task)}. Give its name, or its place from 0.`,
    );
  });
  if (new Set(places).size < places.length) {
    throw new LabError("chain_task_twice", `${where} has a task twice: ${show(named)}. Give each task once.`);
  }
  if (trigger === "time") return;
  places.slice(1).forEach((place, k) => {
    const first = places[k] as number;
    const other = before.get(place);
    if (other !== undefined && other !== first) {
      const words = `${where}: task ${place} would be released by the tasks ${other} and ${first}`;
      throw new LabError("chain_two_before", `${words}. A task has one before it in event-triggered chains.`);
    }
    before.set(place, first);
  });
}

function checkTogether(before: ReadonlyMap<number, number>, tasks: readonly TaskParameters[], where: string): void {
  for (const [place, first] of before) {
    const { T, O = 0 } = tasks[place] as TaskParameters;
    const { T: theirs } = tasks[first] as TaskParameters;
    if (T !== theirs) {
      const words = `${where}: task ${place} is released by task ${first}, and their periods are ${T} and ${theirs}`;
      throw new LabError("chain_period", `${words}. Make them equal.`);
    }
    if (O > 0) {
      const words = `${where}: task ${place} is released by task ${first}, and has an offset O of ${O}`;
      throw new LabError("chain_offset", `${words}. Leave it out: it comes when that one ends.`);
    }
    const seen = new Set([place]);
    for (let at: number | undefined = first; at !== undefined; at = before.get(at)) {
      if (seen.has(at))
        throw new LabError("chain_circular", `${where}: task ${place} is released by itself, through chains.`);
      seen.add(at);
    }
  }
  if (!hasSuspension(tasks)) return;
  const words = `${where}: tasks suspend themselves, and event-triggered chains release others`;
  throw new LabError("chain_suspension", `${words}. Leave one of both out: no test covers them together.`);
}
