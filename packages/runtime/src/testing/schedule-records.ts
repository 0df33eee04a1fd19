/** What is written down of a schedule. Times are in milliseconds on the scheduler's clock. */
import type { Job } from "../kernel/job.ts";

/** How a job left the processor: to others and ready again, to wait, or for good. */
export type SegmentEnd = "preempted" | "blocked" | "done" | "failed" | "cancelled";

/** A stretch of time in which one job had the processor and no other ran. */
export interface Segment {
  readonly job: Job;
  readonly from: number;
  readonly to: number;
  readonly end: SegmentEnd;
}

/** Something that happened, at an instant. */
export interface ScheduleEvent {
  readonly at: number;
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
  readonly job: Job;
  readonly at: number;
}

/** A resource that was held; `to` is undefined while it still is. */
export interface LockHold {
  readonly resource: string;
  readonly job: Job;
  readonly from: number;
  readonly to: number | undefined;
}

/** As much of a schedule as its text needs. */
export interface WrittenSchedule {
  readonly start: number;
  readonly segments: readonly Segment[];
  readonly events: readonly ScheduleEvent[];
}
