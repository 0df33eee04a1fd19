/** What is written down of a schedule. Times are in milliseconds on the scheduler's clock. */
import type { Job } from "../kernel/job.ts";

/** How a job left the processor: to others and ready again, to wait, or for good. */
export type SegmentEnd = "preempted" | "blocked" | "done" | "failed" | "cancelled";

/** A stretch of time in which one job had the processor and no other ran. */
export interface Segment {
  /** The job that ran. */
  readonly job: Job;
  /** When it got the processor. */
  readonly from: number;
  /** When it lost the processor. */
  readonly to: number;
  /** How it lost the processor. */
  readonly end: SegmentEnd;
}

/** Something that happened, at an instant. */
export interface ScheduleEvent {
  /** When it happened. */
  readonly at: number;
  /** What happened. */
  readonly what:
    | ("released" | "dispatched" | "preempted" | "blocked" | "woken" | "done" | "failed" | "cancelled")
    | ("missed" | "skipped" | "locked" | "denied" | "unlocked");
  /** Undefined for a skipped release. */
  readonly job: Job | undefined;
  /** Of a skipped release: the task's name. Of a lock: the resource's. Of "blocked": what for. */
  readonly of?: string;
}

/** A job that was unfinished at its deadline, and when the kernel noticed. */
export interface Miss {
  /** The job that was late. */
  readonly job: Job;
  /** When the kernel noticed. */
  readonly at: number;
}

/** A resource that was held; `to` is undefined while it still is. */
export interface LockHold {
  /** The name of the resource. */
  readonly resource: string;
  /** The job that held it. */
  readonly job: Job;
  /** When it was locked. */
  readonly from: number;
  /** When it was unlocked; undefined while it is held. */
  readonly to: number | undefined;
}

/** As much of a schedule as its text needs. */
export interface WrittenSchedule {
  /** When the recording began. */
  readonly start: number;
  /** Which job had the processor, in order. */
  readonly segments: readonly Segment[];
  /** Everything that happened, in order. */
  readonly events: readonly ScheduleEvent[];
}
