/** Threads of generated sets. */
import type { PlacementName, TaskSet } from "../task-set.ts";
import { threadsOf } from "../threads/threads-of.ts";

export interface DrawnThreads {
  /** How many, or their names. */
  readonly threads: number | readonly string[];
  readonly placement: PlacementName;
  /** How long messages take, in microseconds. Needed where there are chains. */
  readonly delay?: readonly [least: number, most: number];
}

/** The set with a thread for each task, found by the placement. Nothing is drawn. */
export function withThreads(set: TaskSet, { threads, placement, delay }: DrawnThreads): TaskSet {
  const placed = { ...set, threads, ...(delay !== undefined && { messages: { delay } }) };
  const of = threadsOf({ ...placed, placement })?.of ?? [];
  return { ...placed, tasks: set.tasks.map((task, i) => ({ ...task, thread: of[i] as number })) };
}
