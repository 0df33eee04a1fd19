import type { Job } from "../job.ts";

/** Which job is more urgent? The kernel breaks ties: earlier release first, then round robin by slice. */
export interface Policy {
  readonly name: string;
  /** Whether `a` goes before `b`: a strict weak order that does not change while a job is ready. */
  isMoreUrgent(a: Job, b: Job): boolean;
  /** False: among equals the one that runs goes on to its end. Default: true. */
  readonly roundRobin?: boolean;
}
