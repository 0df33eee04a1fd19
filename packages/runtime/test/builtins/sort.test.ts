/** The sort makes the engine's own comparisons (V8's), whatever the comparator says. */
import { state } from "@preempt/runtime/abi";
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { budgets, preemptable, sameAsNative } from "./compare.ts";

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
