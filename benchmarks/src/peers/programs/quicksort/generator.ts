/**
 * A generator for long parts, the plain function for short parts. It yields each 8192 rounds, some 0.1 ms, since at each
 * `yield` the runner waits for a promise and looks at the clock.
 */

/** As many are sorted in 0.3 ms, at once: recursion in generators all the way down takes several times as long. */
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

function* sortLong(values: number[], low: number, high: number): Generator<undefined, void> {
  while (high - low > few) {
    const pivot = values[(low + high) >> 1] as number;
    let i = low;
    let j = high;
    for (let rounds = 1; i <= j; rounds++) {
      if (rounds % 8192 === 0) yield;
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const value = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = value;
    }
    yield* sortLong(values, low, j);
    low = i;
  }
  yield;
  sort(values, low, high);
}

export function* run(values: readonly number[]): Generator<undefined, number[]> {
  const sorted = values.slice();
  yield* sortLong(sorted, 0, sorted.length - 1);
  return sorted;
}
