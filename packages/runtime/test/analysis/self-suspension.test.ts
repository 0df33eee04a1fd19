/** Self-suspending tasks: bounds against everything that small sets can do. */
import {
  edfResponseTimes,
  edfSuspension,
  isEdfSchedulable,
  isSuspensionSchedulable,
  responseTimes,
  type SuspendingTask,
  type SuspensionMethod,
  suspensionResponseTimes,
  withoutSuspension,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { longestResponses } from "./explore.ts";

const small = (C: number, S: number, T: number) =>
  fc
    .record({ C: fc.integer({ min: 1, max: C }), S: fc.nat(S), T: fc.integer({ min: 3, max: T }) })
    .map((task): SuspendingTask => ({ ...task, D: task.T }));
const smallSet = fc.oneof(
  fc.tuple(small(3, 3, 9), small(3, 3, 12)),
  fc.tuple(small(1, 2, 6), small(2, 2, 8), small(2, 1, 11)),
);
/** PREEMPT_SETS=10000 makes a campaign of each, with sets of its own each time. */
const wanted = process.env.PREEMPT_SETS;
const runs = (count: number) => (wanted === undefined ? { numRuns: count, seed: 7 } : { numRuns: Number(wanted) });

const byIndex = (tasks: readonly SuspendingTask[]) => tasks.map((_, i) => i);

test("under fixed priorities no behaviour of a small set is beyond any of the bounds", () => {
  const counts = { tasks: 0, exact: 0 };
  const best = new Map<SuspensionMethod, number>();
  fc.assert(
    fc.property(smallSet, (tasks) => {
      const longest = longestResponses(tasks, "fp");
      const found = suspensionResponseTimes(tasks, byIndex(tasks));
      // Where a job may outlast its period, no bound may say that it does not.
      if (longest === undefined) {
        expect(tasks.every(({ T }, i) => (found[i]?.R ?? Number.POSITIVE_INFINITY) <= T)).toBe(false);
        return;
      }
      found.forEach(({ R, bounds, method }, i) => {
        for (const [name, bound] of Object.entries(bounds)) {
          if (bound !== undefined) expect(bound, `${name} of task ${i}`).toBeGreaterThanOrEqual(longest[i] as number);
        }
        if (R === undefined || method === undefined) return;
        counts.tasks++;
        best.set(method, (best.get(method) ?? 0) + 1);
        if (R === longest[i]) counts.exact++;
      });
    }),
    runs(150),
  );
  expect(counts.tasks).toBeGreaterThan(100);
  expect(counts.exact / counts.tasks).toBeGreaterThan(0.5);
  expect(best.size).toBeGreaterThanOrEqual(3);
});

test("under EDF no behaviour of a small set is beyond the bounds, and none of an accepted set is late", () => {
  const counts = { accepted: 0, byWindows: 0, exact: 0 };
  fc.assert(
    fc.property(smallSet, fc.boolean(), (given, isEarly) => {
      const tasks = given.map((task) => ({ ...task, D: isEarly ? Math.max(task.C, task.T - 2) : task.T }));
      const { isSchedulable, by, responses } = edfSuspension(tasks);
      const longest = longestResponses(tasks, "edf");
      if (longest === undefined) {
        expect(isSchedulable).toBe(false);
        expect(tasks.every(({ T }, i) => (responses[i] ?? Number.POSITIVE_INFINITY) <= T)).toBe(false);
        return;
      }
      tasks.forEach(({ D }, i) => {
        if (isSchedulable) expect(longest[i]).toBeLessThanOrEqual(D);
        const R = responses[i];
        if (R === undefined) return;
        expect(R).toBeGreaterThanOrEqual(longest[i] as number);
        if (R === longest[i]) counts.exact++;
      });
      if (isSchedulable) counts.accepted++;
      if (by === "windows") counts.byWindows++;
    }),
    runs(150),
  );
  expect(counts.accepted).toBeGreaterThan(30);
  expect(counts.byWindows).toBeGreaterThan(3);
  expect(counts.exact).toBeGreaterThan(30);
});

test("no behaviour of a segmented task is beyond its bounds, and the sum over its executions is at times the best of them", () => {
  const counts = { tasks: 0, exact: 0, bySegments: 0 };
  const segmented = fc
    .record({
      a: fc.integer({ min: 1, max: 2 }),
      s: fc.nat(4),
      b: fc.integer({ min: 1, max: 2 }),
      T: fc.integer({ min: 5, max: 16 }),
    })
    .map(({ a, s, b, T }): SuspendingTask => ({ C: a + b, T, D: T, segments: [a, s, b] }));
  fc.assert(
    fc.property(fc.oneof(fc.tuple(segmented, segmented), fc.tuple(small(2, 0, 5), segmented)), (tasks) => {
      const longest = longestResponses(tasks, "fp");
      if (longest === undefined) return;
      suspensionResponseTimes(tasks, byIndex(tasks)).forEach(({ R, bounds, method }, i) => {
        for (const bound of Object.values(bounds)) {
          if (bound !== undefined) expect(bound).toBeGreaterThanOrEqual(longest[i] as number);
        }
        if (R === undefined) return;
        counts.tasks++;
        if (R === longest[i]) counts.exact++;
        if (method === "segments") counts.bySegments++;
      });
    }),
    runs(200),
  );
  expect(counts.tasks).toBeGreaterThan(100);
  expect(counts.exact / counts.tasks).toBeGreaterThan(0.5);
  expect(counts.bySegments).toBeGreaterThan(5);
});

test("a set that refutes the analysis with a jitter of S: a response of 22, where that says 12", () => {
  const tasks: SuspendingTask[] = [
    { C: 1, T: 2, D: 2 },
    { C: 5, S: 5, T: 20, D: 20 },
    { C: 1, T: 24, D: 24 },
  ];
  const [, second, third] = suspensionResponseTimes(tasks);
  expect(second?.R).toBe(20);
  expect(third?.bounds.jitter).toBe(22);
  expect(third?.R).toBe(22);
  expect(longestResponses(tasks, "fp")).toEqual([1, 20, 22]);
  const wrong = responseTimes([tasks[0], { ...tasks[1], J: 5 }, tasks[2]] as SuspendingTask[], [0, 1, 2]);
  expect(wrong[2]?.R).toBe(12);
});

test("below a task whose jobs may outlast their period only the oblivious bound is left", () => {
  const tasks: SuspendingTask[] = [
    { C: 2, T: 5, D: 5 },
    { C: 3, S: 1, T: 7, D: 30 },
    { C: 1, T: 100, D: 100 },
  ];
  const [, second, third] = suspensionResponseTimes(tasks);
  expect(second?.R).toBeGreaterThan(7);
  expect(third?.bounds).toEqual({
    oblivious: expect.any(Number),
    blocking: undefined,
    jitter: undefined,
    unifying: undefined,
    segments: undefined,
  });
});

test("the terms add up, and the oblivious bound is that of a set in which suspension is execution", () => {
  const anySet = fc.array(
    fc.tuple(small(4, 4, 30), fc.nat(2)).map(([task, J]) => ({ ...task, J })),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(anySet, (tasks) => {
      const found = suspensionResponseTimes(tasks);
      const order = tasks.map((_, i) => i).sort((a, b) => (tasks[a]?.D as number) - (tasks[b]?.D as number) || a - b);
      expect(found.map(({ bounds }) => bounds.oblivious)).toEqual(
        responseTimes(withoutSuspension(tasks), order).map(({ R }) => R),
      );
      for (const { R, bounds, terms } of found) {
        if (R === undefined || terms === undefined) continue;
        expect(R).toBe(Math.min(...Object.values(bounds).filter((bound) => bound !== undefined)));
        const { jitter, own, suspension, blocking, interference, earlier } = terms;
        expect(
          jitter + own + suspension + blocking + interference.reduce((sum, { time }) => sum + time, 0) - earlier,
        ).toBe(R);
      }
      const inTime = found.every(({ R }, i) => (R ?? Number.POSITIVE_INFINITY) <= (tasks[i]?.D as number));
      expect(isSuspensionSchedulable(tasks)).toBe(inTime);
    }),
    { numRuns: 200 },
  );
});

test("where nothing suspends itself, the bounds are the exact responses, or below them for EDF in no case", () => {
  const plain = fc.array(
    fc.tuple(small(4, 0, 30), fc.nat(6)).map(([task, D]) => ({ ...task, D: Math.max(task.C, task.D - D) })),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(plain, (tasks) => {
      const exact = responseTimes(tasks, byIndex(tasks));
      suspensionResponseTimes(tasks, byIndex(tasks)).forEach(({ R }, i) => {
        expect(R).toBe(exact[i]?.R);
      });
      const { isSchedulable, responses } = edfSuspension(tasks);
      expect(isSchedulable).toBe(isEdfSchedulable(tasks));
      expect(responses).toEqual(edfResponseTimes(tasks));
    }),
    { numRuns: 200 },
  );
});

test.for([
  ["suspension_blocking", { B: 1 }],
  ["suspension_blocking", { q: 1 }],
  ["suspension_blocking", { chunks: [2, 2] }],
  ["suspension_blocking", { cs: { disk: 1 } }],
  ["segments_not_c", { segments: [2, 1, 1] }],
  ["segments_not_c", { segments: [2, 1] }],
  ["segments_not_s", { segments: [2, 1, 2], S: 2 }],
  ["task_time", { segments: [4, 3, 0] }],
  ["task_time", { S: -1 }],
  ["task_time", { segments: [2, 0.5, 2] }],
] as const)("%s: %o is refused, and the task is named", ([code, fields]) => {
  const tasks = [
    { C: 1, T: 5, D: 5 },
    { C: 4, T: 20, D: 20, ...fields },
  ] as SuspendingTask[];
  for (const analyse of [suspensionResponseTimes, edfSuspension] as const) {
    expect(() => analyse(tasks)).toThrow(expect.objectContaining({ code, message: expect.stringContaining("task 1") }));
  }
});
