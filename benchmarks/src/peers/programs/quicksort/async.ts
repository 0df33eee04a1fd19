/** An async function for long parts, the plain one for short parts. A look at the clock each 1024 rounds, some 15 µs. */
import type { Pause } from "../../adapters/pause.ts";

/** As many are sorted in 0.3 ms, at once: recursion in async functions all the way down takes several times as long. */
const few = 4096;

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

async function sortLong(values: number[], low: number, high: number, pause: Pause): Promise<void> {
  while (high - low > few) {
    const pivot = values[(low + high) >> 1] as number;
    let i = low;
    let j = high;
    for (let rounds = 1; i <= j; rounds++) {
      if (rounds % 1024 === 0 && pause.isDue()) await pause.wait();
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const value = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = value;
    }
    await sortLong(values, low, j, pause);
    low = i;
  }
  if (pause.isDue()) await pause.wait();
  sort(values, low, high);
}

export async function run(values: readonly number[], pause: Pause): Promise<number[]> {
  const sorted = values.slice();
  await sortLong(sorted, 0, sorted.length - 1, pause);
  return sorted;
}
