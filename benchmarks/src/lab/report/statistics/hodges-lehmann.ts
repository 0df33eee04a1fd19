/**
 * Hodges and Lehmann's estimates: by how much are values larger? They belong to Wilcoxon's tests as the mean belongs to Student's, with an interval
 * whose ends are the shifts that the test would just reject (Bauer 1972), by the normal approximation.
 */
import { median } from "../../../statistics.ts";

export interface Shift {
  readonly estimate: number;
  /** 95 % confidence interval. */
  readonly interval: readonly [from: number, to: number];
}

/** The 97.5 % quantile of the standard normal distribution; the approximation of simple-statistics is off by a rank at times. */
const z = 1.959963984540054;

/** Of pairs: the median of the means of all two differences, each with itself, too. Belongs to the signed-rank test. */
export function pairedShift(differences: readonly number[]): Shift {
  const n = differences.length;
  const means = differences.flatMap((a, i) => differences.slice(i).map((b) => (a + b) / 2));
  return shiftOf(means, (n * (n + 1)) / 4 - z * Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24));
}

/** Of two samples: the median of all differences between a value of `a` and one of `b`. Belongs to the rank-sum test. */
export function shift(a: readonly number[], b: readonly number[]): Shift {
  const [n, m] = [a.length, b.length];
  const differences = a.flatMap((one) => b.map((other) => one - other));
  return shiftOf(differences, (n * m) / 2 - z * Math.sqrt((n * m * (n + m + 1)) / 12));
}

/** @param outside How many values lie below the interval, and above it */
function shiftOf(values: number[], outside: number): Shift {
  if (values.length === 0) return { estimate: Number.NaN, interval: [Number.NaN, Number.NaN] };
  const sorted = values.toSorted((a, b) => a - b);
  const skip = Math.max(0, Math.min(Math.floor(outside), (sorted.length - 1) >> 1));
  return { estimate: median(sorted), interval: [sorted[skip] as number, sorted.at(-1 - skip) as number] };
}
