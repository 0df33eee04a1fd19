/** Samples against distributions. Seeds are fixed, so that a test says the same each time. */
import { expect } from "vitest";

export const sampleSize = 20_000;

/** `sampleSize` values of `draw`. */
export function sample<Value>(draw: () => Value): Value[] {
  return Array.from({ length: sampleSize }, draw);
}

const sortedOf = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** How many of the sorted values are at most `x`. */
function countUpTo(sorted: Float64Array, x: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as number) <= x) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** At each quantile, the share of the sample up to it is within 4 standard deviations of what it should be. */
export function expectQuantiles(
  values: readonly number[],
  quantiles: readonly number[],
  probabilities: readonly number[],
  sizeOfReference = Number.POSITIVE_INFINITY,
): void {
  const sorted = sortedOf(values);
  const off = quantiles.map((quantile, k) => {
    const p = probabilities[k] as number;
    const share = countUpTo(sorted, quantile) / sorted.length;
    return Math.abs(share - p) / Math.sqrt(p * (1 - p) * (1 / sorted.length + 1 / sizeOfReference));
  });
  expect(off.length).toBeGreaterThan(0);
  expect(Math.max(...off)).toBeLessThan(4);
}

/** Kolmogorov and Smirnov's distance from a distribution, below its limit for 1 %. */
export function expectDistribution(values: readonly number[], distribution: (x: number) => number): void {
  const sorted = sortedOf(values);
  const n = sorted.length;
  let distance = 0;
  sorted.forEach((value, i) => {
    const p = distribution(value);
    distance = Math.max(distance, p - i / n, (i + 1) / n - p);
  });
  expect(distance).toBeLessThan(1.63 / Math.sqrt(n));
}

/** The same between two samples of one size. */
export function expectSameDistribution(one: readonly number[], other: readonly number[]): void {
  const [a, b] = [sortedOf(one), sortedOf(other)];
  expect(a.length).toBe(b.length);
  const distances = Array.from(a, (x, i) => Math.abs(countUpTo(b, x) - (i + 1)) / a.length);
  expect(Math.max(...distances)).toBeLessThan(1.63 * Math.sqrt(2 / a.length));
}

/** How often something happened is what its probability leads to. */
export function expectShare(count: number, of: number, probability: number): void {
  const deviation = Math.sqrt(of * probability * (1 - probability));
  expect(Math.abs(count - of * probability)).toBeLessThan(4 * deviation);
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How often each value is there. */
export function countsOf<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
