import type { Policy } from "./policy.ts";

/**
 * First in, first out, by release. A job that was released later does not preempt a running one. A job that waits lets others
 * run. When it can continue, it goes before all that were released later, also before a running one.
 */
export const fifo: Policy = {
  name: "fifo",
  key: (job) => job.release,
  roundRobin: false,
};
