/** Gives a job the limits that it was submitted with. */
import { PreemptError } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { JobLimits } from "./job-limits.ts";
import { checkAction, deadlineMissed, type LimitOptions, limitsOf, type OnJobMiss, perform } from "./limit-options.ts";

/** @throws PreemptError for an option out of range */
export function limitJob(kernel: Kernel, job: Job, options: LimitOptions & { readonly onMiss?: OnJobMiss }): void {
  const { onMiss = "continue", timeout, limit, late } = options;
  if (onMiss !== "continue") {
    const whose = `"${job.name}"`;
    checkAction(onMiss, "on_miss", `onMiss of ${whose}`, ["continue", "drop"]);
    if (onMiss === "drop" && job.wcet === 0) {
      throw new PreemptError(
        "wcet_missing",
        `${whose} is dropped when it cannot be in time, but has no wcet. Give its execution time.`,
      );
    }
    job.isFirm = onMiss === "drop";
    job.onMiss = perform(onMiss === "drop" ? "cancel" : onMiss, deadlineMissed);
  }
  // Most jobs have none.
  if (timeout === undefined && limit === undefined && late === undefined) return;
  const limits = limitsOf(`"${job.name}"`, options);
  if (limits !== undefined) job.limits = new JobLimits(kernel, limits);
}
