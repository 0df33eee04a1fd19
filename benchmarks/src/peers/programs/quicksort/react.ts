/**
 * The recursion as a stack of parts, the partition as an object that can be gone on with: so the callback can return at
 * any round. It asks each 1024 rounds, some 15 µs, and after each short part.
 */
import {
  unstable_LowPriority as LowPriority,
  unstable_scheduleCallback as scheduleCallback,
  unstable_shouldYield as shouldYield,
} from "scheduler";

/** As many are sorted in 0.3 ms, at once. */
const few = 4096;

interface Part {
  readonly low: number;
  readonly high: number;
  readonly pivot: number;
  i: number;
  j: number;
}

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

function partOf(values: readonly number[], low: number, high: number): Part {
  return { low, high, pivot: values[(low + high) >> 1] as number, i: low, j: high };
}

/** Returns whether it came to the end. */
function partition(values: number[], part: Part): boolean {
  const { pivot } = part;
  let { i, j } = part;
  let isDone = true;
  for (let rounds = 1; i <= j; rounds++) {
    if (rounds % 1024 === 0 && shouldYield()) {
      isDone = false;
      break;
    }
    while ((values[i] as number) < pivot) i++;
    while ((values[j] as number) > pivot) j--;
    if (i > j) break;
    const value = values[i] as number;
    values[i++] = values[j] as number;
    values[j--] = value;
  }
  part.i = i;
  part.j = j;
  return isDone;
}

export function run(values: readonly number[]): Promise<number[]> {
  const sorted = values.slice();
  const parts = [partOf(sorted, 0, sorted.length - 1)];
  return new Promise((resolve) => {
    const work = () => {
      for (let part = parts.at(-1); part !== undefined; part = parts.at(-1)) {
        const isShort = part.high - part.low <= few;
        if (isShort) sort(sorted, part.low, part.high);
        else if (!partition(sorted, part)) return work;
        parts.pop();
        if (!isShort) parts.push(partOf(sorted, part.i, part.high), partOf(sorted, part.low, part.j));
        else if (shouldYield()) return work;
      }
      resolve(sorted);
    };
    scheduleCallback(LowPriority, work);
  });
}
