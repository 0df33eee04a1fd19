/** How long jobs of a set suspend themselves, and where. */
import type { TaskParameters } from "./parameters.ts";

/** In total. */
export function suspensionTime({ S, segments = [] }: Pick<TaskParameters, "S" | "segments">): number {
  return S ?? segments.reduce((all, length, i) => (i % 2 === 1 ? all + length : all), 0);
}

/** Of a task, or of its result: where its jobs suspend themselves. */
export function suspensionGiven({ S, segments }: Pick<TaskParameters, "S" | "segments">) {
  return { ...(S !== undefined && { S }), ...(segments !== undefined && { segments }) };
}

export function hasSuspension(tasks: readonly Pick<TaskParameters, "S" | "segments">[]): boolean {
  return tasks.some((task) => suspensionTime(task) > 0);
}
