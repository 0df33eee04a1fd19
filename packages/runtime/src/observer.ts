/**
 * The instrumentation seam. Statistics, traces and charts are observers; without one the kernel only tests a field.
 */
import type { Job } from "./job.ts";

/** What an observer may listen to. Times are in milliseconds on the scheduler's clock. Exceptions are reported. */
export interface Observer {
  /** The job is ready for the first time. */
  jobReleased?(job: Job, now: number): void;
  /** The job gets the processor for a slice. */
  jobDispatched?(job: Job, now: number): void;
  /** The job gives the processor up and is ready again. */
  jobPreempted?(job: Job, now: number): void;
  /** The job waits for a promise. */
  jobBlocked?(job: Job, now: number): void;
  /** The job is done, failed or cancelled. */
  jobFinished?(job: Job, now: number): void;
  /** The job ended after its deadline. */
  deadlineMissed?(job: Job, lateness: number): void;
  roundStarted?(now: number): void;
  roundEnded?(now: number): void;
}
