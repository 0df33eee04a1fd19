/** Jobs that suspend themselves: in files, analysed, simulated and generated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import { generateTaskSets } from "../../src/lab/generate/generate.ts";
import { Random } from "../../src/lab/generate/random.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { randomCourse } from "../../src/lab/simulate/suspension.ts";
import { checkTaskSets, type TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

/** The second task delays the third one twice in a period, though it comes once. */
const surprise: TaskSet = {
  id: "surprise",
  tasks: [
    { C: 1, T: 2, D: 2 },
    { C: 5, T: 20, D: 20, S: 5 },
    { C: 1, T: 40, D: 40 },
  ],
};

test("the bounds of each method, and the one that is taken, in words", () => {
  expect(analyzeSet(surprise).suspension).toEqual({
    dm: {
      sched: true,
      R: [1, 20, 22],
      method: ["oblivious", "oblivious", "jitter"],
      by: {
        oblivious: [1, 20, null],
        blocking: [1, 20, 32],
        jitter: [1, 20, 22],
        unifying: [1, 20, 22],
        segments: [null, null, null],
      },
    },
    edf: { sched: false, by: null, R: [null, null, null] },
  });
  expect(explainTask(surprise, 2)).toContain(`
Suspension, deadline-monotonic priorities: R <= 22 µs by "jitter", in time, with 18 µs to spare. By others: oblivious -, blocking 32, unifying 22, segments -.
  term               µs
  its own execution   1
  task 0             11
  task 1             10
  R                  22

Suspension, EDF: no test shows that all deadlines are met. No bound.`);
});

test("in tests that know nothing of suspension it counts as execution, and the utilisation is that of C", () => {
  const { utilisation, dm, edf, remarks } = analyzeSet(surprise, { also: ["non-preemptive"] });
  expect(utilisation).toBeCloseTo(0.5 + 0.25 + 1 / 40, 12);
  expect(dm.R).toEqual([1, 20, null]);
  expect(edf.sched).toBe(false);
  expect(remarks).toEqual([
    expect.stringContaining("suspension counts as execution"),
    expect.stringContaining("further tests are left out"),
  ]);
  expect(analyzeSet(surprise, { also: ["non-preemptive", "kernel"] })).not.toHaveProperty("nonPreemptive");
  expect(() => analyzeSet(surprise, { preemption: "none" })).toThrow(/suspension_preemption.*"surprise"/);
});

test("a job that suspends itself lets others run, and goes on with its own priority", () => {
  const set: TaskSet = {
    id: "s",
    tasks: [
      { C: 3, T: 20, D: 20, segments: [1, 4, 2] },
      { C: 6, T: 40, D: 40 },
    ],
  };
  const { segments, jobs, metrics } = simulateSet(set, { policy: "fp", horizon: 20 });
  expect(segments).toEqual([
    [0, 0, 0, 1],
    [1, 0, 1, 5],
    [0, 0, 5, 7],
    [1, 0, 7, 9],
  ]);
  // To suspend itself is no preemption.
  expect(jobs).toEqual([
    [0, 0, 0, 0, 7, 0],
    [1, 0, 0, 1, 9, 1],
  ]);
  expect(metrics.failed).toBe(0);
  // Without preemption what follows an await waits in the queue: here behind the callback that came in between.
  const loop = simulateSet(set, { policy: "loop", horizon: 20 });
  expect(loop.segments).toEqual([
    [0, 0, 0, 1],
    [1, 0, 1, 7],
    [0, 0, 7, 9],
  ]);
});

test("on the event loop, what follows an await is as old as the end of the awaited time", () => {
  const set: TaskSet = {
    id: "s",
    tasks: [
      { C: 2, T: 50, D: 50, segments: [1, 3, 1] },
      { C: 8, T: 50, D: 50, O: 1 },
      { C: 2, T: 50, D: 50, O: 3 },
      { C: 2, T: 50, D: 50, O: 5 },
    ],
  };
  const { jobs } = simulateSet(set, { policy: "loop", horizon: 50 });
  // It resumes at 4: behind the callback that came at 3, before the one that came at 5.
  expect(jobs.map(([, , , , finish]) => finish)).toEqual([12, 9, 11, 14]);
});

const anyTask = fc
  .record({
    C: fc.integer({ min: 1, max: 4 }),
    T: fc.integer({ min: 8, max: 40 }),
    S: fc.nat(6),
    O: fc.nat(12),
    J: fc.nat(2),
    isSegmented: fc.boolean(),
    cut: fc.nat(5),
  })
  .map(({ isSegmented, cut, C, S, ...task }) => {
    const first = 1 + Math.min(cut, C - 1);
    const segments = isSegmented ? { segments: [first, S, C + 1 - first] } : {};
    return { ...task, D: task.T, C: C + 1, S, ...segments };
  });

test("simulated jobs stay within the bounds, under fixed priorities, EDF and on the event loop, and some attain them", () => {
  const counts = { fp: 0, edf: 0, loop: 0, attained: 0 };
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 1, maxLength: 4 }), fc.nat(1e6), (tasks, seed) => {
      const set: TaskSet = { id: "s", tasks, loop: {} };
      const { suspension, loop } = analyzeSet(set);
      const random = new Random(seed);
      const courses = tasks.map(({ C, S, segments }: TaskSet["tasks"][number]) =>
        segments === undefined && (S ?? 0) > 0 ? () => randomCourse(random, C, S ?? 0) : segments && (() => segments),
      );
      const bounds = { fp: suspension?.dm.R, edf: suspension?.edf.R, loop: loop?.R };
      for (const policy of ["fp", "edf", "loop"] as const) {
        const how = { policy, horizon: 120, jitter: "max" } as const;
        const simulated = simulateSet(set, how, undefined, courses);
        expect(simulated.metrics.failed).toBe(0);
        simulated.metrics.maxResponse.forEach((response, i) => {
          const R = bounds[policy]?.[i] ?? null;
          if (response === null || R === null) return;
          counts[policy]++;
          expect(response, `${policy}, task ${i}`).toBeLessThanOrEqual(R);
          if (response === R) counts.attained++;
        });
      }
    }),
    { numRuns: 120 },
  );
  expect(Math.min(counts.fp, counts.edf)).toBeGreaterThan(100);
  expect(counts.loop).toBeGreaterThan(20);
  expect(counts.attained).toBeGreaterThan(30);
});

test("a task that may await as often as it likes has no bound on the event loop", () => {
  const set: TaskSet = { ...surprise, loop: {} };
  expect(analyzeSet(set).loop).toEqual({ sched: false, R: [null, null, null] });
  expect(explainTask(set, 1)).toContain("Event loop: no bound. A task has S without segments");
  const tasks: TaskSet["tasks"] = [
    { C: 2, T: 30, D: 30, segments: [1, 3, 1] },
    { C: 4, T: 40, D: 40 },
  ];
  // 1 + 4 of the other, 3, and again 1 + 4, with a part of its own in between.
  expect(explainTask({ id: 1, tasks, loop: {} }, 0)).toMatch(/each part between two awaits to its end: R = 1\d µs/);
});

test("random suspensions are drawn from the seed, and are never longer than S", async () => {
  const set: TaskSet = { id: "s", tasks: [{ C: 10, T: 100, D: 100, S: 50 }] };
  const finish = (seed: number) =>
    simulateSet(set, { suspension: "random", seed, horizon: 2000 }).jobs.map(([, , release, , end]) => end - release);
  expect(finish(1)).toEqual(finish(1));
  expect(finish(1)).not.toEqual(finish(2));
  for (const response of finish(3)) {
    expect(response).toBeGreaterThanOrEqual(10);
    expect(response).toBeLessThanOrEqual(60);
  }
  const { out } = await runCommand("simulate", ["--suspension", "max"], JSON.stringify({ sets: [set] }));
  expect(out).toContain("0.600 (task 0)");
});

test("generated sets suspend themselves for a share of what is left of the period, and are otherwise what they were", () => {
  const options = { utilisation: [0.6], sets: 20, tasks: { least: 4, most: 4 } };
  const suspension = { least: 0.1, most: 0.3 };
  const bare = generateTaskSets(options);
  const dynamic = generateTaskSets({ ...options, suspension });
  const segmented = generateTaskSets({ ...options, suspension, segments: { least: 2, most: 4 } });
  for (const sets of [dynamic, segmented]) {
    expect(checkTaskSets({ sets }, "x")).toEqual(sets);
    const strip = ({ S: _, segments: __, ...task }: TaskSet["tasks"][number]) => task;
    expect(sets.map(({ tasks }) => tasks.map(strip))).toEqual(bare.map(({ tasks }) => tasks));
    for (const { C, T, S = 0 } of sets.flatMap(({ tasks }) => tasks)) {
      expect(S / (T - C)).toBeGreaterThan(0.0999);
      expect(S / (T - C)).toBeLessThan(0.3001);
    }
  }
  expect(new Set(segmented.flatMap(({ tasks }) => tasks.map(({ segments }) => segments?.length)))).toEqual(
    new Set([3, 5, 7]),
  );
  expect(() => generateTaskSets({ ...options, segments: { least: 2, most: 2 } })).toThrow(
    "segments_without_suspension",
  );
  expect(() => generateTaskSets({ ...options, suspension, regions: suspension })).toThrow("suspension_blocking");
});
