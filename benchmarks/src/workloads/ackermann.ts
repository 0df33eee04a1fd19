/** Calls in the arguments of calls, hundreds deep. */
import type { Workload } from "./workload.ts";

/** @preempt */
function ackermann(m: number, n: number): number {
  if (m === 0) return n + 1;
  if (n === 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

/** @preempt */
function run(limit: number): number {
  let sum = 0;
  for (let n = 0; n < limit; n++) sum += ackermann(2, n);
  return sum;
}

export const workload: Workload<number> = { size: { full: 220, small: 6 }, prepare: (limit) => limit, run };
