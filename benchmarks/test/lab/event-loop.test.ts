/** The event loop without preemption: in files, analysed, simulated and generated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import { generateTaskSets } from "../../src/lab/generate/generate.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { checkTaskSets, type TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

/** A page: a frame, clicks, and answers from the network. */
const page: TaskSet = {
  id: "page",
  tasks: [
    { C: 4000, T: 16_667, D: 16_667, queue: "render", name: "frame" },
    { C: 6000, T: 50_000, D: 50_000, queue: "input", name: "click" },
    { C: 13_000, T: 100_000, D: 100_000, queue: "network", name: "answer" },
  ],
};
const withLoop = (loop: TaskSet["loop"], tasks = page.tasks): TaskSet => ({ ...page, tasks, ...(loop && { loop }) });

test("a frame that goes first is in time, and one that goes by age is not", () => {
  expect(analyzeSet(page).loop).toEqual({ sched: false, R: [23_000, 23_000, 23_000] });
  expect(analyzeSet(withLoop({ levels: { input: 1, network: 1 } })).loop?.R).toEqual([16_999, 27_000, 23_000]);
  expect(analyzeSet(withLoop({ choice: "any" })).loop?.R).toEqual([23_000, 27_000, 23_000]);
  // A set without a word of queues has no such column.
  expect(analyzeSet({ id: 1, tasks: [{ C: 1, T: 5, D: 5 }] })).not.toHaveProperty("loop");
});

test("the terms of a callback's response, in words", () => {
  const set = withLoop({ levels: { input: 1, network: 2 } });
  expect(
    explainTask(set, 1),
  ).toContain(`Event loop, each callback to its end: R = 26999 µs, meets its deadline with 23001 µs to spare.
  term                                       jobs     µs
  a less urgent callback that has begun            12999
  its own                                1 x 6000   6000
  task 0, goes first                     2 x 4000   8000
  R                                                26999`);
});

test("the table has the column where a set says something of queues", async () => {
  const plain = { id: "plain", tasks: [{ C: 1, T: 5 }] };
  const { out } = await runCommand("analyze", [], JSON.stringify({ sets: [plain, page] }));
  const rows = out.split("\n").map((line) => line.trim().split(/\s{2,}/));
  expect(rows[0]?.at(-1)).toBe("loop");
  expect([rows[1]?.at(-1), rows[2]?.at(-1)]).toEqual(["-", "no"]);
});

test("a callback runs to its end; then the most urgent queue is served, and within one the oldest callback", () => {
  const set = withLoop({ levels: { input: 1, network: 1 } }, [
    { ...page.tasks[0], O: 5000 } as TaskSet["tasks"][number],
    { ...page.tasks[1], O: 4000 } as TaskSet["tasks"][number],
    page.tasks[2] as TaskSet["tasks"][number],
  ]);
  const { jobs } = simulateSet(set, { policy: "loop", horizon: 10_000 });
  // The answer, from 0 on; the frame, though the click came before it; the click.
  expect(jobs.map(([task, , release, start, finish]) => [task, release, start, finish])).toEqual([
    [0, 5000, 13_000, 17_000],
    [1, 4000, 17_000, 23_000],
    [2, 0, 0, 13_000],
  ]);
});

test("a timer comes at the next tick of the clock of timers, and later where the loop is late", () => {
  const set: TaskSet = {
    id: "t",
    tasks: [{ C: 10, T: 1500, D: 1500, queue: "timer" }],
    loop: { granularity: 1000, lateness: 300 },
  };
  const releases = (jitter: "max" | "random") =>
    simulateSet(set, { policy: "loop", horizon: 6000, jitter }).jobs.map(([, , release]) => release);
  expect(releases("max")).toEqual([300, 2300, 3300, 5300]);
  for (const [k, release] of releases("random").entries()) {
    expect(release).toBeGreaterThanOrEqual([0, 2000, 3000, 5000][k] as number);
    expect(release).toBeLessThanOrEqual([300, 2300, 3300, 5300][k] as number);
  }
  // The kernel's own policies have alarms of their own.
  expect(simulateSet(set, { policy: "fifo", horizon: 2000 }).jobs.map(([, , release]) => release)).toEqual([0, 1500]);
  expect(analyzeSet(set).loop?.R).toEqual([10 + 999 + 300]);
});

test("simulated callbacks of random sets stay within the bounds, and some attain them", () => {
  const task = fc.record({
    C: fc.integer({ min: 1, max: 5 }),
    T: fc.integer({ min: 8, max: 30 }),
    D: fc.constant(200),
    O: fc.nat(12),
    J: fc.nat(3),
    queue: fc.constantFrom("a", "b", "timer"),
  });
  const counts = { tasks: 0, attained: 0 };
  fc.assert(
    fc.property(
      fc.array(task, { minLength: 1, maxLength: 4 }),
      fc.record({
        choice: fc.constantFrom("oldest", "any"),
        granularity: fc.constantFrom(1, 4),
        lateness: fc.nat(2),
        level: fc.nat(2),
      }),
      fc.nat(1000),
      (tasks, { level, ...loop }, seed) => {
        const levels = tasks.some(({ queue }) => queue === "a") ? { a: level } : {};
        const set: TaskSet = { id: "s", tasks, loop: { ...loop, levels } };
        checkTaskSets({ sets: [set] }, "x");
        const { loop: bounds } = analyzeSet(set);
        const found = simulateSet(set, {
          policy: "loop",
          horizon: 200,
          seed,
          jitter: seed % 2 === 0 ? "max" : "random",
        });
        found.metrics.maxResponse.forEach((response, i) => {
          const R = bounds?.R?.[i] ?? null;
          if (response === null || R === null) return;
          counts.tasks++;
          expect(response).toBeLessThanOrEqual(R);
          if (response === R) counts.attained++;
        });
      },
    ),
    { numRuns: 400 },
  );
  expect(counts.tasks).toBeGreaterThan(400);
  expect(counts.attained).toBeGreaterThan(30);
});

test("the event loop does not preempt, and says so", async () => {
  const text = JSON.stringify({ sets: [page] });
  await expect(runCommand("simulate", ["--policy", "loop", "--preemption", "full"], text)).rejects.toThrow(
    /loop_preemption.*run to their ends.*"full"/,
  );
  const { out } = await runCommand("simulate", ["--policy", "loop", "--horizon", "100ms"], text);
  expect(out).toContain("0.620 (task 0)");
});

test("a rendering task comes on top of the utilisation, without a remark that there is more of it", async () => {
  const words = ["--utilisation", "0.5", "--tasks", "3", "--frame", "4ms"];
  const { out, err } = await runCommand("generate", words);
  expect(err).toBe("");
  expect(JSON.parse(out).sets[0].tasks).toHaveLength(4);
});

test("generated sets have queues, a frame and a choice, and are otherwise what they were", () => {
  const options = { utilisation: [0.6], sets: 20, tasks: { least: 4, most: 4 } };
  const plain = generateTaskSets(options);
  const sets = generateTaskSets({ ...options, queues: ["input", "timer"], frame: 3000, choice: "any" });
  expect(sets.map(({ tasks }) => tasks.slice(0, 4).map(({ queue: _, ...task }) => task))).toEqual(
    plain.map(({ tasks }) => tasks),
  );
  const queues = sets.flatMap(({ tasks }) => tasks.map(({ queue }) => queue));
  expect(new Set(queues)).toEqual(new Set(["input", "timer", "render"]));
  expect(sets[0]?.tasks[4]).toEqual({ C: 3000, T: 16_667, D: 16_667, queue: "render", name: "frame" });
  expect(sets[0]?.loop).toEqual({ choice: "any" });
  expect(checkTaskSets({ sets }, "x")).toEqual(sets);
  expect(() => generateTaskSets({ ...options, choice: "any" })).toThrow("choice_without_queues");
  expect(() => generateTaskSets({ ...options, queues: [""] })).toThrow("queues_empty");
});
