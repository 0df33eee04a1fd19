/** Chunks and regions: where the jobs of a run can be preempted, and where not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyzeForKernel } from "../../src/lab/analyze/kernel-test.ts";
import { mostRegions, stretchesOf } from "../../src/lab/regions.ts";
import { isOfCell } from "../../src/lab/run/cell.ts";
import { summarizeTask } from "../../src/lab/run/jobs-log.ts";
import type { CellResult, JobRow } from "../../src/lab/run/result.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { simulateSet } from "../../src/lab/simulate/simulate.ts";
import { type TaskParameters, type TaskSet, writeTaskSets } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";
import { runCli } from "./spawned-cli.ts";

const urgent: TaskParameters = { C: 1000, T: 10_000, D: 10_000 };
const bulky = (more: Partial<TaskParameters>): TaskParameters => ({ C: 60_000, T: 200_000, D: 200_000, ...more });
const setOf = (more: Partial<TaskParameters>): TaskSet => ({ id: "s", tasks: [urgent, bulky(more)] });
const thirds = { chunks: [30_000, 20_000, 10_000] };

describe("a job from begin to end", () => {
  const lengths = (task: TaskParameters) =>
    stretchesOf({ tasks: [urgent, task] }, task).map(({ length, isRegion }) => (isRegion ? [length] : length));

  test("chunks are regions; beside chunks, a job without is one", () => {
    expect(lengths(bulky(thirds))).toEqual([[30_000], [20_000], [10_000]]);
    expect(stretchesOf(setOf(thirds), urgent)).toEqual([{ length: 1000, isRegion: true }]);
    expect(lengths(bulky({ ...thirds, q: 1 }))).toHaveLength(3);
  });

  test("regions follow each other; the rest of a job with very many is spread between them", () => {
    expect(lengths(bulky({ q: 25_000 }))).toEqual([[25_000], [25_000], [10_000]]);
    expect(lengths(bulky({ q: 60_000 }))).toEqual([[60_000]]);
    expect(stretchesOf(setOf({ q: 25_000 }), urgent)).toEqual([{ length: 1000 }]);
    const many = stretchesOf(setOf({ q: 10 }), bulky({ q: 10 }));
    expect(many.filter(({ isRegion }) => isRegion)).toHaveLength(mostRegions);
    expect(many.reduce((sum, { length }) => sum + length, 0)).toBe(60_000);
    expect(many.slice(0, 2)).toEqual([{ length: 584 }, { length: 10, isRegion: true }]);
  });

  test("neither: sections as before, and a job that does nothing", () => {
    expect(stretchesOf(setOf({ cs: { log: 6000 } }), bulky({ cs: { log: 6000 } }))).toEqual([
      { length: 27_000 },
      { length: 6000, resource: "log" },
      { length: 27_000 },
    ]);
    expect(stretchesOf(setOf({ q: 5 }), { ...urgent, C: 0 })).toEqual([{ length: 0 }]);
  });
});

describe("sliced simulation", () => {
  const longest = (more: Partial<TaskParameters>) =>
    simulateSet(setOf(more), { policy: "fp", preemption: "sliced", horizon: 200_000 }).metrics.maxResponse[0];

  test("an urgent job waits for a slice, a region, or a chunk", () => {
    expect(longest({})).toBeLessThanOrEqual(2000);
    const inRegions = longest({ q: 8000 }) as number;
    expect(inRegions).toBeGreaterThan(4000);
    expect(inRegions).toBeLessThanOrEqual(9000);
    expect(longest(thirds)).toBeGreaterThan(20_000);
  });

  test("it stays within the bounds of the kernel's own test", () => {
    const system = { slice: 1, overrun: 0, releaseLatency: 0, switchCost: 0, eventLoop: { round: 2, time: 0 } };
    for (const more of [{}, { q: 3000 }, { q: 8000 }]) {
      const { fp, edf } = analyzeForKernel(setOf(more), system);
      for (const [policy, { R }] of Object.entries({ fp, edf })) {
        const simulated = simulateSet(setOf(more), { policy: policy as "fp", preemption: "sliced", horizon: 200_000 });
        expect(R, `${policy} ${JSON.stringify(more)}`).not.toBeNull();
        for (const [i, bound] of (R ?? []).entries())
          expect(simulated.metrics.maxResponse[i]).toBeLessThanOrEqual(bound as number);
      }
    }
    expect(analyzeForKernel(setOf(thirds), system).fp.admitted).toBe(false);
  });
});

test("for real: bulky jobs are preempted between their chunks at most, and a line says what was run", {
  timeout: 90_000,
}, async () => {
  const folder = temporaryFolder();
  const sets: TaskSet[] = [
    { id: "chunks", tasks: [urgent, bulky(thirds)] },
    { id: "whole", tasks: [urgent, bulky({ q: 60_000 })] },
    { id: "free", tasks: [urgent, bulky({})] },
  ];
  const [file, out] = [join(folder, "sets.json"), join(folder, "results.jsonl")];
  writeFileSync(file, writeTaskSets(sets));
  const quick = ["--horizon", "200ms", "--redo", "1", "--parallel", "2", "--rows"];
  const { code, err } = await runCli(["run", file, "--out", out, ...quick, "--variants", "fp,edf,edf-paper"]);
  expect(code, err).toBe(0);
  const cells = [...readResults<CellResult>(out).results];
  expect(cells).toHaveLength(9);
  for (const { set, key, rows = [], tasks, disturbed } of cells) {
    expect(
      rows.some(([task]) => task === 1),
      key,
    ).toBe(true);
    const [, , , , start, finish] = rows.find(([task]) => task === 1) as JobRow;
    // Every ten milliseconds an urgent job comes. Those that ran meanwhile, one after the other without a pause, are one gap.
    const within = rows.filter(([task, , , , begin, end]) => task === 0 && begin >= start && end <= finish);
    const ends = new Set(within.map(([, , , , , end]) => end));
    const first = within.filter(([, , , , begin]) => ![...ends].some((end) => begin >= end && begin - end < 1000));
    const gaps = first.length;
    // Its slice may be over before the region is entered; and once that is left, all who waited go first.
    const inside = first.filter(([, , , , begin]) => {
      const share = (begin - start) / (finish - start);
      return share > 0.1 && share < 0.75;
    });
    expect(tasks[1]?.chunks).toEqual(set === "chunks" ? thirds.chunks : undefined);
    expect(tasks[1]?.q).toBe(set === "whole" ? 60_000 : undefined);
    // Where other programs took the processor, a slice may be over before a region is entered, or none come meanwhile.
    if (disturbed) continue;
    if (set === "whole") expect(inside, key).toEqual([]);
    // Before the first of its three chunks, and after each.
    if (set === "chunks") expect(gaps, key).toBeLessThanOrEqual(4);
    // Calibration may be far off: a short job tells nothing more.
    if (finish - start < 50_000) continue;
    if (set !== "whole") expect(gaps, key).toBeGreaterThanOrEqual(1);
    if (set !== "free") expect(Math.max(...(tasks[0]?.responses ?? [])), key).toBeGreaterThan(10_000);
  }
});

test("results of other chunks are of another task, but for plain functions", () => {
  const task = bulky(thirds);
  const cell = { key: "s/edf/0", set: "s", tasks: [task], variant: "edf", repetition: 0, expectedSeconds: 1 } as const;
  const result = (tasks: readonly Partial<TaskParameters>[]) => ({ tasks }) as unknown as CellResult;
  expect(isOfCell(result([task]), cell)).toBe(true);
  expect(isOfCell(result([bulky({})]), cell)).toBe(false);
  expect(isOfCell(result([bulky({ chunks: [60_000] })]), cell)).toBe(false);
  expect(isOfCell(result([bulky({ ...thirds, q: 5 })]), cell)).toBe(false);
  expect(isOfCell(result([bulky({})]), { ...cell, variant: "fcfs" })).toBe(true);
});

test("results of other offsets or jitter are of another task; of other sections under a kernel", () => {
  const task = { ...bulky({ cs: { log: 6000, none: 0 } }), O: 5, J: 7 };
  const cell = { key: "s/fp/0", set: "s", tasks: [task], variant: "fp", repetition: 0, expectedSeconds: 1 } as const;
  const of = (variant: "fp" | "fcfs", change: Partial<TaskParameters>) => {
    const summary = summarizeTask({ ...task, ...change }, 0, [], 0);
    return isOfCell({ tasks: [summary] } as unknown as CellResult, { ...cell, variant });
  };
  const changes = [{}, { O: 0 }, { J: 8 }, { cs: { log: 5000 } }, { cs: { log: 6000 } }, { B: 3, name: "audio" }];
  expect(changes.map((change) => of("fp", change))).toEqual([true, false, false, false, true, true]);
  expect(changes.map((change) => of("fcfs", change))).toEqual([true, false, false, true, true, true]);
});

describe("critical sections within chunks or regions are refused at the door, by set and task", () => {
  const withSection = { cs: { log: 100 } };
  const file = (tasks: readonly TaskParameters[]) => writeTaskSets([setOf({}), { id: "both", tasks }]);
  test.for<readonly [string, readonly TaskParameters[]]>([
    ['set "both", task 1 has critical sections cs, and it has chunks', [urgent, bulky({ ...thirds, ...withSection })]],
    [
      'set "both", task 0 has critical sections cs, and the set has chunks',
      [{ ...urgent, ...withSection }, bulky(thirds)],
    ],
    [
      'set "both", task 1 has critical sections cs, and it has a region q',
      [urgent, bulky({ q: 5000, ...withSection })],
    ],
  ])("%s", async ([message, tasks]) => {
    const words = ["--dry-run", "--variants"];
    await expect(runCommand("run", [...words, "fcfs,edf"], file(tasks))).rejects.toThrow(
      `sections_in_regions: ${message}`,
    );
    expect((await runCommand("run", [...words, "fcfs"], file(tasks))).code).toBe(0);
  });

  test("a region of one task, a section of another", async () => {
    const tasks = [{ ...urgent, ...withSection }, bulky({ q: 5000 })];
    expect((await runCommand("run", ["--dry-run", "--variants", "edf"], file(tasks))).code).toBe(0);
  });
});
