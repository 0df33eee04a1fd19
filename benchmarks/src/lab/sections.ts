/** Where in a job its critical sections lie: a file tells only how long they are. */
import type { TaskParameters } from "./task-set.ts";

/** A stretch of execution, in microseconds. */
export interface Part {
  readonly length: number;
  /** Held meanwhile. */
  readonly resource?: string;
}

/** Those that a task's jobs lock: a section without a length is none. */
export function resourcesUsed({ cs = {} }: Pick<TaskParameters, "cs">): string[] {
  return Object.keys(cs).filter((resource) => (cs[resource] ?? 0) > 0);
}

/**
 * The sections one after the other, in the order of the file; what is left of the execution time is spread evenly before,
 * between and after them. Without sections one part, which may have no length.
 */
export function partsOf({ C, cs = {} }: Pick<TaskParameters, "C" | "cs">): Part[] {
  const sections = Object.entries(cs).filter(([, length]) => length > 0);
  const locked = sections.reduce((sum, [, length]) => sum + length, 0);
  const gap = Math.max(0, Math.floor((C - locked) / (sections.length + 1)));
  const parts = sections.flatMap(([resource, length]): Part[] => [{ length: gap }, { length, resource }]);
  const done = parts.reduce((sum, { length }) => sum + length, 0);
  return [...parts, { length: Math.max(0, C - done) }];
}
