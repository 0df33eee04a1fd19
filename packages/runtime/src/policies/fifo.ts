import type { Policy } from "./policy.ts";

/** First come, first served: by release; a job that runs goes on to its end. */
export const fifo: Policy = {
  name: "fifo",
  key: (job) => job.release,
  roundRobin: false,
};
