/**
 * Under which name jobs are counted and drawn together. A job without a name of its own goes by its id, `T3J7`, which
 * no other job has: those of a task belong to the task, `T3`, and those submitted one by one are simply unnamed.
 */

const unnamed = "(unnamed)";

export function labelOf(job: { readonly id: string; readonly name: string }): string {
  if (job.name !== job.id) return job.name;
  const task = job.id.slice(0, job.id.lastIndexOf("J"));
  return task === "T0" || task === "" ? unnamed : task;
}
