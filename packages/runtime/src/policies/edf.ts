import type { Policy } from "./policy.ts";

/** Earliest deadline first (Liu and Layland 1973). A job without a deadline is the least urgent. */
export const edf: Policy = {
  name: "edf",
  isDeadline: true,
  key: (job) => job.deadline,
};
