import { PreemptError } from "@preempt/runtime";
import { Histogram, type HistogramData } from "@preempt/runtime/observers";
import fc from "fast-check";
import { expect, test } from "vitest";

/** Milliseconds of every size, of both signs, with ties, zeros and powers of two. */
const value = fc.oneof(
  fc.double({ min: -(2 ** 40), max: 2 ** 40, maxExcluded: true, minExcluded: true, noNaN: true }),
  fc
    .tuple(fc.integer({ min: -20, max: 39 }), fc.double({ min: 1, max: 1.999_999, noNaN: true }), fc.boolean())
    .map(([exponent, mantissa, negative]) => (negative ? -1 : 1) * mantissa * 2 ** exponent),
  fc.integer({ min: -20, max: 39 }).map((exponent) => 2 ** exponent),
  fc.integer({ min: -5, max: 5 }),
);
const values = fc.array(value, { maxLength: 200 });

const smallest = 2 ** -20;

function of(recorded: readonly number[]): Histogram {
  const made = new Histogram();
  for (const one of recorded) made.record(one);
  return made;
}

function sorted(recorded: readonly number[]): number[] {
  return [...recorded].sort((a, b) => a - b);
}

function expectClose(read: number | undefined, exact: number): void {
  const off = Math.abs((read as number) - exact);
  expect(off, `${read} for ${exact}`).toBeLessThanOrEqual(
    Math.abs(exact) < smallest ? smallest : Histogram.relativeError * Math.abs(exact),
  );
}

test("every quantile is at most 1 % off that of the sorted values", () => {
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (recorded) => {
      const histogram = of(recorded);
      const n = recorded.length;
      for (const [i, exact] of sorted(recorded).entries()) expectClose(histogram.quantile((i + 1) / n), exact);
    }),
  );
});

test("a quantile between two ranks is the value of the next rank", () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1, maxLength: 50 }),
      fc.integer({ min: 1, max: 999 }),
      (recorded, mille) => {
        // In integers: the smallest rank that is mille/1000 of all, or more.
        let rank = 1;
        while (rank * 1000 < mille * recorded.length) rank++;
        expectClose(of(recorded).quantile(mille / 1000), sorted(recorded)[rank - 1] as number);
      },
    ),
  );
});

test("a rank is not moved by the rounding of a product", () => {
  const histogram = of(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(0.07 * 100).toBeGreaterThan(7);
  expectClose(histogram.quantile(0.07), 7);
});

test("values next to a power of two are not taken for others", () => {
  for (let exponent = -19; exponent < 40; exponent++) {
    const power = 2 ** exponent;
    const next = [power * (1 - 2 ** -53), power, power * (1 + 2 ** -52)];
    // Not the extremes, which are exact anyway.
    const histogram = of([-1, ...next, 2 ** 40]);
    next.forEach((exact, i) => {
      expectClose(histogram.quantile((i + 2) / 5), exact);
    });
  }
});

test("count, smallest and largest are exact, and so is the mean up to rounding", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { minLength: 1 }), (recorded) => {
      const histogram = of(recorded);
      expect(histogram.count).toBe(recorded.length);
      expect(histogram.min).toBe(Math.min(...recorded));
      expect(histogram.max).toBe(Math.max(...recorded));
      // Sums of these integers are exact in a double.
      expect(histogram.mean).toBe(recorded.reduce((a, b) => a + b, 0) / recorded.length);
      expect(histogram.quantile(0)).toBe(histogram.min);
      expect(histogram.quantile(1)).toBe(histogram.max);
    }),
  );
});

test("small values are not lost in a large sum", () => {
  const histogram = of([2 ** 53, ...new Array<number>(1000).fill(1), -(2 ** 53)]);
  expect(histogram.sum).toBe(1000);
  const merged = of([-(2 ** 53)]);
  merged.merge(of([2 ** 53, ...new Array<number>(1000).fill(1)]));
  expect(merged.sum).toBe(1000);
});

test("merged, it is as if the values had been recorded in one", () => {
  fc.assert(
    fc.property(values, values, (a, b) => {
      const merged = of(a);
      const other = of(b);
      const before = other.toJSON();
      merged.merge(other);
      const { sum, ...rest } = merged.toJSON();
      const { sum: expected, ...expectedRest } = of([...a, ...b]).toJSON();
      expect(rest).toEqual(expectedRest);
      expect(Math.abs(sum - expected)).toBeLessThanOrEqual(1e-12 * [...a, ...b].reduce((s, v) => s + Math.abs(v), 0));
      expect(other.toJSON()).toEqual(before);
    }),
  );
});

test("merged with itself, it has every value twice", () => {
  const histogram = of([1, 1, -3, 0]);
  histogram.merge(histogram);
  expect(histogram.toJSON()).toEqual(of([1, 1, -3, 0, 1, 1, -3, 0]).toJSON());
});

test("it survives JSON and a structured clone, and goes on from there", () => {
  fc.assert(
    fc.property(values, value, (recorded, next) => {
      const histogram = of(recorded);
      const read = Histogram.fromJSON(JSON.parse(JSON.stringify(histogram)) as HistogramData);
      expect(read.toJSON()).toEqual(JSON.parse(JSON.stringify(histogram)));
      expect(structuredClone(histogram.toJSON())).toEqual(histogram.toJSON());
      read.record(next);
      expectClose(read.quantile(0.5), sorted([...recorded, next])[Math.ceil((recorded.length + 1) / 2) - 1] as number);
    }),
  );
});

test("reset, it is as new", () => {
  const histogram = of([1, -2, 0]);
  histogram.reset();
  expect(histogram.toJSON()).toEqual(new Histogram().toJSON());
  expect([
    histogram.count,
    histogram.sum,
    histogram.min,
    histogram.max,
    histogram.mean,
    histogram.quantile(0.5),
  ]).toEqual([0, 0, undefined, undefined, undefined, undefined]);
  histogram.record(5);
  expect(histogram.quantile(0.5)).toBe(5);
});

test("values out of range keep their place in the order, and their extremes", () => {
  const histogram = of([1e300, 1, -1e300, 1e-300, 1e200]);
  expect([0, 0.4, 1].map((q) => histogram.quantile(q))).toEqual([-1e300, 0, 1e300]);
  expectClose(histogram.quantile(0.6), 1);
  expect(histogram.quantile(0.8)).toBeGreaterThan(2 ** 39);
});

test("a million values of all sizes take no more than the buckets there are", () => {
  const histogram = new Histogram();
  for (let i = 0; i < 1_000_000; i++) histogram.record((i % 2 === 0 ? 1 : -1) * 1.000_04 ** (i - 300_000));
  expect(histogram.toJSON().buckets.length).toBeLessThanOrEqual(2 * 60 * 64 + 1);
  expect(histogram.count).toBe(1_000_000);
});

test("what is no finite number, no quantile or no histogram is refused", () => {
  const histogram = of([1]);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, "1" as unknown as number])
    expect(() => histogram.record(bad)).toThrow(PreemptError);
  for (const bad of [-0.1, 1.1, Number.NaN]) expect(() => histogram.quantile(bad)).toThrow(PreemptError);
  expect(histogram.count).toBe(1);
  const sound = histogram.toJSON();
  for (const bad of [
    null,
    { ...sound, count: 2 },
    { ...sound, min: 3 },
    { ...sound, buckets: [[99_999, 1]] },
    {
      ...sound,
      buckets: [
        [1, -1],
        [2, 2],
      ],
    },
    { ...sound, sum: "1" },
  ])
    expect(() => Histogram.fromJSON(bad as unknown as HistogramData)).toThrow(PreemptError);
});
