import type { Policy } from "./policy.ts";

/**
 * Least laxity first (Mok 1983): the job that can wait the shortest time goes first. The laxity of a job is its deadline minus
 * now minus its remaining execution time, for which it needs a `wcet`.
 *
 * An example of a policy: "now" is the same for all waiting jobs, so it does not change their order, and the key leaves it out.
 * The execution time of a job changes only while it runs, and the kernel computes the key again then.
 */
export const leastLaxity: Policy = {
  name: "llf",
  key: (job) => job.deadline - Math.max(0, job.wcet - job.executionTime),
};
