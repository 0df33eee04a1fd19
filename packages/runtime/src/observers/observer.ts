/**
 * The events of a scheduler. Statistics, traces and charts are observers. Without one, the kernel only tests a field.
 */
import type { JobSource } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";

/** What a blocked job waits for. */
export type BlockedOn = "promise" | "job" | "resource";

/** A resource, as lock events name it. */
export interface NamedResource {
  /** The name of the resource. */
  readonly name: string;
}

/** Another job, or code outside of jobs, ran a job that was inside an exclusive unit. */
export interface Help {
  /** The exclusive unit that it was in. */
  readonly unit: string;
  /** Which job needed the unit; undefined: code outside of jobs. */
  readonly by: Job | undefined;
  /** Milliseconds for which the job was run. */
  readonly length: number;
}

/**
 * The events that an observer may receive, in the order of a job's life. Times are milliseconds on the scheduler's clock. An
 * exception of an observer is reported, and stops nothing.
 */
export interface Observer {
  /** The job is ready for the first time. */
  jobReleased?(job: Job, now: number): void;
  /** The job gets the processor for a slice. */
  jobDispatched?(job: Job, now: number): void;
  /** The job loses the processor at a preemption point, and is ready again. */
  jobPreempted?(job: Job, now: number): void;
  /** The job gives up the processor to wait. */
  jobBlocked?(job: Job, now: number, on: BlockedOn): void;
  /** The job's wait is over: it is ready again. */
  jobWoken?(job: Job, now: number): void;
  /** The job is done, failed or cancelled; see its state. */
  jobFinished?(job: Job, now: number): void;
  /**
   * The job is unfinished at its deadline. Called once, when the kernel first reads the clock after the deadline. The lateness is
   * known when the job has finished.
   */
  deadlineMissed?(job: Job, now: number): void;
  /** The task leaves a release out: its backlog is full, or it skips one after a miss. */
  releaseSkipped?(task: JobSource, now: number): void;
  /** A job ran for `length` without a read of the clock, longer than `slice`. Once per function. */
  sliceOverrun?(job: Job, length: number, slice: number): void;
  /** The job locked the resource. */
  resourceLocked?(resource: NamedResource, job: Job, now: number): void;
  /** The job wants the resource and has to wait. */
  resourceDenied?(resource: NamedResource, job: Job, now: number): void;
  /** The job unlocked the resource. */
  resourceUnlocked?(resource: NamedResource, job: Job, now: number): void;
  /**
   * The job was preempted in an exclusive unit. Another job, or code outside of jobs, wanted to enter, and ran it until it had left the
   * unit or the time was over. The other job waited that long.
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
