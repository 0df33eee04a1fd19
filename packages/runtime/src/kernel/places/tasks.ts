/** Tasks: the jobs of one run in the order of their releases, each as urgent as those that wait behind it. */
import { passOn } from "../inheritance.ts";
import type { Job } from "../job.ts";
import { type Instant, rounding } from "../time.ts";
import type { Whole } from "./whole.ts";

/** Place 4. Whether the job cannot be in time any more, and its task drops such jobs. */
export function isToDrop(job: Job, now: Instant): boolean {
  return job.isFirm && job.wcet - job.executionTime > job.deadline - now + rounding(now) && !job.isSettled;
}

/** The job leaves the queue of its task: the one after it takes its place. */
export function leaveTask(kernel: Whole, { ahead, next }: Job): void {
  if (next !== undefined) next.ahead = ahead;
  if (ahead !== undefined) {
    ahead.next = next;
    passOn(kernel, ahead);
  } else if (next !== undefined) {
    next.waitsFor = undefined;
    if (!next.isDue) return;
    next.moveTo("ready");
    kernel.makeReady(next);
  }
}
