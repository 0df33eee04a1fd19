/** A sample in a few numbers. */
import { mean, quantileSorted, sampleStandardDeviation } from "simple-statistics";

export interface Description {
  readonly count: number;
  readonly mean: number;
  /** Standard deviation of the sample (n - 1); NaN of fewer than two values. */
  readonly deviation: number;
  readonly least: number;
  /** Quartiles and median interpolate, as in R and NumPy (type 7). */
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

/** All NaN if there are no values. */
export function describe(values: readonly number[]): Description {
  const sorted = sort(values);
  const count = sorted.length;
  const at = (part: number) => (count === 0 ? Number.NaN : quantileSorted(sorted, part));
  return {
    count,
    mean: count === 0 ? Number.NaN : mean(sorted),
    deviation: count < 2 ? Number.NaN : sampleStandardDeviation(sorted),
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    most: at(1),
  };
}

/** Numbers in an array of their own sort many times faster, and there may be millions. */
function sort(values: readonly number[]): number[] {
  return Array.from(Float64Array.from(values).sort());
}
