/** The chains of a set, with its tasks by place. */
import type { ChainParameters, TaskParameters, TaskSet } from "./parameters.ts";

export interface Chain {
  readonly name: string;
  readonly trigger: ChainParameters["trigger"];
  readonly tasks: readonly number[];
  readonly D: number | undefined;
}

/** @param task A name or a place; undefined: there is none of it */
export function placeOfTask(tasks: readonly Pick<TaskParameters, "name">[], task: unknown): number | undefined {
  if (typeof task === "number") return tasks[task] === undefined ? undefined : task;
  const place = tasks.findIndex(({ name }) => name !== undefined && name === task);
  return place < 0 ? undefined : place;
}

/** Of a checked set. */
export function chainsOf({ tasks, chains = [] }: Pick<TaskSet, "tasks" | "chains">): Chain[] {
  return chains.map(({ name, trigger, tasks: named, D }, i) => ({
    name: name ?? `chain ${i}`,
    trigger,
    tasks: named.map((task) => placeOfTask(tasks, task) as number),
    D,
  }));
}

/** By task: the one whose jobs release its jobs. */
export function tasksBefore(set: Pick<TaskSet, "tasks" | "chains">): (number | undefined)[] {
  const before: (number | undefined)[] = set.tasks.map(() => undefined);
  for (const { trigger, tasks } of chainsOf(set)) {
    if (trigger !== "event") continue;
    tasks.slice(1).forEach((task, k) => {
      before[task] = tasks[k];
    });
  }
  return before;
}

/** By task: those that its jobs release. */
export function tasksAfter(set: Pick<TaskSet, "tasks" | "chains">): number[][] {
  const before = tasksBefore(set);
  return set.tasks.map((_, i) => [...before.keys()].filter((next) => before[next] === i));
}

export function hasEvents(set: Pick<TaskSet, "tasks" | "chains">): boolean {
  return set.chains?.some(({ trigger }) => trigger === "event") ?? false;
}
