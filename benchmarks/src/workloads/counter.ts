/** The tightest loop there is: two operations a round, which stay within small integers. */
import type { Workload } from "./workload.ts";

/** @preempt */
function count(rounds: number): number {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = (sum + i) & 0xfffff;
  return sum;
}

export const workload: Workload<number> = { size: { full: 40_000_000, small: 5000 }, prepare: (n) => n, run: count };
