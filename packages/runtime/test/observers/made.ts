/** Jobs as observers see them, for events that are told here by hand. */
import type { Job } from "@preempt/runtime";

export function jobLike(parts: Partial<Pick<Job, "id" | "name" | "release" | "deadline" | "state" | "finish">>): Job {
  const { release = 0, deadline = Number.POSITIVE_INFINITY, finish } = parts;
  return {
    id: "T0J0",
    name: "made",
    state: "ready",
    executionTime: 0,
    responseTime: finish === undefined ? undefined : finish - release,
    lateness: finish === undefined || deadline === Number.POSITIVE_INFINITY ? undefined : finish - deadline,
    ...parts,
    release,
    deadline,
  } as Job;
}
