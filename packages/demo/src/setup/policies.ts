/** The policies that the page offers: first come first served, fixed priority, earliest deadline first, aging. */
export const policies = ["fcfs", "fp", "edf", "aging"] as const;
export type PolicyId = (typeof policies)[number];
