/** Task sets as the analyses take them. */
import type { TimedTask } from "@preempt/runtime/analysis";
import { suspensionTime } from "../suspension.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";

/**
 * An execution time of 0 counts as the shortest there is, and suspension as execution: both are on the safe side where jobs
 * can be preempted anywhere.
 */
export function timedTasks({ tasks }: TaskSet): TimedTask[] {
  return tasks.map(({ C, T, D, J, B, q, chunks, cs, ...more }: TaskParameters) => ({
    C: Math.max(1, C) + suspensionTime(more),
    T,
    D,
    ...(J !== undefined && { J }),
    ...(B !== undefined && { B }),
    ...(q !== undefined && { q }),
    ...(chunks !== undefined && chunks.length > 0 && { chunks }),
    ...(cs !== undefined && { cs }),
  }));
}

export function hasSections(tasks: readonly TimedTask[]): boolean {
  return tasks.some(({ cs = {} }) => Object.values(cs).some((length) => length > 0));
}

export function hasBlocking(tasks: readonly TimedTask[]): boolean {
  return tasks.some(({ B = 0 }) => B > 0);
}

export function hasJitter(tasks: readonly TimedTask[]): boolean {
  return tasks.some(({ J = 0 }) => J > 0);
}

export const orNull = <T>(value: T | undefined): T | null => value ?? null;
