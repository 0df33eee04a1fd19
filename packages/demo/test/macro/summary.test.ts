import { expect, test } from "vitest";
import { beatOf } from "../../src/macro/frames.ts";
import { allSubtests, stepsOf } from "../../src/macro/subtests.ts";
import { framesPerSecond, measuresOf, rowsOf } from "../../src/macro/summary.ts";
import { median, quantile } from "../../src/observe/statistics.ts";
import { beat, run } from "./example.ts";

test("every subtest comes once in each repetition; every other repetition begins with EDF", () => {
  const steps = stepsOf(allSubtests, 3);
  expect(steps).toHaveLength(24);
  expect(steps.map(({ policy }) => policy[0]).join("")).toBe("ffffeeeeeeeeffffffffeeee");
  expect(steps.slice(8, 12).map(({ load }) => load)).toEqual(["none", "aes", "schedcat", "both"]);
});

test("the 99th percentile of 100 values is the 99th, not the largest", () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect([0, 0.5, 0.99, 1].map((part) => quantile(values, part))).toEqual([1, 50, 99, 100]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(quantile([], 0.5)).toBeNaN();
});

test("the rate is over the time that passed, also where the last frame took long", () => {
  const { rate, frames, longFrames } = measuresOf(run("fcfs", "both", { intervals: [beat, 983.3], elapsed: 1000 }));
  expect([rate, frames, longFrames]).toEqual([2, 2, 1]);
});

test("a frame that takes 16.7 ms is not long, and one that misses a beat is", () => {
  expect(measuresOf(run("edf", "none", { intervals: [beat, 2 * beat, beat] })).longFrames).toBe(1);
});

test("throughput counts what is unfinished, the cost only what has ended", () => {
  const { throughput, cost } = measuresOf(
    run("edf", "both", {
      elapsed: 10_000,
      plainMs: { spin: 6000, aes: 2000 },
      finished: { executionMs: 5500, plainMs: 5000 },
    }),
  );
  expect(throughput).toBe(800);
  expect(cost).toBeCloseTo(1.1);
});

test("a row has the median of the repetitions, and their range", () => {
  const runs = [58, 60, 59].map((frames) =>
    run("edf", "none", { elapsed: 1000, intervals: Array.from({ length: frames }, () => beat) }),
  );
  const [row] = rowsOf({ runs });
  expect(row?.runs).toBe(3);
  expect(row?.measures.rate).toEqual({ median: 59, least: 58, most: 60 });
});

test("seconds without a frame count as such, and the last, unfinished one does not", () => {
  expect(framesPerSecond([500, 2600, 100, 100, 800])).toEqual([1, 0, 0, 3]);
});

test("a frame that the engine dates back counts from the display's last beat before it ran", () => {
  expect(beatOf(100, 103, 10)).toBe(100);
  expect(beatOf(100, 135, 10)).toBe(130);
  // A time in the near future, as some engines give it, stays.
  expect(beatOf(100, 98, 10)).toBe(100);
});
