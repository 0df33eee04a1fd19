import { kernelDensityEstimation } from "simple-statistics";
import { expect, describe as group, test } from "vitest";
import { medianInterval } from "../../src/lab/report/statistics/bootstrap.ts";
import { densityOf } from "../../src/lab/report/statistics/density.ts";
import { describe } from "../../src/lab/report/statistics/describe.ts";
import { holm } from "../../src/lab/report/statistics/holm.ts";
import { bothTails, upperTail } from "../../src/lab/report/statistics/normal.ts";
import { mostCounted, rankSumTest } from "../../src/lab/report/statistics/rank-sum.ts";
import { ranksOf } from "../../src/lab/report/statistics/ranks.ts";
import { mostPairsCounted, signedRankTest } from "../../src/lab/report/statistics/signed-rank.ts";
import { seeded } from "./synthetic.ts";

test("a sample is described with n - 1 and quartiles that interpolate", () => {
  expect(describe([4, 1, 2, 3])).toEqual({
    count: 4,
    mean: 2.5,
    deviation: Math.sqrt(5 / 3),
    least: 1,
    lower: 1.75,
    median: 2.5,
    upper: 3.25,
    most: 4,
  });
  expect(describe([7])).toMatchObject({ count: 1, mean: 7, deviation: Number.NaN, median: 7 });
  expect(describe([])).toMatchObject({ count: 0, mean: Number.NaN, median: Number.NaN });
});

test("the normal distribution's tails are those of the tables, far out as well", () => {
  expect(upperTail(0)).toBe(0.5);
  expect(upperTail(-1)).toBeCloseTo(0.8413447460685429, 14);
  expect(bothTails(1.959963984540054)).toBeCloseTo(0.05, 14);
  // On both sides of the place where the method changes.
  expect(upperTail(2.999999999) / upperTail(3.000000001)).toBeCloseTo(1, 7);
  expect(upperTail(3) / 1.3498980316300946e-3).toBeCloseTo(1, 12);
  expect(upperTail(6) / 9.865876450376981e-10).toBeCloseTo(1, 12);
  expect(upperTail(10) / 7.619853024160527e-24).toBeCloseTo(1, 12);
  expect(upperTail(30) / 4.906713927148187e-198).toBeCloseTo(1, 10);
});

test("equal values share their rank", () => {
  expect(ranksOf([10, 20, 10, 5, 20, 20])).toEqual({ ranks: [2.5, 5, 2.5, 1, 5, 5], ties: [2, 3] });
});

/** All ways to choose `size` of the first `n` places. */
function* choices(n: number, size: number): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let last = n - 1; last >= size - 1; last--) for (const rest of choices(last, size - 1)) yield [...rest, last];
}

const pairsLarger = (a: readonly number[], b: readonly number[]) =>
  a.reduce((all, x) => all + b.reduce((sum, y) => sum + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0);

group("rank sums", () => {
  // Hollander and Wolfe (1973), p. 69: permeability of membranes; one-sided 0.1272.
  const late = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
  const early = [1.15, 0.88, 0.9, 0.74, 1.21];

  test("the textbook's example", () => {
    const found = rankSumTest(late, early);
    expect(found).toMatchObject({ counts: [10, 5], u: 35, exact: true, larger: 0.7 });
    expect(found.p).toBeCloseTo(2 * 0.1272061, 6);
    expect(found.delta).toBeCloseTo(0.4, 12);
    expect(rankSumTest(early, late).p).toBeCloseTo(found.p, 12);
  });

  test("critical values of the table: n = m = 5 is significant at 0.05 from U = 2 on", () => {
    // 2 of the 252 ways give U = 0; 1, 1, 2 ways give 0, 1, 2 on one side.
    expect(rankSumTest([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])).toMatchObject({ u: 0, p: 2 / 252, delta: -1 });
    expect(rankSumTest([1, 2, 3, 4, 7], [5, 6, 8, 9, 10]).p).toBeCloseTo(8 / 252, 12);
    expect(rankSumTest([1, 2, 3, 4, 8], [5, 6, 7, 9, 10]).p).toBeCloseTo(14 / 252, 12);
  });

  test("small samples are counted out, with ties and without: as by trying all ways", () => {
    const random = seeded(5);
    for (let round = 0; round < 30; round++) {
      const [n, m] = [1 + Math.floor(random() * 5), 1 + Math.floor(random() * 5)];
      const all = Array.from({ length: n + m }, () => Math.floor(random() * (round % 2 === 0 ? 4 : 1e6)));
      const u = pairsLarger(all.slice(0, n), all.slice(n));
      const others = [...choices(n + m, n)].map((places) =>
        pairsLarger(
          places.map((i) => all[i] as number),
          all.filter((_, i) => !places.includes(i)),
        ),
      );
      const share = (isExtreme: (other: number) => boolean) => others.filter(isExtreme).length / others.length;
      const p = Math.min(
        1,
        2 *
          Math.min(
            share((other) => other <= u),
            share((other) => other >= u),
          ),
      );
      const found = rankSumTest(all.slice(0, n), all.slice(n));
      expect(found.u).toBe(u);
      expect(found.p).toBeCloseTo(p, 12);
    }
  });

  test("large samples: the normal approximation, corrected for ties and continuity", () => {
    // 20 zeros and 10 ones against 10 zeros and 20 ones. U = 10·10 + (20·10 + 10·20) / 2, mean 450,
    // variance = 900/12 · (61 - 2 · (30³ - 30) / (60 · 59)) by hand.
    const a = [...new Array(20).fill(0), ...new Array(10).fill(1)];
    const b = [...new Array(10).fill(0), ...new Array(20).fill(1)];
    const found = rankSumTest(a, b);
    expect(found).toMatchObject({ u: 300, exact: false });
    const variance = 75 * (61 - 53940 / 3540);
    expect(found.p).toBeCloseTo(bothTails(149.5 / Math.sqrt(variance)), 12);
    expect(found.p).toBeCloseTo(0.0107, 3);
  });

  test("where the methods meet they agree", () => {
    const random = seeded(3);
    const sample = (n: number, shift: number) => Array.from({ length: n }, () => random() + shift);
    const [a, b] = [sample(mostCounted, 0.3), sample(mostCounted, 0)];
    const exact = rankSumTest(a, b);
    expect(exact.exact).toBe(true);
    const variance = (25 * 25 * 51) / 12;
    expect(exact.p).toBeLessThan(0.2);
    expect(Math.abs(exact.p - bothTails((Math.abs(exact.u - 312.5) - 0.5) / Math.sqrt(variance)))).toBeLessThan(0.002);
    // One more value than is counted out, in the middle of all: U moves by what it is larger than.
    const middle = 0.65;
    const more = rankSumTest([...a, middle], b);
    expect(more).toMatchObject({ exact: false, u: exact.u + b.filter((value) => value < middle).length });
  });

  test("nothing to compare, and nothing but ties", () => {
    expect(rankSumTest([], [1]).p).toBeNaN();
    expect(rankSumTest([1, 1], [1, 1, 1])).toMatchObject({ p: 1, delta: 0 });
    expect(rankSumTest(new Array(40).fill(1), new Array(40).fill(1)).p).toBe(1);
  });
});

group("signed ranks", () => {
  test("the textbook's example", () => {
    // Hollander and Wolfe (1973), p. 29: depression scores before and after; V = 40, one-sided 0.01953.
    const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
    const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
    const found = signedRankTest(before.map((x, i) => x - (after[i] as number)));
    expect(found).toMatchObject({ pairs: 9, equal: 0, w: 40, exact: true, p: 20 / 512 });
    expect(found.correlation).toBeCloseTo(35 / 45, 12);
  });

  test("small samples are counted out, with ties and without: as by trying all signs", () => {
    const random = seeded(11);
    for (let round = 0; round < 30; round++) {
      const n = 1 + Math.floor(random() * 8);
      const differences = Array.from({ length: n }, () => Math.floor(random() * (round % 2 === 0 ? 7 : 1e6)) - 3);
      const some = differences.filter((d) => d !== 0);
      const { ranks } = ranksOf(some.map(Math.abs));
      const sums = Array.from({ length: 2 ** some.length }, (_, signs) =>
        ranks.reduce((sum, rank, i) => sum + ((signs >> i) & 1 ? rank : 0), 0),
      );
      const w = ranks.reduce((sum, rank, i) => sum + ((some[i] as number) > 0 ? rank : 0), 0);
      const share = (isExtreme: (sum: number) => boolean) => sums.filter(isExtreme).length / sums.length;
      const p = Math.min(
        1,
        2 *
          Math.min(
            share((sum) => sum <= w),
            share((sum) => sum >= w),
          ),
      );
      expect(signedRankTest(differences)).toMatchObject({ w, equal: n - some.length });
      expect(signedRankTest(differences).p).toBeCloseTo(p, 12);
    }
  });

  test("large samples: the normal approximation", () => {
    // 60 differences 1 … 60, every third negative: W = 1830 - (3 + 6 + … + 60) = 1200.
    const differences = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? -(i + 1) : i + 1));
    const found = signedRankTest(differences);
    expect(found).toMatchObject({ w: 1200, exact: false, pairs: 60 });
    expect(found.p).toBeCloseTo(bothTails(284.5 / Math.sqrt((60 * 61 * 121) / 24)), 12);
    expect(Math.abs(signedRankTest(differences.slice(0, mostPairsCounted)).p - found.p)).toBeLessThan(0.02);
    // All of one size: the ties take a part of the variance.
    const tied = signedRankTest(differences.map(Math.sign));
    expect(tied.p).toBeCloseTo(bothTails((30.5 * 10 - 0.5) / Math.sqrt((60 * 30.5 ** 2) / 4)), 12);
  });

  test("pairs that do not differ say nothing", () => {
    expect(signedRankTest([0, 0, 0])).toEqual({ pairs: 0, equal: 3, w: 0, p: 1, exact: true, correlation: 0 });
  });
});

test("Holm's correction multiplies by the tests that are left, and never falls", () => {
  const corrected = holm([0.01, 0.04, 0.03, Number.NaN, 0.005]);
  expect(corrected.map((p) => Number(p.toFixed(12)))).toEqual([0.03, 0.06, 0.06, Number.NaN, 0.02]);
  expect(holm([0.6, 0.7])).toEqual([1, 1]);
});

test("the median's interval has the ends that order statistics give, and is the seed's", () => {
  const values = Array.from({ length: 101 }, (_, i) => i + 1);
  // Of Binomial(101, k/101) the chance to have 51 or more passes 2.5 % at k = 41 and 97.5 % at k = 61.
  const [lower, upper] = medianInterval(values, { draws: 4000 });
  expect(Math.abs(lower - 41)).toBeLessThanOrEqual(1.5);
  expect(Math.abs(upper - 61)).toBeLessThanOrEqual(1.5);
  expect(medianInterval(values, { seed: 7 })).toEqual(medianInterval(values, { seed: 7 }));
  expect(medianInterval(values.toReversed())).toEqual(medianInterval(values));
  expect(medianInterval(values, { draws: 20, seed: 1 })).not.toEqual(medianInterval(values, { draws: 20, seed: 2 }));
  expect(medianInterval([3])).toEqual([3, 3]);
  expect(medianInterval([])).toEqual([Number.NaN, Number.NaN]);
});

test("the density on a grid is that of the plain sum of kernels, and its area is 1", () => {
  const random = seeded(2);
  const values = Array.from({ length: 400 }, () => random() + random() + (random() < 0.3 ? 2 : 0));
  const { bandwidth, points } = densityOf(values, -2, 6, 512);
  const plain = kernelDensityEstimation(values, "gaussian", bandwidth);
  for (const [x, density] of points) expect(density).toBeCloseTo(plain(x), 2);
  const step = 8 / 511;
  expect(points.reduce((sum, [, density]) => sum + density * step, 0)).toBeCloseTo(1, 3);
  // The rule of the library, which has it for itself.
  const own = kernelDensityEstimation(values);
  const [x, density] = points[100] as readonly [number, number];
  expect(density).toBeCloseTo(own(x), 2);
});

test("a sample without spread has a narrow density, not an infinite one", () => {
  const { points } = densityOf([1, 1, 1], 0, 2, 101);
  expect(Math.max(...points.map(([, density]) => density))).toBeLessThan(20);
  expect(points.every(([, density]) => Number.isFinite(density))).toBe(true);
});
