/** Jobs as observers see them, for events that are told here by hand. */
import type { Job } from "@preempt/runtime";
import type { TraceRecord } from "@preempt/runtime/observers";

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

/** A trace in which all happens at once. */
export function instant(time: number): TraceRecord[] {
  const job = { time, job: "T0J0", name: "quick", release: time } as const;
  return [
    { event: "jobReleased", ...job },
    { event: "jobDispatched", ...job },
    { event: "jobFinished", ...job },
  ];
}
