import type { Policy } from "./policy.ts";

/** All jobs are equal and take turns slice by slice. */
export const roundRobin: Policy = {
  name: "rr",
  key: () => 0,
};
