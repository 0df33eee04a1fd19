/** Critical sections: a job inside is not preempted by another one, though the event loop gets the thread after each round. */
import type { PreemptError } from "../../input/errors.ts";
import { ignore } from "../core-kernel.ts";
import { waitsInside } from "../inheritance.ts";
import type { Job } from "../job.ts";
import type { Instant } from "../time.ts";
import type { Whole } from "./whole.ts";

/** The job leaves one of its sections. */
export function leaveSection(kernel: Whole, job: Job): void {
  if (job.sections === 0) return;
  job.sections--;
  if (job !== kernel.running) return;
  // Its group was paused while it was inside.
  if (job.sections === 0 && job.group?.keeps(job)) kernel.stopRunning();
  // What became ready meanwhile takes over at the next preemption point.
  else kernel.preemptIfLessUrgent();
}

/** Place 10. A job that would wait inside gets an error instead, which is returned. */
export function refuseWait(kernel: Whole, job: Job, now: Instant, awaiting: unknown): PreemptError {
  ignore(awaiting);
  // Where it would go on by itself, it does so before all others, to leave the section. A function that has returned cannot.
  if (job.activation?.depth) {
    kernel.inside = job;
    job.moveTo("ready");
    kernel.on.jobPreempted?.(job, now);
  }
  return waitsInside(job);
}
