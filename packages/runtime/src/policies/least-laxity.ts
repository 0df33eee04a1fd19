import type { Policy } from "./policy.ts";

/**
 * Least laxity first (Mok 1983): the job that can wait the shortest while goes first. The laxity of a job is its
 * deadline minus now minus what it has yet to execute, for which it needs a `wcet`.
 *
 * A policy of one's own, worked out: now is the same for all that wait, so that the order among them does not change
 * and the key can do without it. What a job has executed changes while it runs alone, and the key is asked again then.
 */
export const leastLaxity: Policy = {
  name: "llf",
  key: (job) => job.deadline - Math.max(0, job.wcet - job.executionTime),
};
