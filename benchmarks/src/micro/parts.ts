/** The parts of the micro-benchmarks, in the order of the tables. */
export const microParts = ["preemption", "capture", "budgets", "calls", "forms", "walks", "steps"] as const;

export type MicroPart = (typeof microParts)[number];
