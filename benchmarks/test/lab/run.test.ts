/** Real runs, as processes. Nothing here says how fast anything is, or whether a deadline is met. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { longestCell } from "../../src/lab/run/cell.ts";
import { bodyNames } from "../../src/lab/run/compile-bodies.ts";
import { summarizeTask } from "../../src/lab/run/jobs-log.ts";
import { sampleOf } from "../../src/lab/run/plan.ts";
import type { CellResult, JobRow } from "../../src/lab/run/result.ts";
import { variantNames } from "../../src/lab/run/variant.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { type TaskSet, writeTaskSets } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";
import { type Ended, runCli, startCli } from "./spawned-cli.ts";

const sets: readonly TaskSet[] = [
  {
    id: "a",
    tasks: [
      { C: 1000, T: 20_000, D: 20_000 },
      { C: 5000, T: 100_000, D: 100_000, O: 50_000 },
      // A second job would arrive when the run is over.
      { C: 60_000, T: 200_000, D: 200_000 },
    ],
  },
  {
    id: 7,
    tasks: [
      { C: 0, T: 30_000, D: 30_000 },
      { C: 2000, T: 40_000, D: 50_000, J: 10_000 },
    ],
  },
];
const horizon = 200_000;
/** Disturbed runs count here, and two at a time disturb each other gladly. */
const quick = ["--horizon", `${horizon}us`, "--redo", "0", "--parallel", "2"];

function cellsIn(file: string): CellResult[] {
  return [...readResults<CellResult>(file).results];
}

/** A folder, the sets in a file of it, and the run command on them. */
function place(of: readonly TaskSet[] = sets) {
  const folder = temporaryFolder();
  const file = join(folder, "sets.json");
  const out = join(folder, "results.jsonl");
  writeFileSync(file, writeTaskSets(of));
  return { folder, file, out, words: ["run", file, "--out", out, ...quick] };
}

const done = ({ code, err }: Ended) => expect(code, err).toBe(0);

test("progress that nobody reads is no reason to stop", { timeout: 60_000 }, async () => {
  const { out, words } = place([{ id: "a", tasks: [{ C: 1000, T: 20_000, D: 20_000 }] }]);
  const { process: child, ended } = startCli([...words, "--variants", "fcfs,fp", "--parallel", "1"]);
  child.stderr?.destroy();
  expect((await ended).code).toBe(0);
  expect(cellsIn(out)).toHaveLength(2);
});

function isConsistent({ key, tasks, rows = [], jobs, misses, set, horizon: until }: CellResult) {
  const { tasks: planned } = sets.find(({ id }) => String(id) === set) as TaskSet;
  expect(until).toBe(horizon);
  planned.forEach(({ T, C, D, O = 0 }, i) => {
    const own = rows.filter(([task]) => task === i);
    const count = Math.ceil((horizon - O) / T);
    expect(own.map((row) => row[1])).toEqual(own.map((_, k) => k));
    expect(tasks[i]).toMatchObject({ C, T, D, jobs: count });
    expect(own).toHaveLength(count);
    own.forEach(([, k, release, released, start, finish, execution, preemptions]) => {
      const here = `${key} task ${i} job ${k}`;
      // Written down as the integer next to a time of floating point.
      expect(Math.abs(release - (O + k * T)), here).toBeLessThanOrEqual(1);
      expect(released, here).toBeGreaterThanOrEqual(release - 1);
      expect(start, here).toBeGreaterThanOrEqual(released - 1);
      expect(finish, here).toBeGreaterThanOrEqual(start);
      expect(execution, here).toBeLessThanOrEqual(finish - start + 2);
      expect(preemptions, here).toBeGreaterThanOrEqual(0);
    });
    const { responses, execution, releaseLatency, misses: late } = tasks[i] as CellResult["tasks"][number];
    expect(responses).toEqual(own.map(([, , release, , , finish]) => finish - release));
    expect(late).toBe(responses.filter((response) => response > D).length);
    expect(execution.max).toBe(Math.max(...own.map((row) => row[6])));
    expect(releaseLatency.max).toBe(Math.max(...own.map((row) => row[3] - row[2])));
  });
  expect(jobs).toBe(rows.length);
  expect(misses).toBe(tasks.reduce((sum, task) => sum + task.misses, 0));
}

test("every variant: the jobs that were planned, rows that fit together; a second run runs nothing", {
  timeout: 90_000,
}, async () => {
  const { folder, out, words } = place();
  const all = [...words, "--variants", variantNames.join(","), "--rows"];
  done(await runCli(all));
  const cells = cellsIn(out);
  const keys = ["a", "7"].flatMap((set) => variantNames.map((variant) => `${set}/${variant}/0`));
  expect(cells.map(({ key }) => key).sort()).toEqual(keys.sort());
  for (const cell of cells) {
    isConsistent(cell);
    const { taskTime, schedulerTime, rows = [], overhead } = cell;
    const executed = rows.reduce((sum, row) => sum + row[6], 0);
    expect(Math.abs(executed - taskTime)).toBeLessThanOrEqual(rows.length);
    // Work was done: there is a clock between, and no more.
    expect(taskTime).toBeGreaterThan(0);
    // What is not written down was not executed either, unless others took the processor in between.
    if (!cell.disturbed) expect(schedulerTime - taskTime).toBeLessThan(40_000);
    expect(overhead).toBeCloseTo((schedulerTime - taskTime) / taskTime, 2);
    expect(cell.totalTime).toBeGreaterThanOrEqual(Math.max(...rows.map((row) => row[5])) - 1);
  }

  const before = readFileSync(out, "utf8");
  const again = await runCli([...all, "--json"]);
  done(again);
  expect(readFileSync(out, "utf8")).toBe(before);
  const { summary, ...counts } = JSON.parse(again.out);
  expect(counts).toEqual({ done: 0, skipped: 12, failed: 0, isInterrupted: false });
  expect(summary.map(({ variant }: { variant: string }) => variant)).toEqual(variantNames);

  const other = await runCli([...words, "--horizon", "300ms"]);
  expect([other.code, other.out]).toEqual([2, ""]);
  expect(other.err).toMatch(/other_grid.*horizon 200000 there, 300000 here/);
  const changed = join(folder, "changed.json");
  writeFileSync(changed, writeTaskSets([{ id: "a", tasks: [{ C: 1001, T: 20_000, D: 20_000 }] }]));
  const otherSet = await runCli(["run", changed, "--out", out, ...quick]);
  expect([otherSet.code, otherSet.out]).toEqual([2, ""]);
  expect(otherSet.err).toMatch(/other_set.*"a"/);
  expect(readFileSync(out, "utf8")).toBe(before);
});

const hasPs = spawnSync("ps", ["-eo", "args"]).status === 0;
const processesWith = (text: string) =>
  spawnSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line.includes(text));

test("SIGINT: it ends soon, its processes too, and the same command goes on from there", {
  timeout: 90_000,
}, async () => {
  const mark = `set-of-${process.pid}-${Date.now()}`;
  const { out, words } = place([{ id: "s", tasks: [{ C: 500, T: 10_000, D: 10_000, name: mark }] }]);
  const all = [...words, "--variants", "fcfs,edf", "--parallel", "1"];
  const first = startCli(all);
  const isBegun = () => existsSync(out) && readFileSync(out, "utf8").split("\n").length > 2;
  for (let left = 1000; left > 0 && !isBegun(); left--) await wait(20);
  // The second cell is under way.
  for (let left = 100; hasPs && left > 0 && processesWith(mark).length === 0; left--) await wait(10);
  const since = performance.now();
  first.process.kill("SIGINT");
  const { code, err } = await first.ended;
  expect(performance.now() - since).toBeLessThan(2000);
  expect(code, err).toBe(130);
  expect(err).toContain("the same command goes on from there");
  expect(cellsIn(out).map(({ key }) => key)).toEqual(["s/fcfs/0"]);
  if (hasPs) await expect.poll(() => processesWith(mark), { timeout: 2000 }).toEqual([]);
  expect(existsSync(`${out}.lock`)).toBe(false);

  const ended = await runCli([...all, "--json"]);
  done(ended);
  expect(JSON.parse(ended.out)).toMatchObject({ done: 1, skipped: 1, isInterrupted: false });
  expect(cellsIn(out).map(({ key }) => key)).toEqual(["s/fcfs/0", "s/edf/0"]);
});

test("two shards, merged, are the whole; a body and a load of their own", { timeout: 90_000 }, async () => {
  const { folder, file } = place();
  const parts = [1, 2].map((i) => join(folder, `part-${i}.jsonl`));
  const settings = [...quick, "--variants", "fcfs", "--body", "json", "--load", "0.5"];
  for (const [i, part] of parts.entries()) {
    done(await runCli(["run", file, "--out", part, ...settings, "--shard", `${i + 1}/2`]));
    expect(cellsIn(part)).toHaveLength(1);
  }
  const whole = join(folder, "whole.jsonl");
  const { code, out } = await runCommand("merge", [...parts, "--out", whole, "--json"]);
  expect([code, JSON.parse(out)]).toEqual([0, { results: 2, duplicates: 0, conflicting: 0 }]);
  const cells = cellsIn(whole);
  expect(cells.map(({ key }) => key).sort()).toEqual(["7/fcfs/0", "a/fcfs/0"]);
  expect(readResults(whole).header).toMatchObject({ body: "json", load: 0.5, horizon });
  // Half of its C, and by more than a quarter longer only if somebody else had the processor: which it says.
  for (const { taskTime, plannedTime, disturbed } of cells) {
    if (!disturbed) expect(taskTime).toBeLessThan(0.75 * plannedTime + 150 * 20);
  }
});

describe("refused, with nothing written", () => {
  test.for<readonly [string, readonly string[]]>([
    ["out_missing", []],
    ["option_value: --variants", ["--variants", "edf,best"]],
    ["option_value: --body", ["--body", "idle"]],
    ["option_value: --load", ["--load", "0"]],
    ["option_value: --horizon", ["--horizon", "0"]],
    ["option_value: --repetitions", ["--repetitions", "0.5"]],
    ["option_value: --sample", ["--sample", "0"]],
    ["option_value: --slice", ["--slice", "soon"]],
    ["option_value: --budget", ["--budget", "1.5"]],
    ["shard_not_valid", ["--shard", "3/2"]],
  ])("%s: %j", async ([message, words]) => {
    await expect(runCommand("run", words, writeTaskSets(sets))).rejects.toThrow(message);
  });

  test("two files", async () => {
    await expect(runCommand("run", ["a.json", "b.json"])).rejects.toThrow("too_many_files");
  });
});

test("--dry-run tells how many cells there are", async () => {
  const words = ["--dry-run", "--repetitions", "3", "--variants", "edf,fp"];
  const text = writeTaskSets(sets);
  expect((await runCommand("run", words, text)).out).toBe("12 cells, about 2 min\n");
  expect(JSON.parse((await runCommand("run", [...words, "--json"], text)).out)).toMatchObject({ cells: 12 });
  expect((await runCommand("run", [...words, "--sample", "1", "--json"], text)).out).toContain('"cells":6');
  expect(bodyNames).toEqual(["spin", "sha256", "sort", "json"]);
});

test("a sample is spread over the file", () => {
  const many = Array.from({ length: 100 }, (_, id): TaskSet => ({ id, tasks: [{ C: 1, T: 2, D: 2 }] }));
  expect(sampleOf(many, 4).map(({ id }) => id)).toEqual([12, 37, 62, 87]);
  expect(sampleOf(many, 1000)).toBe(many);
});

test("a cell's time limit is a whole number of milliseconds, whatever the horizon", () => {
  const settings = { body: "spin", load: 1, seed: 1, rows: false } as const;
  for (const horizon of [1, 999, 100_500, 2 ** 40]) expect(longestCell({ ...settings, horizon }) % 1).toBe(0);
});

test("a job that never ended has missed its deadline; many jobs are not too many", () => {
  const task = { C: 5, T: 10, D: 10 };
  const rows = Array.from({ length: 300_000 }, (_, k): JobRow => [0, k, 10 * k, 10 * k, 10 * k, 10 * k + 7, 6, 0]);
  rows[5] = [0, 5, 50, 51, 52, 75, 9, 1];
  const summary = summarizeTask(task, 0, rows, rows.length + 2);
  expect(summary).toMatchObject({
    jobs: 300_002,
    misses: 3,
    execution: { mean: 6, max: 9 },
    releaseLatency: { max: 1 },
  });
  expect(summarizeTask(task, 1, rows, 4)).toMatchObject({ jobs: 4, misses: 4, responses: [], execution: { max: 0 } });
});
