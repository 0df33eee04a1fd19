/** A function so small that nothing but its calls counts: the hardest case for a transform of calls. */
import type { Workload } from "./workload.ts";

/** @preempt */
function fib(n: number): number {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

export const workload: Workload<number> = { size: { full: 32, small: 12 }, prepare: (n) => n, run: fib };
