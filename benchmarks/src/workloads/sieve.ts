/** Loops with a stride over a large array: memory more than arithmetic. */
import type { Workload } from "./workload.ts";

/** @preempt */
function sieve(limit: number): number {
  const composite = new Uint8Array(limit + 1);
  let count = 0;
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    count++;
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = 1;
  }
  return count;
}

export const workload: Workload<number> = { size: { full: 6_000_000, small: 1500 }, prepare: (n) => n, run: sieve };
