/** Quicksort of 64 numbers at a time: recursion, comparisons and an array. */
import type { Body } from "./body.ts";
import { runAwaiting, runParts, runReleasing } from "./parts.ts";

/** @preempt */
function sort(numbers: Int32Array, from: number, to: number): void {
  if (from >= to) return;
  const pivot = numbers[(from + to) >> 1] as number;
  let low = from;
  let high = to;
  while (low <= high) {
    while ((numbers[low] as number) < pivot) low++;
    while ((numbers[high] as number) > pivot) high--;
    if (low > high) break;
    const held = numbers[low] as number;
    numbers[low++] = numbers[high] as number;
    numbers[high--] = held;
  }
  sort(numbers, from, high);
  sort(numbers, low, to);
}

/** @preempt */
function run(units: number): number {
  // Jobs preempt each other, so each has an array of its own.
  const numbers = new Int32Array(64);
  let seed = 1;
  for (let i = 0; i < units; i++) {
    for (let k = 0; k < numbers.length; k++) {
      seed = (Math.imul(seed, 1103515245) + 12345) | 0;
      numbers[k] = seed >> 8;
    }
    sort(numbers, 0, numbers.length - 1);
  }
  return numbers[0] as number;
}

export const body: Body = { run, runParts, runReleasing, runAwaiting };
