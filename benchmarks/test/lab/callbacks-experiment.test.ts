/** The experiment with long callbacks: its sets, what is said of them, and the command. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cautiousSystem } from "../../src/lab/analyze/kernel-test.ts";
import { callbackSet, long, periodKinds, seldom, short } from "../../src/lab/experiment/callbacks/sets.ts";
import {
  callbacksCsv,
  countOf,
  executedOf,
  inBin,
  missRatioOf,
  ratioBins,
} from "../../src/lab/experiment/callbacks/tally.ts";
import { type TestedSet, testEach } from "../../src/lab/experiment/callbacks/test-each.ts";
import { checkTaskSets, utilisationOf } from "../../src/lab/task-set.ts";
import { lineChart } from "../../src/line-chart.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";
import { syntheticResults } from "./synthetic.ts";

const options = { seed: 1, tasks: 10, periods: "log-uniform" } as const;
const grid = [0, 0.1, 0.3].flatMap((share) => [0.2, 0.5, 0.8].map((utilisation) => ({ share, utilisation })));

describe("the sets", () => {
  test.for(periodKinds)("have the utilisation, and callbacks of the lengths that they are made for (%s)", (periods) => {
    for (const { share, utilisation } of grid) {
      const set = callbackSet({ ...options, tasks: 20, periods }, share, utilisation, 0);
      checkTaskSets({ sets: [set] }, "made");
      expect(utilisationOf(set)).toBeCloseTo(utilisation, 2);
      const longs = set.tasks.filter(({ queue }) => queue === "long");
      expect(longs).toHaveLength(Math.round(20 * share));
      for (const { C, T, queue } of set.tasks) {
        const { least, most } = queue === "long" ? long : short;
        expect(C).toBeGreaterThanOrEqual(least);
        expect(C).toBeLessThanOrEqual(most);
        expect(T >= seldom).toBe(queue === "long" || T === seldom);
      }
    }
  });

  test("are the same for a seed, and others for another one or another index", () => {
    const set = callbackSet(options, 0.2, 0.5, 3);
    expect(callbackSet(options, 0.2, 0.5, 3)).toEqual(set);
    expect(callbackSet(options, 0.2, 0.5, 4).tasks).not.toEqual(set.tasks);
    expect(callbackSet({ ...options, seed: 2 }, 0.2, 0.5, 3).tasks).not.toEqual(set.tasks);
  });

  test("that cannot be are refused: ten long callbacks use more than a hundredth", () => {
    expect(() => callbackSet(options, 1, 0.01, 0)).toThrow("callbacks_impossible: 10 of 10 callbacks are long");
  });
});

const tested: TestedSet[] = grid.map(({ share, utilisation }, i) =>
  testEach({ set: callbackSet(options, share, utilisation, i), system: cautiousSystem, horizon: 300_000 }),
);

describe("what is said of them", () => {
  test("a set that an analysis accepts has no miss in simulation, and the kernel's test accepts none that the ideal one refuses", () => {
    for (const { accepted, simulated } of tested) {
      for (const name of ["FIFO", "two queues", "FP kernel", "EDF kernel"] as const)
        if (accepted[name] === true) expect(simulated[name].misses).toBe(0);
      if (accepted["FP kernel"] === true) expect(accepted["FP ideal"]).toBe(true);
      if (accepted["EDF kernel"] === true) expect(accepted["EDF ideal"]).toBe(true);
      if (accepted.FIFO === true) expect(accepted["two queues"]).toBe(true);
    }
    expect(tested.some(({ accepted }) => accepted["EDF ideal"] === true)).toBe(true);
  });

  test("with a callback longer than the shortest deadline, the event loop accepts nothing, and EDF does", () => {
    const beyond = tested.filter(({ longestC, shortestD }) => longestC > shortestD);
    expect(beyond.length).toBeGreaterThan(2);
    for (const { accepted } of beyond) expect(accepted).toMatchObject({ FIFO: false, "two queues": false });
    expect(beyond.some(({ accepted }) => accepted["EDF ideal"] === true)).toBe(true);
  });

  test("sets are counted with intervals and weights; undecided ones are not counted", () => {
    const of = (key: string, utilisation: number, FIFO: boolean | null): TestedSet => ({
      ...(tested[0] as TestedSet),
      ...{ key, utilisation, accepted: { ...(tested[0] as TestedSet).accepted, FIFO } },
    });
    const sets = [of("a", 0.2, true), of("b", 0.6, false), of("c", 0.9, null)];
    const found = countOf(sets, { kind: "accepted", name: "FIFO" });
    expect(found).toMatchObject({ sets: 2, accepted: 1, weighted: expect.closeTo(0.25, 9) });
    expect(found.interval[0]).toBeLessThan(0.5);
    expect(found.interval[1]).toBeGreaterThan(0.5);
  });

  test("each set stands in one column of longest callback over shortest deadline", () => {
    expect(ratioBins.reduce((sum, bin) => sum + inBin(tested, bin).length, 0)).toBe(tested.length);
  });

  test("the table has a line for each cell and one for each share, and miss ratios of simulations", () => {
    const lines = callbacksCsv(tested).trim().split("\n");
    expect(lines).toHaveLength(1 + (9 + 3) * 10);
    expect(missRatioOf(tested, "FIFO")).toBeGreaterThan(missRatioOf(tested, "EDF kernel"));
  });

  test("executed cells are counted by share; disturbed ones are left out", () => {
    const results = syntheticResults({ sets: 2, variants: ["fcfs"], disturbed: 0 });
    const own = results.map((result, i) => ({ ...result, set: "s", disturbed: i > 0 }));
    const [found] = executedOf(own, [{ ...(tested[0] as TestedSet), key: "s", share: 0.1 }]);
    expect(found).toMatchObject({
      share: 0.1,
      variant: "fcfs",
      cells: 1,
      disturbed: own.length - 1,
      jobs: own[0]?.jobs,
    });
  });
});

test("a chart of shares has linear axes from 0 to 100 %, and no interval where all or none were counted", () => {
  const points = [
    [0.2, 1],
    [0.4, 0.5],
    [0.6, 0],
  ] as const;
  const line = { name: "EDF", points, spreads: [undefined, [0.25, 0.75], undefined], isDashed: true } as const;
  const svg = lineChart(
    { title: "t", columns: 1, panels: [{ title: "p", lines: [line] }], axes: "share", across: "utilisation" },
    "m",
  );
  const circles = [...svg.matchAll(/<circle class="v0" cx="([\d.]+)" cy="([\d.]+)"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const [[x0, y0], [x1, y1], [x2, y2]] = circles as [
    readonly [number, number],
    readonly [number, number],
    readonly [number, number],
  ];
  expect(x1 - x0).toBeCloseTo(x2 - x1, 0);
  expect(y1 - y0).toBeCloseTo(y2 - y1, 0);
  expect(svg).toContain(">100 %<");
  expect(svg).toContain(">utilisation<");
  expect(svg.match(/<path class="l0" /g)).toHaveLength(1);
});

describe("the command", () => {
  const words = [
    "--sets",
    "1",
    "--tasks",
    "6",
    "--share",
    "0,0.5",
    "--utilisation",
    "0.4,0.6",
    "--executed",
    "0",
    "--horizon",
    "50ms",
  ];

  test("writes tables and figures, says first how long it takes, and continues where it was", async () => {
    const out = temporaryFolder();
    const system = join(out, "given.json");
    writeFileSync(system, JSON.stringify({ system: cautiousSystem }));
    const args = ["callbacks", "--out", out, "--system", system, ...words];
    const first = await runCommand("experiment", args);
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/^4 sets are analysed and simulated: about \d+ s\. 0 of them are executed/);
    expect(first.out).toContain("Weighted schedulability, accepted by analyses:");
    const lines = () => readFileSync(join(out, "tested.jsonl"), "utf8").trim().split("\n");
    expect(lines()).toHaveLength(1 + 4);
    for (const name of ["accepted", "simulated", "weighted"])
      expect(readFileSync(join(out, `${name}.svg`), "utf8")).toContain(
        "50 % long callbacks".slice(name === "weighted" ? 5 : 0, 10),
      );
    const before = lines();
    const more = await runCommand("experiment", [...args, "--sets", "2"]);
    expect(lines().slice(0, 5)).toEqual(before);
    expect(lines()).toHaveLength(1 + 8);
    expect(more.code).toBe(0);
    await expect(runCommand("experiment", [...args, "--seed", "2"])).rejects.toThrow(
      /other_grid: .*seed 1 there, 2 here/,
    );
  });

  test.for<readonly [why: string, words: readonly string[]]>([
    ['experiment_name: the experiment is "callback". Give "callbacks"', ["callback", "--out", "x"]],
    ["experiment_name", ["--out", "x"]],
    ["out_missing", ["callbacks"]],
    ["--rounds is of another experiment than callbacks", ["callbacks", "--rounds", "3", "--out", "x"]],
    ["--quick and --full are both given", ["page", "--quick", "--full", "--out", "x"]],
    ['--share is "2"', ["callbacks", "--share", "0,2", "--out", "OUT"]],
    ['option_value: --entry is "mail"', ["page", "--entry", "mail", "--out", "OUT"]],
    ["callbacks_impossible", ["callbacks", "--share", "1", "--utilisation", "0.05", "--out", "OUT"]],
  ])("refuses with %s", async ([why, words]) => {
    const out = temporaryFolder();
    await expect(
      runCommand(
        "experiment",
        words.map((word) => (word === "OUT" ? out : word)),
      ),
    ).rejects.toThrow(why);
  });
});
