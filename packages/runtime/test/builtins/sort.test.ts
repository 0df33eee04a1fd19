/** The sort makes the engine's own comparisons (V8's), whatever the comparator says. */
import { state } from "@preempt/runtime/abi";
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budgets, logged, preemptable, sameAsNative } from "./compare.ts";

const comparators = {
  ascending: (a: number, b: number) => a - b,
  descending: (a: number, b: number) => b - a,
  coarse: (a: number, b: number) => Math.floor(a / 10) - Math.floor(b / 10),
  "a boolean": (a: number, b: number) => a > b,
  nonsense: (a: number, b: number) => ((a * 7 + b * 13) % 5) - 2,
  "not a number": () => Number.NaN,
  "a string": (a: number, b: number) => `${a - b}`,
};

/** Runs, streaks and noise: what makes a merge sort gallop. */
const list = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 200 }),
      count: fc.integer({ min: 1, max: 90 }),
      step: fc.constantFrom(-1, 0, 1, 37),
    }),
    { maxLength: 9 },
  )
  .map((runs) =>
    runs.flatMap(({ from, count, step }) => Array.from({ length: count }, (_, i) => (from + i * step) % 211)),
  );

for (const [name, compare] of Object.entries(comparators)) {
  test(`with a comparator that gives ${name}, the same comparisons in the same order`, () => {
    fc.assert(
      fc.property(list, (numbers) => {
        sameAsNative(Array.prototype.sort, (log) => ({
          self: [...numbers],
          args: [
            (a: number, b: number) => {
              log(a, b);
              return compare(a, b);
            },
          ],
        }));
      }),
      { numRuns: 60, seed: 20191203 },
    );
  });
}

test("a comparator that cannot be preempted: long lists are sorted in slices, short ones by the engine", () => {
  for (const budget of budgets) {
    for (const length of [0, 2, 64, 65, 500]) {
      const numbers = Array.from({ length }, (_, i) => (i * 7919) % 1009);
      const compare = (a: number, b: number) => a - b;
      const { value, preemptions } = drive(Array.prototype.sort, {
        thisArg: [...numbers],
        args: [compare],
        budget,
      } as never);
      expect(value).toEqual(numbers.toSorted(compare));
      if (length === 500) expect(preemptions).toBeGreaterThan((500 * 8) / (budget + 1) / 2);
    }
  }
});

describe("without a comparator", () => {
  const sorts = { sort: Array.prototype.sort, toSorted: Array.prototype.toSorted };
  const elements = {
    texts: fc.string({ maxLength: 3 }),
    integers: fc.integer({ min: -2000, max: 2000 }),
    numbers: fc.oneof(fc.double(), fc.constantFrom(0, -0, Number.NaN, 1e21)),
    "all that is primitive": fc.oneof(
      fc.string({ maxLength: 2 }),
      fc.integer(),
      fc.boolean(),
      fc.bigInt(),
      fc.constantFrom(null, undefined),
    ),
    "equal texts of several types": fc.constantFrom(1, "1", 1n, 2, "2", null, "null", true, "true"),
  };
  for (const [name, element] of Object.entries(elements)) {
    test(`${name} come in the engine's order, each at its place among equals`, () => {
      fc.assert(
        // Up to several stretches that the engine sorts.
        fc.property(fc.array(element, { maxLength: 900, size: "max" }), (list) => {
          for (const native of Object.values(sorts))
            sameAsNative(native as never, () => ({ self: [...list], args: [] }));
        }),
        // To make an example of hundreds smaller takes minutes.
        { numRuns: 12, seed: 20191203, endOnFailure: true },
      );
    });
  }

  test("objects are asked for their texts as often and in the same order as by the engine", () => {
    fc.assert(
      fc.property(list, fc.boolean(), (numbers, isMixed) => {
        for (const native of Object.values(sorts)) {
          sameAsNative(native as never, (log) => ({
            self: numbers.map((n, i) => {
              if (isMixed && i % 3 > 0) return i % 3 === 1 ? n : `${n}`;
              return {
                toString() {
                  log(n, i);
                  return `${n}`;
                },
              };
            }),
            args: [],
            after: undefined,
          }));
        }
      }),
      { numRuns: 20, seed: 20191203 },
    );
  });

  test("holes and undefined come last, whatever is asked for by a proxy", () => {
    const holes = Array.from({ length: 300 }, (_, i) => `${(i * 7) % 300}`) as (string | undefined)[];
    for (let i = 0; i < 300; i += 5) delete holes[i];
    for (let i = 1; i < 300; i += 5) holes[i] = undefined;
    for (const native of Object.values(sorts)) {
      sameAsNative(native as never, () => ({ self: holes.slice(), args: [undefined] }));
      sameAsNative(native as never, (log) => ({ self: logged(holes.slice(0, 70), log), args: [], after: undefined }));
    }
  });

  test("a symbol, which has no text, is an error, and the array stays as it was", () => {
    for (const length of [2, 70, 300]) {
      const make = () => [...Array.from({ length }, (_, i) => length - i), Symbol("none")];
      for (const native of Object.values(sorts)) sameAsNative(native as never, () => ({ self: make(), args: [] }));
    }
  });

  test("long lists are sorted in slices, and the budget pays for each stretch that the engine sorts", () => {
    for (const value of [(i: number) => i, (i: number) => `${i}`, (i: number) => ({ toString: () => `${i}` })]) {
      const values = Array.from({ length: 2000 }, (_, i) => value((i * 7919) % 2003));
      const { preemptions } = drive(Array.prototype.sort, { thisArg: values, args: [], budget: 99 } as never);
      // Reading and writing take 20 each; 8 stretches, and 3 times 2,000 comparisons to merge them.
      expect(preemptions).toBeGreaterThan(20 + 20 + 8 + 50);
    }
    // Read, looked at, sorted and written: of each some 250 points.
    const texts = Array.from({ length: 250 }, (_, i) => `${(i * 7919) % 251}`);
    expect(drive(Array.prototype.sort, { thisArg: texts, args: [], budget: 400 } as never).preemptions).toBe(2);
  });
});

test("a comparator that throws, or answers what is no number, leaves the array as it was", () => {
  for (const answer of [Symbol("no"), 1n]) {
    sameAsNative(Array.prototype.sort, () => ({ self: [3, 1, 2], args: [() => answer] }));
    sameAsNative(Array.prototype.toSorted, () => ({ self: [3, 1, 2], args: [() => answer] }));
  }
  let count = 0;
  const failing = preemptable(() => {
    if (++count === 100) throw new Error("enough");
    return 1;
  });
  const numbers = Array.from({ length: 200 }, (_, i) => i);
  expect(() => drive(Array.prototype.sort, { thisArg: numbers, args: [failing], budget: 0 } as never)).toThrow(
    "enough",
  );
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, i) => i));
  expect(state.captured).toBeUndefined();
});
