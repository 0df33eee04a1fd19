/** Chains: in files, bounded, simulated and measured. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import { explainTask } from "../../src/lab/analyze/explain.ts";
import { generateTaskSets } from "../../src/lab/generate/generate.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { scheduleOf } from "../../src/lab/soundness/schedule.ts";
import { checkTaskSets, type TaskSet, utilisationOf } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

/** What a page does between an input and what is seen of it. */
const page: TaskSet = {
  id: "page",
  tasks: [
    { name: "input", C: 1000, T: 16_000, D: 16_000 },
    { name: "state", C: 3000, T: 16_000, D: 16_000 },
    { name: "paint", C: 2000, T: 16_000, D: 16_000 },
    { name: "other", C: 4000, T: 20_000, D: 20_000 },
  ],
  chains: [{ name: "seen", tasks: ["input", "state", "paint"], trigger: "event", D: 16_000 }],
};
const sampled: TaskSet = {
  id: "sampled",
  tasks: [
    { C: 1, T: 10, D: 10 },
    { C: 2, T: 15, D: 15 },
    { C: 3, T: 20, D: 20 },
  ],
  chains: [
    { name: "up", tasks: [0, 1, 2], trigger: "time", D: 60 },
    { name: "down", tasks: [2, 1, 0], trigger: "time" },
  ],
};

test("an event-triggered chain, by hand: each task has the response of the one before as its jitter", () => {
  const { chains, dm, ll, remarks, edf } = analyzeSet(page);
  // input 1; state 1 + 3; paint 4 + 2; but state and paint may wait for the next input's job as well: jitter is all they know.
  expect(dm.R?.slice(0, 2)).toEqual([1000, 1000 + 3000 + 1000]);
  expect(chains?.[0]).toMatchObject({ name: "seen", trigger: "event", tasks: [0, 1, 2], D: 16_000 });
  expect(chains?.[0]?.dm).toEqual({ sched: true, R: dm.R?.[2] });
  expect(chains?.[0]?.edf).toEqual({ sched: expect.any(Boolean), R: edf.R?.[2] });
  expect(ll).toBeNull();
  expect(remarks).toEqual([expect.stringContaining("event-triggered")]);
  expect(analyzeSet(page, { also: ["opa", "kernel"] })).not.toHaveProperty("kernel");
});

test("simulated, the end of a job releases the next one; deadlines and responses count from the chain's arrival", () => {
  const { jobs, chains, metrics } = simulateSet(page, { policy: "fp", horizon: 16_000 });
  expect(jobs.map(([task, k, release, start, finish]) => [task, k, release, start, finish])).toEqual([
    [0, 0, 0, 0, 1000],
    [1, 0, 1000, 1000, 4000],
    [2, 0, 4000, 4000, 6000],
    [3, 0, 0, 6000, 10_000],
  ]);
  expect(chains).toEqual([{ name: "seen", trigger: "event", response: 6000 }]);
  expect(metrics.maxResponse).toEqual([1000, 4000, 6000, 10_000]);
  // On the event loop the other callback came before what the input releases.
  const loop = simulateSet(page, { policy: "loop", horizon: 16_000 });
  expect(loop.chains).toEqual([{ name: "seen", trigger: "event", response: 10_000 }]);
});

test("reaction time and data age of a time-triggered chain, bounded and measured", () => {
  const { chains } = analyzeSet(sampled);
  // R = 1, 3, 6. Upwards each task is more urgent than the next: only T counts on the way.
  expect(chains?.[0]?.dm).toEqual({ sched: true, reaction: 51, age: 31, ageUntilReplaced: 51, davare: 55 });
  expect(chains?.[1]?.dm).toEqual({ sched: null, reaction: 55, age: 45, ageUntilReplaced: 55, davare: 55 });
  const { chains: measured } = simulateSet(sampled, { policy: "fp", horizon: 600 });
  // From 21, right after the start of a job of the first task at 20, by its job at 30, to the third task's job that reads 33.
  expect(measured?.[0]).toMatchObject({ name: "up", trigger: "time" });
  for (const [i, chain] of (measured ?? []).entries()) {
    if (chain.trigger !== "time") continue;
    const bound = chains?.[i]?.dm as { reaction: number; age: number; ageUntilReplaced: number };
    expect(chain.reaction).toBeGreaterThan(20);
    expect(chain.reaction).toBeLessThanOrEqual(bound.reaction);
    expect(chain.age).toBeLessThanOrEqual(bound.age);
    expect(chain.ageUntilReplaced).toBeLessThanOrEqual(bound.ageUntilReplaced);
    // On one schedule that repeats itself, the two maxima are the same.
    expect(chain.ageUntilReplaced).toBe(chain.reaction);
  }
});

const anyTask = fc
  .record({ C: fc.integer({ min: 1, max: 4 }), T: fc.integer({ min: 8, max: 30 }), O: fc.nat(25), J: fc.nat(3) })
  .map(({ O, ...task }) => ({ ...task, D: task.T, O: O % task.T }));

test("measured chains of random sets stay within the bounds under each policy, and some come near them", () => {
  const counts = { time: 0, event: 0 };
  const nearest = { time: 0, event: 0 };
  fc.assert(
    fc.property(
      fc.array(anyTask, { minLength: 3, maxLength: 4 }),
      fc.constantFrom("event", "time"),
      fc.shuffledSubarray([0, 1, 2], { minLength: 2 }),
      fc.nat(100),
      (given, trigger, order, seed) => {
        const first = given[order[0] as number] as TaskSet["tasks"][number];
        const tasks = given.map((task, i) =>
          trigger === "event" && order.slice(1).includes(i) ? { ...task, T: first.T, D: first.T, O: 0 } : task,
        );
        const set: TaskSet = { id: "s", tasks, chains: [{ tasks: order, trigger }] };
        checkTaskSets({ sets: [set] }, "x");
        const bounds = analyzeSet(set).chains?.[0];
        for (const policy of ["fp", "edf", "loop"] as const) {
          const jitter = seed % 2 === 0 ? "max" : "random";
          const found = simulateSet(set, { policy, horizon: 300, jitter, seed }).chains?.[0];
          const bound = bounds?.[policy === "fp" ? "dm" : policy] as unknown as Record<string, number | null>;
          for (const field of ["response", "reaction", "age", "ageUntilReplaced"]) {
            const measured = (found as unknown as Record<string, number | null>)[field] ?? null;
            const limit = bound[field === "response" ? "R" : field] ?? null;
            if (measured === null || limit === null) continue;
            counts[trigger]++;
            expect(measured, `${policy} ${field}`).toBeLessThanOrEqual(limit);
            nearest[trigger] = Math.max(nearest[trigger], measured / limit);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(counts.time).toBeGreaterThan(50);
  expect(counts.event).toBeGreaterThan(20);
  expect(Math.min(nearest.time, nearest.event)).toBeGreaterThan(0.75);
});

test("late timers make the time between two releases longer, on the event loop alone", () => {
  const tasks = [
    { C: 1, T: 10, D: 10, queue: "timer" },
    { C: 1, T: 20, D: 20, queue: "timer" },
  ];
  const set: TaskSet = {
    id: "t",
    tasks,
    loop: { granularity: 4, lateness: 2 },
    chains: [{ tasks: [0, 1], trigger: "time" }],
  };
  const chain = analyzeSet(set).chains?.[0];
  // R is 5 of lateness and 2 of both; between two releases there may be T and 5.
  expect(chain?.loop).toMatchObject({ reaction: 15 + 25 + 7, age: 15 + 7, davare: 15 + 7 + 25 + 7 });
  expect(chain?.dm).toMatchObject({ reaction: 10 + 20 + 2, age: 10 + 2 });
});

test("with this kernel's slices and costs, measured reaction times and ages are within its bounds", () => {
  const ms = (time: number) => time * 1000;
  const tasks = [
    { C: ms(4), T: ms(40), D: ms(40) },
    { C: ms(9), T: ms(60), D: ms(60), O: ms(7) },
    { C: ms(12), T: ms(90), D: ms(90), O: ms(31) },
  ];
  const set: TaskSet = { id: "k", tasks, chains: [{ tasks: [2, 0, 1], trigger: "time", D: ms(300) }] };
  const chain = analyzeSet(set, { also: ["kernel"] }).chains?.[0];
  for (const policy of ["fp", "edf"] as const) {
    const how = {
      policy,
      preemption: "sliced",
      slice: 1000,
      round: 2000,
      dispatchCost: 20,
      eventLoopCost: 100,
    } as const;
    const [found] = simulateSet(set, { ...how, horizon: ms(2000) }).chains ?? [];
    const bound = chain?.kernel?.[policy];
    if (found?.trigger !== "time" || bound === undefined || "R" in bound) throw new Error("it is time-triggered");
    expect(bound.sched).toBe(true);
    expect(found.reaction).toBeGreaterThan(ms(100));
    expect(found.reaction).toBeLessThanOrEqual(bound.reaction as number);
    expect(found.age).toBeLessThanOrEqual(bound.age as number);
    expect(found.ageUntilReplaced).toBeLessThanOrEqual(bound.ageUntilReplaced as number);
  }
  expect(explainTask(set, 0, { also: ["kernel"] })).toMatch(/kernel, EDF +\d+ +\d+ +\d+ +\d+/);
});

test("generated chains: of different tasks; event-triggered ones with one period and the same utilisation", () => {
  const options = { utilisation: [0.6], sets: 30, tasks: { least: 6, most: 6 } };
  const length = { least: 2, most: 3 };
  const plain = generateTaskSets(options);
  const timed = generateTaskSets({ ...options, chains: { count: 2, length, trigger: "time" } });
  expect(timed.map(({ tasks }) => tasks)).toEqual(plain.map(({ tasks }) => tasks));
  const events = generateTaskSets({ ...options, chains: { count: 2, length, trigger: "event" } });
  for (const set of [...timed, ...events]) {
    const places = set.chains?.flatMap(({ tasks }) => tasks) ?? [];
    expect(set.chains).toHaveLength(2);
    expect(new Set(places).size).toBe(places.length);
  }
  expect(checkTaskSets({ sets: events }, "x")).toEqual(events);
  events.forEach((set, i) => {
    expect(utilisationOf(set)).toBeCloseTo(utilisationOf(plain[i] as TaskSet), 3);
  });
  expect(new Set(events.flatMap(({ chains = [] }) => chains.map(({ tasks }) => tasks.length)))).toEqual(
    new Set([2, 3]),
  );
  const suspension = { least: 0.1, most: 0.1 };
  expect(() => generateTaskSets({ ...options, suspension, chains: { count: 1, length, trigger: "event" } })).toThrow(
    "chains_and_parts",
  );
});

test("over all offsets of small sets, and executions that are shorter at times, no chain takes longer than its bounds", () => {
  const tiny = fc.record({ C: fc.integer({ min: 1, max: 2 }), T: fc.integer({ min: 3, max: 6 }) });
  const nearest = { reaction: 0, age: 0 };
  fc.assert(
    fc.property(
      fc.array(tiny, { minLength: 2, maxLength: 3 }),
      fc.constantFrom("fp", "edf", "loop"),
      fc.boolean(),
      (given, policy, isBackwards) => {
        const tasks = given.map((task) => ({ ...task, D: task.T }));
        const places = tasks.map((_, i) => i);
        const chain = { tasks: isBackwards ? places.reverse() : places, trigger: "time" } as const;
        const bounds = analyzeSet({ id: "s", tasks, chains: [chain] }).chains?.[0]?.[policy === "fp" ? "dm" : policy];
        if (bounds === undefined || "R" in bounds) throw new Error("it is time-triggered");
        for (const offsets of offsetsOf(tasks)) {
          const set: TaskSet = {
            id: "s",
            tasks: tasks.map((task, i) => ({ ...task, O: offsets[i] as number })),
            chains: [chain],
          };
          const courses = tasks.map(({ C }, i) => (k: number) => [(k + i) % 3 === 0 ? 1 : C]);
          const [found] = scheduleOf(set, policy, {}, 40, courses).chains ?? [];
          if (found?.trigger !== "time") throw new Error("it is measured");
          for (const field of ["reaction", "age", "ageUntilReplaced"] as const) {
            const [time, limit] = [found[field], bounds[field]];
            if (time === null || limit === null) continue;
            expect(time, field).toBeLessThanOrEqual(limit);
            if (field !== "ageUntilReplaced") nearest[field] = Math.max(nearest[field], time / limit);
          }
        }
      },
    ),
    // The same sets each time, since not every thirty come near the bounds. `preempt-lab soundness` tries others.
    { numRuns: 30, seed: 1 },
  );
  expect(Math.min(nearest.reaction, nearest.age)).toBeGreaterThan(0.8);
});

function offsetsOf(tasks: readonly { readonly T: number }[]): number[][] {
  return tasks.reduce<number[][]>(
    (all, { T }) => all.flatMap((before) => Array.from({ length: T }, (_, offset) => [...before, offset])),
    [[]],
  );
}

test("chains in words and in tables", async () => {
  expect(explainTask(sampled, 1)).toContain(`Chain "up", tasks 0 -> 1 -> 2, time-triggered, end-to-end deadline 60 µs:
  µs                  reaction  age  age until replaced  Davare
  deadline-monotonic        51   31                  51      55
  EDF                       55   35                  55      55
  event loop                51   31                  51      63`);
  expect(explainTask(page, 2)).toMatch(/Chain "seen".*event-triggered.*\n.*response\n.*deadline-monotonic +\d+/);
  const { out } = await runCommand("analyze", [], JSON.stringify({ sets: [page, sampled] }));
  expect(out).toMatch(/chains DM +chains EDF +chains loop\n/);
  const simulated = await runCommand("simulate", ["--policy", "fp"], JSON.stringify({ sets: [page] }));
  expect(simulated.out).toMatch(/set +chain +response +reaction +age +age until replaced\npage +seen +\d+ +- +- +-\n/);
});

test("a task that releases no other one leaves a chain its bound, though it has none itself", () => {
  const heavy = { name: "all the time", C: 9000, T: 9000, D: 9000, queue: "last" };
  const tasks = page.tasks.map((task) => ({ ...task, queue: "first" }));
  const set: TaskSet = { ...page, tasks: [...tasks, heavy], loop: { levels: { last: 1 } } };
  const { loop, chains } = analyzeSet(set);
  expect(loop).toMatchObject({ sched: false });
  expect(loop?.R?.at(-1)).toBeNull();
  const bound = chains?.[0]?.loop;
  const R = bound !== undefined && "R" in bound ? bound.R : null;
  expect(R).not.toBeNull();
  const seen = simulateSet(set, { policy: "loop", horizon: 320_000 }).chains?.[0];
  expect(seen !== undefined && "response" in seen ? seen.response : null).toBeLessThanOrEqual(R as number);
});
