import type { Task } from "@preempt/runtime";
import type { TaskCount } from "./result.ts";

/** What became of its jobs. */
export function countOf(task: Task): TaskCount {
  const unfinished = task.unfinished;
  return {
    name: task.name,
    due: task.released + task.skipped,
    finished: task.released - unfinished.length,
    misses: task.misses + task.skipped + unfinished.filter(({ missed }) => missed).length,
  };
}
