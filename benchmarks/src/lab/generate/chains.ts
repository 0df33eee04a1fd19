/** Chains of generated sets. */
import type { ChainParameters, TaskParameters } from "../task-set.ts";
import type { Chains } from "./options.ts";
import type { Random } from "./random.ts";

/**
 * Chains of tasks in random order, each task in one of them at most. In event-triggered chains the tasks get the period of
 * the first one, with their utilisations as they were, and the chain has the deadline of one period.
 */
export function drawChains(
  random: Random,
  tasks: readonly TaskParameters[],
  { count, length, trigger }: Chains,
): { readonly tasks: TaskParameters[]; readonly chains: ChainParameters[] } {
  const free = random.shuffle(tasks.map((_, i) => i));
  const changed = [...tasks];
  const chains: ChainParameters[] = [];
  while (chains.length < count && free.length >= length.least) {
    const places = free.splice(0, Math.min(free.length, random.integer(length.least, length.most)));
    const { T } = tasks[places[0] as number] as TaskParameters;
    if (trigger === "event")
      for (const place of places.slice(1)) changed[place] = withPeriod(tasks[place] as TaskParameters, T);
    chains.push({ tasks: places, trigger, ...(trigger === "event" && { D: T }) });
  }
  return { tasks: changed, chains };
}

function withPeriod({ O: _, ...task }: TaskParameters, T: number): TaskParameters {
  return { ...task, C: task.C === 0 ? 0 : Math.max(1, Math.round((task.C * T) / task.T)), T, D: T };
}
