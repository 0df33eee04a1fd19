/** The sufficient tests decide exactly, whether they need many digits for it or not. */
import {
  deadlineMonotonicOrder,
  passesBaker,
  passesDensity,
  passesHyperbolic,
  passesHyperbolicWithBlocking,
  passesLiuLayland,
  passesLiuLaylandWithBlocking,
  type TimedTask,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";

/** As it stands in the papers, in whole numbers: `top / bottom`. */
type Ratio = readonly [top: bigint, bottom: bigint];
const ratio = (top: number, bottom: number): Ratio => [BigInt(top), BigInt(bottom)];
const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
const multiply = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
const isUpTo = ([top, bottom]: Ratio, limit: bigint) => top <= limit * bottom;
const sum = (all: readonly Ratio[]) => all.reduce(add, ratio(0, 1));

const liuLayland = (load: Ratio, n: number) => {
  const [top, bottom] = add([1n, 1n], multiply(load, [1n, BigInt(n)]));
  return top ** BigInt(n) <= 2n * bottom ** BigInt(n);
};

function levels(tasks: readonly TimedTask[], passes: (above: readonly TimedTask[], task: TimedTask) => boolean) {
  const sorted = deadlineMonotonicOrder(tasks).map((i) => tasks[i] as TimedTask);
  return sorted.every((task, i) => passes(sorted.slice(0, i), task));
}

const rate = ({ C, T }: TimedTask) => ratio(C, T);
const grown = ({ C, T }: TimedTask) => ratio(C + T, T);
const dense = ({ C, T, D }: TimedTask) => ratio(C, Math.min(D, T));

function agree(tasks: readonly TimedTask[]) {
  const order = deadlineMonotonicOrder(tasks);
  expect(passesLiuLayland(tasks)).toBe(liuLayland(sum(tasks.map(rate)), tasks.length));
  expect(passesHyperbolic(tasks)).toBe(isUpTo(tasks.map(grown).reduce(multiply), 2n));
  expect(passesDensity(tasks)).toBe(isUpTo(sum(tasks.map(dense)), 1n));
  expect(passesLiuLaylandWithBlocking(tasks, order)).toBe(
    levels(tasks, (above, task) =>
      liuLayland(sum([...above.map(rate), rate(task), ratio(task.B ?? 0, task.T)]), above.length + 1),
    ),
  );
  expect(passesHyperbolicWithBlocking(tasks, order)).toBe(
    levels(tasks, (above, task) => {
      const last = add(grown(task), ratio(task.B ?? 0, task.T));
      return isUpTo([...above.map(grown), last].reduce(multiply), 2n);
    }),
  );
  expect(passesBaker(tasks, order)).toBe(
    levels(tasks, (above, task) =>
      isUpTo(add(sum([...above, task].map(dense)), ratio(task.B ?? 0, Math.min(task.D, task.T))), 1n),
    ),
  );
}

const anyTask = fc
  .record({
    C: fc.integer({ min: 1, max: 30 }),
    more: fc.integer({ min: 0, max: 90 }),
    B: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ C, more, B }): TimedTask => ({ C, T: C + more, D: C + more, B }));

test("random sets, each test at each level", () => {
  fc.assert(fc.property(fc.array(anyTask, { minLength: 1, maxLength: 8 }), agree));
});

// Sums that are the bound itself, and a 2^-52 beside it.
const most = 2 ** 52;
const full = (parts: number): TimedTask[] => Array.from({ length: parts }, () => ({ C: 1, T: parts, D: parts }));
/** The hyperbolic bound itself: (1 + 1/1) as a product of (k + 1)/k. */
const telescope = Array.from({ length: 5 }, (_, k): TimedTask => ({ C: 1, T: k + 5, D: k + 5 }));
/** Half of 2 (2^(1/2) - 1) is between these, in parts of 2^52. */
const nextToRoot = [1_865_452_045_155_276, 1_865_452_045_155_277];

test.for<readonly [string, readonly TimedTask[]]>([
  ["all of the processor, by three", full(3)],
  ["all of the processor, by forty-nine", full(49)],
  ["a little more", [...full(3), { C: 1, T: most, D: most }]],
  ["a little less", [{ C: most - 1, T: most, D: most }]],
  ["all of it, the last part by blocking", [{ C: most - 1, T: most, D: most, B: 1 }]],
  ["a product of 2", telescope],
  ...nextToRoot.map((C) => [`the root of 2, by ${C}`, [1, 2].map(() => ({ C, T: most, D: most }))] as const),
])("at the bound: %s", ([, tasks]) => agree(tasks));

test("ten thousand tasks take no powers of a million digits", { timeout: 10_000 }, () => {
  const tasks = Array.from(
    { length: 10_000 },
    (_, i): TimedTask => ({ C: 40, T: 1_000_000 + 7 * i, D: 1_000_000, B: 1 }),
  );
  const order = deadlineMonotonicOrder(tasks);
  expect(passesLiuLayland(tasks)).toBe(true);
  expect(passesLiuLaylandWithBlocking(tasks, order)).toBe(true);
  expect(passesHyperbolicWithBlocking(tasks, order)).toBe(true);
  expect(passesBaker(tasks, order)).toBe(true);
});
