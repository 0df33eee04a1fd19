/** Levenshtein's distance of two texts: dynamic programming over rows of numbers. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

/** @preempt */
function distance({ a, b }: { a: string; b: string }): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  let current = previous.slice();
  for (let i = 0; i < a.length; i++) {
    current[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const change = (previous[j] as number) + (a.charCodeAt(i) === b.charCodeAt(j) ? 0 : 1);
      current[j + 1] = Math.min(change, (previous[j + 1] as number) + 1, (current[j] as number) + 1);
    }
    [previous, current] = [current, previous];
  }
  return previous[b.length] as number;
}

export const workload: Workload<{ a: string; b: string }> = {
  size: { full: 2500, small: 30 },
  prepare(length) {
    const random = randomNumbers(11);
    const text = () => Array.from({ length }, () => "acgt"[random.below(4)]).join("");
    return { a: text(), b: text() };
  },
  run: distance,
};
