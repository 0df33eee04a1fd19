/** Offsets: in analyses, in words, against the kernel's schedule, and generated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import { generateTaskSets } from "../../src/lab/generate/generate.ts";
import type { GenerateOptions } from "../../src/lab/generate/options.ts";
import { defaultHorizon } from "../../src/lab/simulate/horizon.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { checkTaskSets, type TaskParameters, type TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

/** The first two are never there at once. */
const apart: TaskSet = {
  id: "apart",
  tasks: [
    { C: 2, T: 10, D: 3 },
    { C: 2, T: 10, D: 3, O: 4 },
    { C: 6, T: 20, D: 12, O: 6 },
  ],
};

test("sets with offsets that are schedulable with them alone", () => {
  const { dm, edf, offsets, remarks } = analyzeSet(apart, { also: ["opa"] });
  expect([dm.sched, edf.sched]).toEqual([false, false]);
  const fixed = { sched: true, isExact: true, R: [2, 2, 8], method: ["exact", "exact", "exact"] };
  expect(offsets).toEqual({
    dm: fixed,
    rm: fixed,
    edf: { sched: true, isExact: true, by: "schedule", violation: null, R: [2, 2, 8] },
    opa: { feasible: true, order: [0, 1, 2] },
  });
  expect(remarks).toEqual([expect.stringContaining("offsets count in the tests that are named after them")]);
});

test("responses of the analysis are those of the kernel's schedule, under fixed priorities and EDF", () => {
  const anyTask = fc.record({
    C: fc.integer({ min: 1, max: 4 }),
    T: fc.constantFrom(6, 8, 9, 12, 18),
    O: fc.integer({ min: 0, max: 20 }),
    D: fc.integer({ min: 4, max: 20 }),
  });
  let compared = 0;
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 2, maxLength: 4 }), (tasks) => {
      const [set] = checkTaskSets({ sets: [{ id: "a", tasks }] }, "test") as [TaskSet];
      const { offsets, utilisation } = analyzeSet(set);
      fc.pre(offsets !== undefined && utilisation <= 1);
      compared++;
      // A transient of one hyperperiod more may be needed where deadlines are missed.
      const horizon = 2 * defaultHorizon(set);
      for (const [policy, found] of [["fp", offsets.dm] as const, ["edf", offsets.edf] as const]) {
        const { metrics } = simulateSet(set, { policy, horizon });
        expect(metrics.maxResponse, policy).toEqual(found.R);
        expect(found.sched).toBe(
          metrics.maxResponse.every((R, i) => (R as number) <= (set.tasks[i] as TaskParameters).D),
        );
      }
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(10);
});

test("the exact response in words: which job it is, and what runs until it ends", () => {
  expect(explainTask(apart, 2)).toContain(`
Offsets, deadline- and rate-monotonic priorities: R = 8 µs exactly, of the job that arrives at 6 µs; in time, with 4 µs to spare.
  runs from 6 to 14  µs
  the task itself     6
  task 0              2
  R                   8

Offsets, EDF: all deadlines are met, by "schedule".
  R = 8 µs exactly, of the job that arrives at 6 µs; in time, with 4 µs to spare.
`);
});

test("a bound by transactions in words: the candidate, the transactions, and each task's interference", () => {
  const late = { ...apart, tasks: apart.tasks.map((task) => ({ ...task, J: 1 })) };
  expect(explainTask(late, 2)).toContain(`
Offsets, deadline- and rate-monotonic priorities: R <= 11 µs by "transactions", in time, with 1 µs to spare.
  Candidate: a release of task 1 begins the busy period. Transactions of tasks: {0, 1, 2}.
  term                                   jobs  µs
  its own execution                     1 x 6   6
  task 0                                1 x 2   2
  task 1                                2 x 2   4
  less its arrival after the beginning         -1
  R                                            11

Offsets, EDF: all deadlines are met, by "transactions".
  R <= 12 µs, in time, with 0 µs to spare.`);
});

test("a missed deadline under EDF in words: the window, and what arrives and is due in it", () => {
  const short: TaskSet = { ...apart, tasks: apart.tasks.map((task, i) => (i === 1 ? { ...task, O: 1, C: 3 } : task)) };
  expect(explainTask(short, 1)).toContain(`
Offsets, EDF: the window from 0 to 4 µs is too short for what arrives and is due in it.
  due in these 4 µs   jobs  µs
  task 0             1 x 2   2
  task 1             1 x 3   3
  demand                     5
`);
});

test("where no test knows offsets beside the rest of a set, the worst ones are looked at, and a remark says so", () => {
  const changes = [{ B: 1 }, { q: 1 }, { S: 1 }, { cs: { r: 1 } }, { chunks: [2] }];
  for (const change of changes) {
    const set = { ...apart, tasks: [{ ...apart.tasks[0], ...change }, ...apart.tasks.slice(1)] } as TaskSet;
    const { offsets, remarks } = analyzeSet(set);
    expect(offsets).toBeUndefined();
    expect(remarks).toContain("offsets are left out: the worst ones are looked at");
  }
  expect(analyzeSet(apart, { preemption: "none" }).offsets).toBeUndefined();
  expect(analyzeSet({ ...apart, tasks: apart.tasks.map((task) => ({ ...task, O: 0 })) })).not.toHaveProperty("offsets");
});

test("--max-steps bounds the schedule, and then the bounds", async () => {
  const input = JSON.stringify({ sets: [apart] });
  const methods = async (steps: number) => {
    const { out } = await runCommand("analyze", ["--json", "--max-steps", String(steps)], input);
    return JSON.parse(out).offsets;
  };
  expect((await methods(1000)).dm.method).toEqual(["exact", "exact", "exact"]);
  expect((await methods(30)).dm.method).toEqual(["exact", "exact", "synchronous"]);
  expect(await methods(1)).toMatchObject({ dm: { sched: null, undecided: expect.any(String) }, edf: { sched: null } });
});

test("tables have columns for offsets where a set has some", async () => {
  const { out } = await runCommand("analyze", [], JSON.stringify({ sets: [apart] }));
  expect(out).toMatch(/RM offsets {2}DM offsets {2}EDF offsets\n.* yes +yes +yes\n/);
});

test("dissimilar offsets: releases of two tasks are half of their periods' common divisor apart", () => {
  const options: GenerateOptions = {
    ...{ utilisation: [0.5], sets: 200, offsets: "dissimilar" },
    periods: { kind: "harmonic", least: 10_000, most: 80_000 },
  };
  for (const { tasks } of generateTaskSets({ ...options, tasks: { least: 2, most: 2 } })) {
    const [a, b] = tasks as readonly [TaskParameters, TaskParameters];
    const common = Math.min(a.T, b.T);
    const difference = ((b.O ?? 0) - (a.O ?? 0)) % common;
    expect(Math.abs(difference)).toBe(common / 2);
  }
  for (const { tasks } of generateTaskSets({ ...options, tasks: { least: 5, most: 5 } })) {
    expect(tasks.every(({ O = -1, T }) => O >= 0 && O < T)).toBe(true);
  }
});
