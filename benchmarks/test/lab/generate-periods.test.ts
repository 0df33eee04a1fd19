/** Periods have the distributions of the reference data and of the papers; numbers are the same on every engine. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { exp, log, root } from "../../src/lab/generate/elementary.ts";
import { automotiveShares, drawPeriods, type Granularity, type Periods, Random } from "../../src/lab/generate/index.ts";
import { countsOf, expectDistribution, expectQuantiles, expectShare, sampleSize } from "./samples.ts";

const { probabilities, configs } = JSON.parse(
  readFileSync(new URL("reference/generators/periods.json", import.meta.url), "utf8"),
) as {
  probabilities: number[];
  configs: { kind: string; min: number; max: number; quantiles: number[]; pmf: number[] }[];
};

const fine: Granularity = { granularity: 1, rounding: "nearest" };
const periodsOf = (of: Periods, granularity = fine, seed = 1) =>
  drawPeriods(new Random(seed), sampleSize, of, granularity);

const continuous = configs.filter(({ kind }) => kind === "log-uniform continuous");
test.for(continuous)(
  "log-uniform periods from $min to $max, a million times as long and rounded",
  ({ min, max, quantiles }) => {
    const unit = 1e6;
    const periods = periodsOf({ kind: "log-uniform", least: min * unit, most: max * unit });
    const values = periods.map((period) => period / unit);
    expectQuantiles(values, quantiles, probabilities);
    expectDistribution(values, (x) => Math.log(x / min) / Math.log(max / min));
  },
);

const masses = configs.filter(({ kind }) => kind.startsWith("log-uniform integer, floor"));
test.for(masses)(
  "log-uniform multiples from $min to $max, rounded by floor: each as likely as in the reference",
  ({ min, max, pmf }) => {
    for (const granularity of [1, 5000]) {
      const of = { kind: "log-uniform", least: min * granularity, most: max * granularity } as const;
      const periods = periodsOf(of, { granularity, rounding: "floor" });
      expect(periods.every((period) => period % granularity === 0)).toBe(true);
      const counts = countsOf(periods);
      pmf.forEach((p, i) => void expectShare(counts.get((min + i) * granularity) ?? 0, sampleSize, p));
    }
  },
);

test("log-uniform multiples, rounded to the nearest: both ends are half as likely", () => {
  const counts = countsOf(periodsOf({ kind: "log-uniform", least: 50, most: 250 }));
  for (let T = 50; T <= 250; T++) {
    const p = Math.log(Math.min(250, T + 0.5) / Math.max(50, T - 0.5)) / Math.log(5);
    expectShare(counts.get(T) ?? 0, sampleSize, p);
  }
});

test("uniform multiples: each equally likely; to the nearest, the ends half as likely", () => {
  const of = { kind: "uniform", least: 30, most: 60 } as const;
  const floor = countsOf(periodsOf(of, { granularity: 10, rounding: "floor" }));
  const nearest = countsOf(periodsOf(of, { granularity: 10, rounding: "nearest" }));
  for (const T of [30, 40, 50, 60]) expectShare(floor.get(T) ?? 0, sampleSize, 1 / 4);
  for (const [T, p] of [
    [30, 1 / 6],
    [40, 1 / 3],
    [50, 1 / 3],
    [60, 1 / 6],
  ] as const) {
    expectShare(nearest.get(T) ?? 0, sampleSize, p);
  }
});

test("periods of engine control come in the shares of Kramer, Ziegenbein and Hamann, over the 85 % that have periods", () => {
  expect(automotiveShares.reduce((sum, [, share]) => sum + share, 0)).toBe(85);
  const counts = countsOf(periodsOf({ kind: "automotive" }));
  expect(counts.size).toBe(9);
  for (const [period, share] of automotiveShares) expectShare(counts.get(period * 1000) ?? 0, sampleSize, share / 85);
});

test("periods from a list: each equally likely", () => {
  const counts = countsOf(periodsOf({ kind: "list", periods: [5000, 7000, 30_000] }));
  for (const T of [5000, 7000, 30_000]) expectShare(counts.get(T) ?? 0, sampleSize, 1 / 3);
});

test("of two harmonic periods of a set one divides the other; sets differ, and reach from end to end", () => {
  const of = { kind: "harmonic", least: 5000, most: 500_000 } as const;
  const bases = new Set<number>();
  for (let seed = 0; seed < 300; seed++) {
    const periods = drawPeriods(new Random(seed), 20, of, { granularity: 1000, rounding: "floor" });
    const sorted = [...new Set(periods)].sort((a, b) => a - b);
    for (const [i, T] of sorted.slice(1).entries()) expect(T % (sorted[i] as number)).toBe(0);
    expect(sorted[0]).toBeGreaterThanOrEqual(5000);
    expect(sorted.at(-1)).toBeLessThanOrEqual(500_000);
    expect(sorted.every((T) => T % 1000 === 0)).toBe(true);
    bases.add(sorted[0] as number);
  }
  for (const base of [5000, 6000, 7000, 8000, 9000, 10_000]) expect(bases).toContain(base);
});

const ulp = 2 ** -52;

test("log, exp and root are within 4 units in the last place of the engine's", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), fc.integer({ min: 1, max: 1000 }), (x, k) => {
      expect(Math.abs(log(x) - Math.log(x))).toBeLessThanOrEqual(4 * ulp * Math.abs(Math.log(x)));
      const power = Math.log(x);
      expect(Math.abs(exp(power) / Math.exp(power) - 1)).toBeLessThanOrEqual(4 * ulp);
      // An error of the logarithm is one of the root, as many times as the logarithm is large.
      expect(Math.abs(root(x, k) / x ** (1 / k) - 1)).toBeLessThanOrEqual(4 * ulp * (1 + Math.abs(power) / k));
    }),
    { numRuns: 2000 },
  );
  expect([log(1), exp(0), root(0.3, 1)]).toEqual([0, 1, 0.3]);
});

test("streams with neighbouring names are unrelated, and uniform from the first number on", () => {
  const firsts = (name: (i: number) => number[]) =>
    Array.from({ length: sampleSize }, (_, i) => new Random(...name(i)).real());
  const some = firsts((i) => [1, 0, i, 1]);
  expectDistribution(some, (x) => x);
  const others = [
    firsts((i) => [2, 0, i, 1]),
    firsts((i) => [1, 1, i, 1]),
    firsts((i) => [1, 0, i, 2]),
    firsts((i) => [1, i + 2, 0, 1]),
  ];
  for (const other of others) {
    const differences = some.map((first, i) => (first - (other[i] as number) + 1) % 1);
    expectDistribution(differences, (x) => x);
  }
  // No two of the names have one stream: they are not merely added up.
  expect(new Set([some, ...others].flat()).size).toBe(5 * sampleSize);
});

test("integers and orders are equally likely", () => {
  const random = new Random(12);
  const dice = countsOf(Array.from({ length: sampleSize }, () => random.integer(1, 6)));
  for (let eyes = 1; eyes <= 6; eyes++) expectShare(dice.get(eyes) ?? 0, sampleSize, 1 / 6);
  const orders = countsOf(Array.from({ length: sampleSize }, () => Number(random.shuffle([1, 2, 3]).join(""))));
  for (const order of [123, 132, 213, 231, 312, 321]) expectShare(orders.get(order) ?? 0, sampleSize, 1 / 6);
});
