/**
 * The instrumentation seam. Statistics, traces and charts are observers; without one the kernel only tests a field.
 */
import type { JobSource } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";

/** Why a job gave the processor up and is not ready: what it waits for. */
export type BlockedOn = "promise" | "job" | "resource";

/** What a lock event tells of the resource. */
export interface NamedResource {
  readonly name: string;
}

/** A job was run by another, or by code outside of jobs. */
export interface Help {
  /** The exclusive unit that it was in. */
  readonly unit: string;
  /** Which job needed the unit; undefined: code outside of jobs. */
  readonly by: Job | undefined;
  /** Milliseconds for which the job was run. */
  readonly length: number;
}

/**
 * What an observer may listen to, in the order of a job's life. Times are in milliseconds on the scheduler's clock.
 * An exception of an observer is reported and stops nothing.
 */
export interface Observer {
  /** The job is ready for the first time. */
  jobReleased?(job: Job, now: number): void;
  /** The job gets the processor for a slice. */
  jobDispatched?(job: Job, now: number): void;
  /** The job gives the processor up and is ready again. */
  jobPreempted?(job: Job, now: number): void;
  /** The job gives the processor up to wait. */
  jobBlocked?(job: Job, now: number, on: BlockedOn): void;
  /** What the job waited for has come: it is ready again. */
  jobWoken?(job: Job, now: number): void;
  /** The job is done, failed or cancelled; see its state. */
  jobFinished?(job: Job, now: number): void;
  /**
   * The job is unfinished at its deadline. Told once, when the kernel notices: at the first look at the clock after the
   * deadline; the lateness is known when the job has finished.
   */
  deadlineMissed?(job: Job, now: number): void;
  /** The task leaves a release out: its backlog is full, or it skips one after a miss. */
  releaseSkipped?(task: JobSource, now: number): void;
  /** A job of the function ran for `length` without a look at the clock, longer than `slice`. Once per function. */
  sliceOverrun?(job: Job, length: number, slice: number): void;
  /** The job locked the resource. */
  resourceLocked?(resource: NamedResource, job: Job, now: number): void;
  /** The job asked for the resource and has to wait. */
  resourceDenied?(resource: NamedResource, job: Job, now: number): void;
  /** The job unlocked the resource. */
  resourceUnlocked?(resource: NamedResource, job: Job, now: number): void;
  /**
   * Another job, or code outside of jobs, came to the exclusive unit that the job was preempted in, and ran it until it had left the
   * unit or the time was up. The other job was kept waiting for so long.
   */
  jobHelped?(job: Job, now: number, help: Help): void;
  /** The kernel has the thread. */
  roundStarted?(now: number): void;
  /** The kernel gives the thread back to the event loop. */
  roundEnded?(now: number): void;
}

/** The names of all events. */
export const observerEvents = [
  "jobReleased",
  "jobDispatched",
  "jobPreempted",
  "jobBlocked",
  "jobWoken",
  "jobFinished",
  "deadlineMissed",
  "releaseSkipped",
  "sliceOverrun",
  "resourceLocked",
  "resourceDenied",
  "resourceUnlocked",
  "jobHelped",
  "roundStarted",
  "roundEnded",
] as const satisfies readonly (keyof Observer)[];
