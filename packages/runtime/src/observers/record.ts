/**
 * What a trace consists of: one flat record for each event of the {@link Observer} seam. Numbers, strings and nothing
 * else, and no Infinity, so that a trace can be posted to another thread, written as JSON and read back unchanged.
 */
import type { BlockedOn } from "./observer.ts";

/** Something happened to a job. Times are in milliseconds on the scheduler's clock. */
export interface JobRecord {
  /** What happened: the event of the observer with this name. */
  readonly event:
    | "jobReleased"
    | "jobDispatched"
    | "jobPreempted"
    | "jobBlocked"
    | "jobWoken"
    | "jobFinished"
    | "deadlineMissed"
    | "sliceOverrun"
    | "resourceLocked"
    | "resourceDenied"
    | "resourceUnlocked"
    | "jobHelped";
  /** When it happened. A `sliceOverrun` has the time of the event before it: the kernel tells none. */
  readonly time: number;
  /** The job's id. */
  readonly job: string;
  /** The job's name. */
  readonly name: string;
  /** When the job became eligible. Each record has it: a ring forgets the release of a long job before its end. */
  readonly release: number;
  /** The job's absolute deadline; absent if it has none. */
  readonly deadline?: number;
  /** Of `jobBlocked`: what the job waits for. */
  readonly on?: BlockedOn;
  /** Of `jobFinished`: how it ended. */
  readonly outcome?: "done" | "failed" | "cancelled";
  /** Of `sliceOverrun`: milliseconds without a look at the clock. Of `jobHelped`: for how long it ran. */
  readonly length?: number;
  /** Of the events of a resource: its name. */
  readonly resource?: string;
  /** Of `jobHelped`: the exclusive unit that it was in. */
  readonly unit?: string;
}

/** A task left a release out. */
export interface TaskRecord {
  /** What happened. */
  readonly event: "releaseSkipped";
  /** When it happened, in milliseconds on the scheduler's clock. */
  readonly time: number;
  /** The task's name. */
  readonly name: string;
}

/** The kernel took the thread, or gave it back. */
export interface RoundRecord {
  /** Which of the two happened. */
  readonly event: "roundStarted" | "roundEnded";
  /** When it happened, in milliseconds on the scheduler's clock. */
  readonly time: number;
}

/** One record of a trace. */
export type TraceRecord = JobRecord | TaskRecord | RoundRecord;
