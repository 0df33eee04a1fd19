/** Sets with the costs of a machine in them: their bounds hold for the kernel with these costs, under virtual time. */
import { describe, expect, test } from "vitest";
import { cautiousSystem } from "../../src/lab/analyze/kernel-test.ts";
import { tasksBefore } from "../../src/lab/chains.ts";
import { Random } from "../../src/lab/generate/random.ts";
import { asExecuted, costsOfRun, withMeasuredSuspensions } from "../../src/lab/run/as-executed.ts";
import { type Costs, cautiousCosts, parseCosts, withCosts } from "../../src/lab/run/costs.ts";
import { policyBounds } from "../../src/lab/run/policy-bounds.ts";
import { predict, sliced } from "../../src/lab/run/predict.ts";
import type { CellResult } from "../../src/lab/run/result.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { drawSet } from "../../src/lab/soundness/draw.ts";
import { type ModelName, modelOf } from "../../src/lab/soundness/models.ts";
import { coursesOf, drawPattern, withOffsets } from "../../src/lab/soundness/patterns.ts";
import type { TaskSet } from "../../src/lab/task-set.ts";
import { syntheticResults } from "./synthetic.ts";

/** Slices, dispatches and turns of the loop that are large beside the units of the drawn sets. Milliseconds. */
const heavy: Costs["system"] = {
  ...{ slice: 0.4, overrun: 0, releaseLatency: 0, switchCost: 0.02 },
  eventLoop: { round: 0.8, time: 0.06 },
};
const unit = 1000;
const steps = 1_000_000;

function scaled(set: TaskSet): TaskSet {
  const times = ["C", "T", "D", "O", "J", "S"] as const;
  return {
    ...set,
    tasks: set.tasks.map((task) => ({
      ...task,
      ...Object.fromEntries(times.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name] * unit]]))),
      ...(task.segments !== undefined && { segments: task.segments.map((length) => length * unit) }),
    })),
  };
}

type Charge = (set: TaskSet, variant: "fp" | "edf") => TaskSet;
const charge =
  (system: Costs["system"]): Charge =>
  (set, variant) =>
    withCosts(set, variant, { system, loop: cautiousCosts.loop });

/** How often a simulated time of the kernel with its costs is above its bound, and how often it was compared. */
function campaignOf(model: ModelName, sets: number, charged = charge(heavy)) {
  const { wishes, policy, boundsOf } = modelOf(model);
  const variant = policy === "fp" ? "fp" : "edf";
  let [compared, above] = [0, 0];
  for (let i = 0; i < sets; i++) {
    const random = new Random(9, i);
    const drawn = drawSet(random, String(i), { ...wishes, load: [0.2, 0.7] });
    const set = scaled(drawn);
    const bounds = boundsOf(charged(set, variant), true);
    if (bounds.length === 0) continue;
    for (let at = 0; at < 4; at++) {
      const pattern = drawPattern(random, set, at);
      const placed = withOffsets(set, pattern, tasksBefore(set));
      const horizon = 3 * Math.max(...set.tasks.map(({ T }) => T));
      const options = { policy, horizon, jitter: pattern.jitter, seed: pattern.seed, ...sliced(heavy) } as const;
      const { metrics, chains } = simulateSet(placed, options, undefined, coursesOf(placed, pattern));
      for (const { limit, seen } of bounds) {
        const time = seen({ maxResponse: metrics.maxResponse, chains });
        if (time === null) continue;
        compared++;
        if (time > limit) above++;
      }
    }
  }
  return { compared, above };
}

describe("on the kernel", () => {
  const models = ["suspension-fp", "suspension-edf", "event-chains-fp", "event-chains-edf"] as const;

  test.for(models)("%s: no simulated time with slices and costs is above the bound", (model) => {
    const { compared, above } = campaignOf(model, 25);
    expect(compared).toBeGreaterThan(100);
    expect(above).toBe(0);
  });

  test("without one of the costs, or without the slices, bounds are exceeded", () => {
    const without: Record<string, Charge> = {
      dispatches: charge({ ...heavy, switchCost: 0 }),
      turns: charge({ slice: heavy.slice, releaseLatency: 0, switchCost: heavy.switchCost }),
      slices: (set, variant) => ({
        ...set,
        tasks: charge(heavy)(set, variant).tasks.map((task, i) => ({ ...task, J: set.tasks[i]?.J ?? 0 })),
      }),
    };
    for (const [name, charged] of Object.entries(without)) {
      expect(campaignOf("event-chains-fp", 40, charged).above, name).toBeGreaterThan(0);
    }
  });

  test("each part of a job pays its dispatches and turns, and each resumption is as late as a release", () => {
    const tasks = [{ C: 5000, T: 50_000, D: 50_000, J: 100, segments: [2000, 3000, 2000, 0, 1000] }];
    const { tasks: costly } = withCosts({ id: 1, tasks }, "fp", { system: heavy, loop: cautiousCosts.loop });
    // A slice of 380 µs gets something done: 5, 5 and 2 of them are used up. A round of 800 µs: 2, 2 and 1 turns of 80 µs more.
    const parts = [2000 + 7 * 20 + 3 * 80, 2000 + 7 * 20 + 3 * 80, 1000 + 4 * 20 + 2 * 80];
    const late = 400 + 80;
    const segments = [parts[0], 3000 + late, parts[1], 0, parts[2]];
    expect(costly).toEqual([{ ...tasks[0], C: parts.reduce((a, b) => a + b), J: 100 + late, segments }]);
  });
});

describe("on the event loop", () => {
  test("each callback has a turn of the loop in it, and timers are late", () => {
    const costs = { system: heavy, loop: { turn: 0.1, lateness: 1.5 } };
    const set = { id: 1, tasks: [{ C: 1000, T: 9000, D: 9000 }] };
    expect(withCosts(set, "loop", costs).tasks).toEqual([{ C: 1100, T: 9000, D: 9000, J: 1500 }]);
    // Timers of whole milliseconds overtake each other.
    expect(withCosts(set, "fcfs", costs).tasks).toEqual([{ C: 1100, T: 9000, D: 9000, J: 3500 }]);
  });
});

test("what overheads measured, with and without numbers of the loop", () => {
  const loop = { turn: 0.5, lateness: 3 };
  expect(parseCosts(JSON.stringify({ system: heavy, loop }), "a")).toEqual({ system: heavy, loop });
  expect(parseCosts(JSON.stringify({ system: heavy }), "a").loop).toEqual(cautiousCosts.loop);
  expect(() => parseCosts("{}", "a.json")).toThrow("system_format: a.json");
});

describe("as executed", () => {
  const tasks = [
    { C: 10, T: 100, D: 100, S: 20 },
    { C: 10, T: 100, D: 100, segments: [4, 5, 6] },
    { C: 10, T: 100, D: 100 },
  ];
  const result = {
    execution: { mean: 1, max: 12 },
    releaseLatency: { mean: 0, max: 0 },
    jobs: 1,
    misses: 0,
    responses: [],
  };
  const longest = { ...result, suspension: { mean: 6, max: 25, longest: [5, 9, 3] } };
  const results = { set: "s", tasks: tasks.map((task, i) => ({ ...task, ...(i < 2 ? longest : result) })) };

  test("longer executions and suspensions count, shorter ones do not", () => {
    expect(asExecuted({ tasks }, results).tasks).toEqual([
      { ...tasks[0], C: 12, S: 25 },
      { ...tasks[1], C: 11, segments: [5, 9, 6] },
      { ...tasks[2], C: 12 },
    ]);
    const [, segmented] = asExecuted(
      { tasks },
      { ...results, tasks: tasks.map((task) => ({ ...task, ...result })) },
    ).tasks;
    expect(segmented).toEqual({ ...tasks[1], C: 14, segments: [6, 5, 8] });
    expect(withMeasuredSuspensions({ tasks }, results).tasks).toEqual([
      { ...tasks[0], S: 25 },
      { ...tasks[1], segments: [4, 9, 6] },
      tasks[2],
    ]);
  });

  test("costs are those of the run, where they are larger", () => {
    const disturbance = { stolen: 0, longest: 0, longestWake: 4000, involuntarySwitches: 0 };
    const costs = costsOfRun(cautiousCosts, { turns: { mean: 1, max: 300 }, disturbance });
    expect(costs.loop).toEqual({ turn: 0.3, lateness: 4 });
    expect(costs.system).toEqual({ ...cautiousSystem, releaseLatency: 4 });
    expect(costsOfRun(cautiousCosts, { disturbance: { ...disturbance, longestWake: 0 } })).toEqual(cautiousCosts);
  });
});

describe("predictions", () => {
  const cell = (tasks: TaskSet["tasks"], variant: "fcfs" | "loop" | "fp" | "edf", more: Partial<TaskSet> = {}) => ({
    ...{ key: `s/${variant}/0`, set: "s", tasks, variant },
    ...more,
  });
  const suspending = [
    { C: 4000, T: 40_000, D: 40_000, S: 10_000 },
    { C: 8000, T: 60_000, D: 60_000 },
  ];

  test("of jobs that await, the bound with costs is that of the suspensions that were measured", () => {
    const before = predict(cell(suspending, "fp"), cautiousSystem, 100_000);
    const [made] = syntheticResults({ sets: 1, variants: ["fp"], tasks: 2 }) as [CellResult];
    const tasks = made.tasks.map((task, i) => ({
      ...task,
      ...(i === 0 && { suspension: { mean: 11_000, max: 15_000 } }),
    }));
    const after = predict(cell(suspending, "fp"), cautiousSystem, 100_000, { result: { ...made, tasks } });
    expect(after.R).toEqual(before.R);
    expect((after.bound?.[0] as number) - (before.bound?.[0] as number)).toBe(5000);
    expect(before.bound?.[0]).toBeGreaterThan(before.R?.[0] as number);
  });

  test("a set without chunks or sections has bounds in every variant, and a set with both models none on the kernel", () => {
    const chain = [{ tasks: [0, 1], trigger: "event" as const }];
    const tasks = suspending.map(({ S: _, ...task }) => ({ ...task, T: 60_000 }));
    for (const variant of ["fcfs", "loop", "fp", "edf"] as const) {
      const { chains, bound } = predict(cell(tasks, variant, { chains: chain }), cautiousSystem, 100_000);
      expect(
        bound?.every((R) => R !== null),
        variant,
      ).toBe(true);
      const [{ ideal, bound: costly, simulated }] = chains as [NonNullable<typeof chains>[number]];
      expect((ideal as { R: number }).R).toBeLessThan((costly as { R: number }).R);
      expect((simulated as { response: number }).response).toBeLessThanOrEqual((costly as { R: number }).R);
    }
    const chunked = tasks.map((task) => ({ ...task, chunks: [task.C / 2, task.C / 2] }));
    expect(predict(cell(chunked, "fp", { chains: chain }), cautiousSystem, 100_000).bound).toBeNull();
    expect(predict(cell(chunked, "loop", { chains: chain }), cautiousSystem, 100_000).bound).not.toBeNull();
  });

  test("plain functions on timers know no queues", () => {
    const tasks = [
      { C: 10_000, T: 100_000, D: 100_000, queue: "slow" },
      { C: 1000, T: 50_000, D: 50_000, queue: "fast" },
    ];
    const set: TaskSet = { id: "s", tasks, loop: { levels: { slow: 1 } } };
    expect(policyBounds(set, "fcfs", false, steps).R).toEqual([11_000, 11_000]);
    expect(policyBounds(set, "loop", false, steps).R).toEqual([11_000, 10_999]);
  });
});
