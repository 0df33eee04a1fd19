import { expect, test } from "vitest";
import { generateTaskSets } from "../../src/lab/generate/index.ts";
import { binOf } from "../../src/lab/report/bins.ts";

test("sets that were made for one utilisation are in one bin, though execution times are whole microseconds", () => {
  for (const [utilisation, width] of [
    [0.5, 0.1],
    [0.3, 0.1],
    [0.7, 0.05],
    [1, 0.25],
  ] as const) {
    const sets = generateTaskSets({ utilisation: [utilisation], sets: 50, tasks: { least: 8, most: 8 }, seed: 3 });
    const real = sets.map(({ tasks }) => tasks.reduce((sum, { C, T }) => sum + C / T, 0));
    expect(real.some((u) => u < utilisation)).toBe(true);
    expect(new Set(real.map((u) => binOf(u, width).from))).toEqual(new Set([utilisation]));
  }
});

test("a bin begins a hundredth of its width early, and ends as early", () => {
  expect(binOf(0.4991, 0.1)).toEqual({ index: 5, from: 0.5, to: 0.6 });
  expect(binOf(0.498, 0.1)).toEqual({ index: 4, from: 0.4, to: 0.5 });
  expect(binOf(0.5989, 0.1).index).toBe(5);
  expect(binOf(0, 0.1).index).toBe(0);
});
