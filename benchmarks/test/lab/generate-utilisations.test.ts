/** Utilisations have the distributions of the reference data, and of closed forms. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Bounds,
  convolutionalFixedSum,
  independentUpTo,
  independentUtilisation,
  Random,
  randFixedSum,
  uunifast,
  uunifastDiscard,
} from "../../src/lab/generate/index.ts";
import { expectDistribution, expectQuantiles, expectSameDistribution, mean, sample, sampleSize } from "./samples.ts";

interface Reference<Config> {
  readonly probabilities: readonly number[];
  readonly configs: readonly Config[];
}

function reference<Config>(name: string): Reference<Config> {
  return JSON.parse(readFileSync(new URL(`reference/generators/${name}.json`, import.meta.url), "utf8"));
}

interface Simplex {
  readonly n: number;
  readonly U: number;
  readonly marginal: readonly number[];
  readonly max: readonly number[];
  readonly min?: readonly number[];
  readonly mean_sum_of_squares?: number;
}

type Sampler = (random: Random) => number[];

const unit: Bounds = { least: 0, most: 1 };
const cubes: Record<string, (n: number, U: number) => Sampler> = {
  uunifast: (n, U) => (random) => uunifast(random, n, U),
  "uunifast-discard": (n, U) => (random) => uunifastDiscard(random, n, U),
  randfixedsum: randFixedSum,
  bounded: (n, U) => convolutionalFixedSum(new Array<Bounds>(n).fill(unit), U),
};

const simplex = reference<Simplex>("uunifast");
const cube = reference<Simplex>("randfixedsum");
const cases = [
  ...simplex.configs.flatMap((config) => Object.keys(cubes).map((name) => ({ name, ...config }))),
  ...cube.configs.flatMap((config) =>
    Object.keys(cubes)
      .slice(1)
      .map((name) => ({ name, ...config })),
  ),
];

test.for(cases)("$name of $n tasks with the sum $U: single values, the largest and the smallest", (config) => {
  const { name, n, U } = config;
  const draw = (cubes[name] as (n: number, U: number) => Sampler)(n, U);
  const random = new Random(1, n);
  const vectors = sample(() => draw(random));
  for (const i of [0, Math.floor(n / 2), n - 1]) {
    const values = vectors.map((vector) => vector[i] as number);
    expectQuantiles(values, config.marginal, simplex.probabilities);
    // (1 - x/U)^(n-1) above, where 1 is no bound.
    if (U <= 1) expectDistribution(values, (x) => 1 - (1 - x / U) ** (n - 1));
  }
  const largest = vectors.map((vector) => Math.max(...vector));
  expectQuantiles(largest, config.max, simplex.probabilities);
  const smallest = vectors.map((vector) => Math.min(...vector));
  if (config.min !== undefined) expectQuantiles(smallest, config.min, simplex.probabilities);
  if (config.mean_sum_of_squares === undefined) return;
  // Values that depend on each other in a wrong way have other squares.
  const squares = vectors.map((vector) => vector.reduce((sum, value) => sum + value ** 2, 0));
  const average = mean(squares);
  const spread = Math.sqrt(mean(squares.map((square) => (square - average) ** 2)) / sampleSize);
  expect(Math.abs(average - config.mean_sum_of_squares)).toBeLessThan(4 * spread);
});

const bounded = reference<{
  readonly n: number;
  readonly U: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly N: number;
  readonly marginals: readonly (readonly number[])[];
  readonly max: readonly number[];
}>("bounded");

test.for(bounded.configs)(
  "$n tasks with the sum $U between $lower and $upper: each value, and the largest",
  (config) => {
    const bounds = config.lower.map((least, i) => ({ least, most: config.upper[i] as number }));
    const draw = convolutionalFixedSum(bounds, config.U);
    const random = new Random(2);
    const vectors = sample(() => draw(random));
    for (const [i, marginal] of config.marginals.entries()) {
      const values = vectors.map((vector) => vector[i] as number);
      expectQuantiles(values, marginal, bounded.probabilities, config.N);
    }
    const largest = vectors.map((vector) => Math.max(...vector));
    expectQuantiles(largest, config.max, bounded.probabilities, config.N);
  },
);

/**
 * Volume of {0 ≤ x_i ≤ w_i, Σ x ≤ t} up to a factor, as a function of t, by inclusion and exclusion: fine for a few sides.
 */
function volumeOf(widths: readonly number[]): (t: number) => number {
  let corners = [{ sign: 1, at: 0 }];
  for (const width of widths)
    corners = corners.flatMap(({ sign, at }) => [
      { sign, at },
      { sign: -sign, at: at + width },
    ]);
  return (t) => {
    let sum = 0;
    for (const { sign, at } of corners) if (t > at) sum += sign * (t - at) ** widths.length;
    return sum;
  };
}

const uneven: readonly { widths: readonly number[]; sum: number; why: string }[] = [
  { widths: [1, 0.5, 0.25], sum: 0.8, why: "multiples of one width" },
  { widths: [0.9, 0.31, 0.17, 0.77], sum: 0.6, why: "no common divisor" },
  { widths: [0.9, 0.31, 0.17, 0.77], sum: 1.8, why: "nearer to the upper bounds" },
  { widths: [1, 1, 0.01, 0.001], sum: 0.9, why: "two narrow ones" },
  { widths: [1, 0.0001, 0.3], sum: 1.1, why: "nearly determined" },
  { widths: [0.2, 0.2, 0.2, 0.2, 0.2], sum: 0.97, why: "nearly all at their bounds" },
  { widths: [0.6, 0.2, 0.06, 0.02, 0.006], sum: 0.4, why: "one can take nearly all" },
  { widths: [0.7, 0.7, 0], sum: 0.5, why: "one that is fixed" },
];

test.for(uneven)(
  "bounds of the widths $widths with the sum $sum ($why): each value as by inclusion and exclusion",
  ({ widths, sum }) => {
    const least = 0.01;
    const draw = convolutionalFixedSum(
      widths.map((width) => ({ least, most: least + width })),
      sum + least * widths.length,
    );
    const random = new Random(3);
    const vectors = sample(() => draw(random));
    for (const [i, width] of widths.entries()) {
      if (width === 0) continue;
      const others = widths.filter((other, k) => k !== i && other > 0);
      const volume = volumeOf(others);
      const all = volume(sum) - volume(sum - width);
      const values = vectors.map((vector) => (vector[i] as number) - least);
      expectDistribution(values, (x) => (volume(sum) - volume(sum - x)) / all);
    }
  },
);

test("a narrow range beside nine wide ones: small values leave more to the others, and are more likely", () => {
  const [narrow, others] = [0.049, 9];
  const bounds = [{ least: 0, most: narrow }, ...new Array<Bounds>(others).fill(unit)];
  const draw = convolutionalFixedSum(bounds, 1);
  const random = new Random(12);
  const below = (x: number) => 1 - (1 - x) ** others;
  expectDistribution(
    sample(() => draw(random)[0] as number),
    (x) => below(x) / below(narrow),
  );
});

test("values between bounds depend on each other as in vectors that were found by rejection", () => {
  const bounds = [0.4, 0.25, 0.8, 0.3, 0.15].map((most, i) => ({ least: 0.01 * i, most }));
  const draw = convolutionalFixedSum(bounds, 0.9);
  const random = new Random(4);
  const rejecting = (): number[] => {
    for (;;) {
      const vector = uunifast(random, bounds.length, 0.9);
      if (vector.every((u, i) => u >= (bounds[i]?.least ?? 0) && u <= (bounds[i]?.most ?? 1))) return vector;
    }
  };
  const few = 5000;
  const ours = Array.from({ length: few }, () => draw(random));
  const theirs = Array.from({ length: few }, rejecting);
  const statistics: ((vector: number[]) => number)[] = [
    (vector) => Math.max(...vector),
    (vector) => Math.min(...vector),
    (vector) => vector.reduce((sum, value) => sum + value ** 2, 0),
    (vector) => (vector[0] as number) + (vector[1] as number),
    (vector) => (vector[0] as number) - (vector[3] as number),
  ];
  for (const statistic of statistics) expectSameDistribution(ours.map(statistic), theirs.map(statistic));
});

test("100 tasks with bounds from 1 to 1/22,000 of all are drawn, and keep sum and bounds", () => {
  const random = new Random(5);
  const bounds = Array.from({ length: 100 }, () => ({ least: 0, most: Math.exp(-10 * random.real()) }));
  const all = bounds.reduce((sum, { most }) => sum + most, 0);
  for (const part of [0.001, 0.3, 0.5, 0.9]) {
    const vector = convolutionalFixedSum(bounds, part * all)(random);
    expect(vector.reduce((sum, u) => sum + u, 0)).toBeCloseTo(part * all, 9);
    expect(vector.every((u, i) => u >= 0 && u <= (bounds[i] as Bounds).most)).toBe(true);
  }
});

const anyBounds = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([a, b]) => ({ least: Math.min(a, b), most: Math.max(a, b) }));

test("whatever the bounds and the sum between them, values are within bounds and have the sum", () => {
  fc.assert(
    fc.property(
      fc.array(anyBounds, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (bounds, part) => {
        const least = bounds.reduce((sum, bound) => sum + bound.least, 0);
        const most = bounds.reduce((sum, bound) => sum + bound.most, 0);
        const sum = least + part * (most - least);
        const vector = convolutionalFixedSum(bounds, sum)(new Random(6));
        expect(vector.length).toBe(bounds.length);
        vector.forEach((u, i) => {
          expect(u).toBeGreaterThanOrEqual((bounds[i] as Bounds).least);
          expect(u).toBeLessThanOrEqual((bounds[i] as Bounds).most);
        });
        expect(vector.reduce((all, u) => all + u, 0)).toBeCloseTo(sum, 9);
      },
    ),
  );
});

test("whatever the number of tasks, sums of up to that many are shared, and nobody has more than 1", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 1e-6, max: 1, noNaN: true }),
      fc.nat(),
      (n, part, seed) => {
        for (const [make, sum] of [
          [cubes.randfixedsum, n * part],
          [cubes.uunifast, part],
        ] as const) {
          const vector = (make as (n: number, U: number) => Sampler)(n, sum)(new Random(seed));
          expect(vector.length).toBe(n);
          expect(vector.every((u) => u >= 0 && u <= 1)).toBe(true);
          expect(vector.reduce((all, u) => all + u, 0)).toBeCloseTo(sum, 9);
        }
      },
    ),
  );
});

test("500 tasks share 1 or 250 without a number leaving its range", () => {
  for (const sum of [1, 250, 499.5, 500]) {
    const vector = randFixedSum(500, sum)(new Random(7));
    expect(vector.every((u) => u >= 0 && u <= 1)).toBe(true);
    expect(vector.reduce((all, u) => all + u, 0)).toBeCloseTo(sum, 8);
  }
});

const periods = reference<{ kind: string; mean_parameter: number; quantiles: readonly number[] }>("periods");
const exponential = periods.configs.filter(({ kind }) => kind === "truncated exponential utilisation");

test.for(exponential)(
  "exponential utilisations with the mean $mean_parameter, none above 1",
  ({ mean_parameter: m, quantiles }) => {
    const random = new Random(8);
    const values = sample(() => independentUtilisation(random, { kind: "exponential", mean: m }));
    expectQuantiles(values, quantiles, periods.probabilities);
    expectDistribution(values, (x) => (1 - Math.exp(-x / m)) / (1 - Math.exp(-1 / m)));
  },
);

test("uniform and log-uniform utilisations", () => {
  const random = new Random(9);
  const [least, most] = [0.01, 0.4];
  const uniform = sample(() => independentUtilisation(random, { kind: "uniform", least, most }));
  expectDistribution(uniform, (x) => (x - least) / (most - least));
  const logUniform = sample(() => independentUtilisation(random, { kind: "log-uniform", least, most }));
  expectDistribution(logUniform, (x) => Math.log(x / least) / Math.log(most / least));
});

test("independent utilisations are drawn until they reach the sum; only the last is cut", () => {
  const random = new Random(10);
  const vectors = Array.from({ length: 500 }, () =>
    independentUpTo(random, { kind: "uniform", least: 0.1, most: 0.2 }, 0.7),
  );
  for (const vector of vectors) {
    expect(vector.reduce((sum, u) => sum + u, 0)).toBeCloseTo(0.7, 12);
    expect(vector.slice(0, -1).every((u) => u >= 0.1 && u <= 0.2)).toBe(true);
    expect(vector.at(-1)).toBeLessThanOrEqual(0.2);
  }
  expect(() => independentUpTo(random, { kind: "uniform", least: 1e-6, most: 2e-6 }, 1)).toThrow(
    "utilisations_too_small",
  );
});

test("a discarding generator gives up, and names the one that need not discard", () => {
  expect(() => uunifastDiscard(new Random(11), 10, 8)).toThrow(/discard_hopeless.*randfixedsum/);
});

test("a sum outside the bounds is refused, and one at their end is taken", () => {
  const bounds = new Array<Bounds>(10).fill({ least: 0.05, most: 0.1 });
  expect(() => convolutionalFixedSum(bounds, 1.01)).toThrow(/bounds_exclude_sum.*from 0.5 to 1,.*1.01/);
  expect(() => convolutionalFixedSum(bounds, 0.49)).toThrow("bounds_exclude_sum");
  expect(convolutionalFixedSum(bounds, 1)(new Random(1))).toEqual(new Array(10).fill(0.1));
  for (const u of convolutionalFixedSum(bounds, 0.5)(new Random(1))) expect(u).toBeCloseTo(0.05, 12);
});
