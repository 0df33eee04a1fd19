/** Orders of fixed priorities: task indices, the most urgent first. */
import { PreemptError } from "../input/errors.ts";
import type { TimedTask } from "./timed-task.ts";

/** Shortest period first (Liu and Layland 1973); the lower index among equals. */
export function rateMonotonicOrder(tasks: readonly Pick<TimedTask, "T">[]): number[] {
  return orderedBy(tasks.map((task) => task.T));
}

/** Shortest relative deadline first (Leung and Whitehead 1982); the lower index among equals. */
export function deadlineMonotonicOrder(tasks: readonly Pick<TimedTask, "D">[]): number[] {
  return orderedBy(tasks.map((task) => task.D));
}

function orderedBy(keys: readonly number[]): number[] {
  return keys.map((_, i) => i).sort((a, b) => (keys[a] as number) - (keys[b] as number));
}

/**
 * Whether a task meets its deadline below all of `above` and over all of `below`, whatever the order within each.
 * All arguments are indices.
 */
export type LevelTest = (task: number, above: readonly number[], below: readonly number[]) => boolean;

/**
 * An order under which every task passes `isFeasible`; undefined if there is none. Optimal for tests that depend only
 * on who is above and who is below, and that a task does not fail by moving up (Audsley, On Priority Assignment in
 * Fixed Priority Scheduling, IPL 2001). At most n² tests.
 */
export function audsley(count: number, isFeasible: LevelTest): number[] | undefined {
  if (!Number.isInteger(count) || count < 0)
    throw new PreemptError("count_not_a_count", `the number of tasks is ${count}. Give an integer of 0 or more.`);
  const left = Array.from({ length: count }, (_, i) => i);
  const below: number[] = [];
  while (left.length > 0) {
    // The last one that fits, so that a set that needs no special order keeps the order it is given in.
    const place = left.findLastIndex((task, at) => isFeasible(task, left.toSpliced(at, 1), below));
    if (place < 0) return undefined;
    below.unshift(...left.splice(place, 1));
  }
  return below;
}
