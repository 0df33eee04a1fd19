/** Hodges and Lehmann's estimates, against published examples and the definition. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { pairedShift, shift } from "../../src/lab/report/statistics/hodges-lehmann.ts";
import { rankSumTest } from "../../src/lab/report/statistics/rank-sum.ts";
import { signedRankTest } from "../../src/lab/report/statistics/signed-rank.ts";

test("pairs: Hollander and Wolfe's depression scores, as R's wilcox.test has them", () => {
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const differences = before.map((value, i) => value - (after[i] as number));
  // R: (pseudo)median 0.46, 95 percent interval 0.010 to 0.786.
  const { estimate, interval } = pairedShift(differences);
  expect(estimate).toBeCloseTo(0.46, 3);
  expect(interval[0]).toBeCloseTo(0.01, 2);
  expect(interval[1]).toBeCloseTo(0.786, 2);
  expect(signedRankTest(differences).w).toBe(40);
});

test("two samples: Hollander and Wolfe's permeability constants, as R's wilcox.test has them", () => {
  const atTerm = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
  const earlier = [1.15, 0.88, 0.9, 0.74, 1.21];
  // R: difference in location 0.305.
  const { estimate, interval } = shift(atTerm, earlier);
  expect(estimate).toBeCloseTo(0.305, 3);
  // The ends are where the test, which is exact here, begins to reject.
  const p = (by: number) =>
    rankSumTest(
      atTerm.map((value) => value - by),
      earlier,
    ).p;
  for (const [end, outwards] of [
    [interval[0], -1e-6],
    [interval[1], 1e-6],
  ] as const) {
    expect(p(end - outwards)).toBeGreaterThan(0.05);
    expect(p(end + outwards)).toBeLessThan(0.05);
  }
  const { u, delta } = rankSumTest(atTerm, earlier);
  expect(u).toBe(35);
  // Of 50 pairs 35 are larger and 15 smaller.
  expect(delta).toBeCloseTo(0.4, 10);
});

const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 });

test("what is shifted is estimated as shifted, and the interval holds the estimate", () => {
  fc.assert(
    fc.property(values, fc.integer({ min: -50, max: 50 }), (sample, by) => {
      const [paired, two] = [pairedShift(sample), shift(sample, sample)];
      expect(two.estimate).toBe(0);
      expect(pairedShift(sample.map((value) => value + by)).estimate).toBeCloseTo(paired.estimate + by, 9);
      expect(
        shift(
          sample.map((value) => value + by),
          sample,
        ).estimate,
      ).toBeCloseTo(by, 9);
      for (const { estimate, interval } of [paired, two]) {
        expect(interval[0]).toBeLessThanOrEqual(estimate);
        expect(interval[1]).toBeGreaterThanOrEqual(estimate);
      }
    }),
  );
});

test("nothing has no estimate", () => {
  expect(pairedShift([]).estimate).toBeNaN();
  expect(shift([], [1]).estimate).toBeNaN();
});
