/** The kernel's own test against execution: what counts as a proof, and what does not. */
import { describe, expect, test } from "vitest";
import { cautiousSystem } from "../../src/lab/analyze/kernel-test.ts";
import type { Observed } from "../../src/lab/overheads/observed.ts";
import { systemOf } from "../../src/lab/overheads/system.ts";
import { predict } from "../../src/lab/run/predict.ts";
import type { CellResult } from "../../src/lab/run/result.ts";
import { validationChart } from "../../src/lab/validate/chart.ts";
import { cellsToRun, cellsToTest, experimentSets, type Tested, testedOf } from "../../src/lab/validate/experiment.ts";
import { verdictOf, verdictText } from "../../src/lab/validate/verdict.ts";
import { syntheticResults } from "./synthetic.ts";

const settings = { horizon: 100_000, body: "spin", load: 0.9, seed: 1, rows: false } as const;
const tested: Tested[] = cellsToTest(experimentSets(3, 1), settings).map((cell) =>
  testedOf(cell, predict(cell, cautiousSystem, settings.horizon)),
);

describe("overheads", () => {
  const times = (count: number, least: number) => Array.from({ length: count }, (_, i) => least + i / 1000);
  const observed: Observed = {
    dispatches: times(100, 0.01),
    eventLoop: times(100, 0.02),
    latencies: times(100, 0.5),
    stretches: times(100, 0.99),
    turns: times(100, 0.03),
    wakes: times(100, 0.7),
    machine: "made up",
  };

  test("what is paid often counts with its 95th percentile, what hits once with its 99.5th, all of it with the margin", () => {
    const { system, seen, loop } = systemOf(observed, { slice: 1, round: 2, margin: 2 });
    expect(seen.switchCost).toMatchObject({ count: 100, p95: expect.closeTo(0.105, 9), max: expect.closeTo(0.109, 9) });
    expect(system).toEqual({
      slice: expect.closeTo(1 + 2 * 0.089, 9),
      overrun: expect.closeTo(2 * 0.089, 9),
      releaseLatency: expect.closeTo(2 * 0.599, 9),
      switchCost: expect.closeTo(2 * 0.105, 9),
      eventLoop: { round: 2, time: expect.closeTo(2 * 0.115, 9) },
    });
    expect(loop).toEqual({ turn: expect.closeTo(2 * 0.125, 9), lateness: expect.closeTo(2 * 0.799, 9) });
  });

  test("a machine that others use is said to be busy", () => {
    const busy = { ...observed, dispatches: times(100, 0.6) };
    expect(() => systemOf(busy, { slice: 1, round: 2, margin: 1.5 })).toThrow(
      /machine_busy: .* others had the processor/,
    );
  });
});

describe("the experiment", () => {
  test("accepted cells alone are executed, evenly spread", () => {
    const accepted = tested.filter(({ prediction }) => prediction.admitted);
    expect(accepted.length).toBeGreaterThan(10);
    expect(accepted.length).toBeLessThan(tested.length);
    const chosen = cellsToRun(tested, 8);
    expect(new Set(chosen.map(({ key }) => key)).size).toBe(8);
    for (const { key } of chosen) expect(accepted.some(({ cell }) => cell.key === key)).toBe(true);
    expect(cellsToRun(tested, 10_000)).toHaveLength(accepted.length);
  });

  test("what the test accepts, the simulated kernel keeps, and an ideal processor accepts", () => {
    for (const { prediction, cell } of tested.filter((each) => each.prediction.admitted)) {
      expect(prediction.misses).toBe(0);
      expect(prediction.sched).toBe(true);
      expect(prediction.bound).toHaveLength(cell.tasks.length);
      for (const [i, bound] of (prediction.bound ?? []).entries()) {
        expect(prediction.maxResponse[i] ?? 0).toBeLessThanOrEqual(bound as number);
        expect(bound).toBeLessThanOrEqual(cell.tasks[i]?.D as number);
      }
    }
  });
});

describe("the verdict", () => {
  const acceptedBy = (policy: string) =>
    tested.filter(({ prediction }) => prediction.admitted && prediction.policy === policy).slice(0, 4);
  const accepted = acceptedBy("fp");
  const resultOf = ({ cell }: Tested, change: Partial<CellResult> = {}): CellResult => {
    const [made] = syntheticResults({ sets: 1, variants: ["fp"], disturbed: 0 }) as [CellResult];
    const tasks = cell.tasks.map(({ C, T, D }) => ({
      ...{ C, T, D, jobs: 2, misses: 0, responses: [C, C] },
      ...{ execution: { mean: C, max: C }, releaseLatency: { mean: 0, max: 0 } },
    }));
    return {
      ...made,
      key: cell.key,
      set: cell.set,
      variant: cell.variant,
      tasks,
      jobs: 2 * tasks.length,
      misses: 0,
      ...change,
    };
  };

  test("a miss counts against the test only in a run that nobody disturbed and in which no job was longer than its C", () => {
    const [a, b, c, d] = accepted as [Tested, Tested, Tested, Tested];
    const beyond = resultOf(c, { misses: 5 });
    const longer = beyond.tasks.map((task) => ({ ...task, execution: { mean: task.C, max: task.C + 1 } }));
    const results = [resultOf(a), resultOf(b, { misses: 7, disturbed: true }), { ...beyond, tasks: longer }];
    const clean = verdictOf(cautiousSystem, tested, results);
    expect(clean).toMatchObject({
      executed: 3,
      disturbed: 1,
      beyondModel: 1,
      counted: 1,
      misses: 0,
      missesOfOthers: 12,
    });
    const refuted = verdictOf(cautiousSystem, tested, [...results, resultOf(d, { misses: 1 })]);
    expect(refuted).toMatchObject({ counted: 2, misses: 1 });
    expect(verdictText(refuted)).toContain("1 missed deadlines");
  });

  test("results of sets that the test does not accept, or does not know, are not looked at", () => {
    const refused = tested.find(({ prediction }) => !prediction.admitted) as Tested;
    const [a] = accepted as [Tested];
    const unknown = resultOf(a, { key: "u0.50-99/fp/0", misses: 1 });
    const verdict = verdictOf(cautiousSystem, tested, [resultOf(a), resultOf(refused, { misses: 9 }), unknown]);
    expect(verdict).toMatchObject({ executed: 1, counted: 1, misses: 0, missesOfOthers: 0 });
  });

  test.for(["fp", "edf"] as const)("a response above the bound is seen, though no deadline is missed: %s", (policy) => {
    const [a] = acceptedBy(policy) as [Tested];
    const result = resultOf(a);
    const bound = a.prediction.bound?.[0] as number;
    const tasks = result.tasks.map((task, i) => (i === 0 ? { ...task, responses: [bound + 1] } : task));
    expect(verdictOf(cautiousSystem, tested, [result]).aboveBound).toBe(0);
    const verdict = verdictOf(cautiousSystem, tested, [{ ...result, tasks }]);
    expect(verdict.aboveBound).toBe(1);
    expect(verdict.tightness[policy].measured).toHaveLength(tasks.length);
    expect(verdict.tightness[policy === "fp" ? "edf" : "fp"].measured).toEqual([]);
  });

  test("the kernel's own test accepts no more than an ideal processor does, and the chart shows all curves", () => {
    const verdict = verdictOf(
      cautiousSystem,
      tested,
      [...accepted, ...acceptedBy("edf")].map((each) => resultOf(each)),
    );
    for (const { kernel, ideal, simulated } of verdict.acceptance) {
      expect(kernel).toBeLessThanOrEqual(ideal);
      expect(kernel).toBeLessThanOrEqual(simulated);
    }
    const svg = validationChart(verdict, "made up");
    expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
    expect(svg.match(/<path class="l\d/g)?.length).toBeGreaterThanOrEqual(14);
    expect(svg).not.toContain("NaN");
  });
});
