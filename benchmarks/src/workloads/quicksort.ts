/** Recursion over loops that end by data: the classic sort, in place. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function sort(values: number[], low: number, high: number): void {
  while (low < high) {
    const pivot = values[(low + high) >> 1] as number;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const value = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = value;
    }
    sort(values, low, j);
    low = i;
  }
}

/** @preempt */
function run(values: readonly number[]): number[] {
  const sorted = values.slice();
  sort(sorted, 0, sorted.length - 1);
  return sorted;
}

export const workload: Workload<readonly number[]> = {
  size: { full: 300_000, small: 200 },
  prepare(size) {
    const random = randomNumbers(6);
    return Array.from({ length: size }, () => random.below(1e9));
  },
  run,
};
