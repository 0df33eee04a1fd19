/** How much work is a microsecond? Found where the work is done: in the same process, by the same way of running it. */
import { median, quantile } from "../../statistics.ts";

/** How long a sample lasts, and how many there are; before them the engine is let compile for `warmUp`. Milliseconds. */
const sample = 8;
const samples = 25;
const warmUp = 300;

export interface Pace {
  /** Units per microsecond. */
  readonly units: number;
  /** How far the fastest and slowest tenths of the samples lie apart, as a share of that. */
  readonly spread: number;
}

/**
 * @param execute Does so many units and tells how many milliseconds they took
 */
export async function measurePace(execute: (units: number) => number | Promise<number>): Promise<Pace> {
  let count = 1;
  const end = performance.now() + warmUp;
  while (performance.now() < end) {
    const ms = await execute(count);
    // Twice as much at most: the first calls are slow, and tell little of the later ones.
    count = Math.max(1, Math.min(count * 2, Math.round((count * sample) / Math.max(ms, 0.01)))) | 0;
  }
  const paces: number[] = [];
  for (let i = 0; i < samples; i++) paces.push(count / (1000 * (await execute(count))));
  // What disturbs a sample makes it slower: those near the fastest tell.
  const fastest = quantile(paces, 0.9);
  const units = median(paces.filter((pace) => pace > 0.9 * fastest && pace <= fastest));
  return { units, spread: (fastest - quantile(paces, 0.1)) / units };
}

/**
 * The units that take so many microseconds: a small integer, as in calibration, because an engine compiles a function
 * anew for numbers of another kind.
 */
export function unitsFor(microseconds: number, { units }: Pace): number {
  return Math.min(2 ** 30 - 1, Math.round(microseconds * units)) | 0;
}
