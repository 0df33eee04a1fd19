/** An effect for long parts, the plain function for short parts. A look at the clock each 1024 rounds, some 15 µs. */
import { Effect } from "effect";
import type { EffectPause } from "../../adapters/effect.ts";

/** As many are sorted in 0.3 ms, at once: recursion in effects all the way down takes several times as long. */
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

const sortLong = (values: number[], low: number, high: number, pause: EffectPause): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (high - low > few) {
      const pivot = values[(low + high) >> 1] as number;
      let i = low;
      let j = high;
      for (let rounds = 1; i <= j; rounds++) {
        if (rounds % 1024 === 0 && pause.isDue()) yield* pause.wait;
        while ((values[i] as number) < pivot) i++;
        while ((values[j] as number) > pivot) j--;
        if (i > j) break;
        const value = values[i] as number;
        values[i++] = values[j] as number;
        values[j--] = value;
      }
      yield* sortLong(values, low, j, pause);
      low = i;
    }
    if (pause.isDue()) yield* pause.wait;
    sort(values, low, high);
  });

export const run = (values: readonly number[], pause: EffectPause): Effect.Effect<number[]> =>
  Effect.gen(function* () {
    const sorted = values.slice();
    yield* sortLong(sorted, 0, sorted.length - 1, pause);
    return sorted;
  });
