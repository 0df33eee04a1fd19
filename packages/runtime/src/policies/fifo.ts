import type { Policy } from "./policy.ts";

/**
 * First come, first served: by release. Nobody released later takes the processor from a job that runs. One that waits
 * lets others run; once it can go on it goes before all that were released later, also before one that runs.
 */
export const fifo: Policy = {
  name: "fifo",
  key: (job) => job.release,
  roundRobin: false,
};
