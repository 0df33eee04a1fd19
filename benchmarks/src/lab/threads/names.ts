/** What threads are called. */
import type { TaskSet } from "../parameters.ts";

/** Of a checked set: "thread 0", "thread 1", … where it says how many. */
export function threadNames(threads: NonNullable<TaskSet["threads"]>): readonly string[] {
  if (typeof threads !== "number") return threads;
  return Array.from({ length: threads }, (_, i) => `thread ${i}`);
}

/** @param thread A name or a place; undefined: there is none of it */
export function placeOfThread(names: readonly string[], thread: unknown): number | undefined {
  if (typeof thread === "number") return names[thread] === undefined ? undefined : thread;
  const place = names.indexOf(thread as string);
  return place < 0 ? undefined : place;
}
