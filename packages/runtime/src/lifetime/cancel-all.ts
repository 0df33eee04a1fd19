/** Cancels every job of a scheduler that has not ended, in the order in which they were submitted. */
import type { Job } from "../kernel/job.ts";
import type { LivingJobs } from "./living-jobs.ts";

/** Returns how many that were; those that had been cancelled before do not count. */
export function cancelAll(living: LivingJobs, reason: unknown, except?: ReadonlySet<Job>): number {
  let count = 0;
  // A list of its own: whoever is told of one end may cancel others, or submit.
  for (const job of [...living]) {
    if (job.isSettled || except?.has(job)) continue;
    job.cancel(reason);
    count++;
  }
  return count;
}
