/** Bounds against executions: what is drawn, what counts, and what refutes. Real runs here say nothing of times. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSetOf } from "../../src/lab/run/cell.ts";
import { cautiousCosts, withCosts } from "../../src/lab/run/costs.ts";
import type { CellResult, TaskResult } from "../../src/lab/run/result.ts";
import { batchesOf } from "../../src/lab/soundness/executed/batches.ts";
import { executedChart } from "../../src/lab/soundness/executed/chart.ts";
import { type ExecutedCell, executedCells, isExecuted } from "../../src/lab/soundness/executed/sets.ts";
import { executedRefutations, executedTable } from "../../src/lab/soundness/executed/text.ts";
import { verdictOf } from "../../src/lab/soundness/executed/verdict.ts";
import { type ModelName, modelNames, modelOf } from "../../src/lab/soundness/models.ts";
import { suspensionTime } from "../../src/lab/suspension.ts";
import { checkTaskSets } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";
import { runCli } from "./spawned-cli.ts";
import { syntheticResults } from "./synthetic.ts";

const names = (modelNames as readonly ModelName[]).filter(isExecuted);
const settings = { horizon: 600_000, body: "spin", load: 0.8, suspension: "random", seed: 3, rows: false } as const;
const cells = executedCells(names, 4, settings);

test("of each model sets are drawn that a file may have, and that have a bound with costs", () => {
  expect(cells).toHaveLength(4 * names.length);
  for (const cell of cells) {
    const set = { id: cell.set, ...runSetOf(cell) };
    expect(() => checkTaskSets({ sets: [structuredClone(set)] }, "drawn")).not.toThrow();
    const isKernel = cell.variant !== "loop";
    expect(modelOf(cell.model).boundsOf(withCosts(set, cell.variant, cautiousCosts), isKernel).length).toBeGreaterThan(
      0,
    );
  }
  expect(executedCells(names, 2, settings)).toEqual(cells.slice(0, 2 * names.length));
});

test("every set can be compared, those with segments and no suspension among them", () => {
  const many = executedCells(names, 25, settings);
  const isSplit = (task: ExecutedCell["tasks"][number]) => task.segments !== undefined && suspensionTime(task) === 0;
  expect(many.some(({ tasks }) => tasks.some(isSplit))).toBe(true);
  const results = many.map((one) => resultOf(one, (C) => C));
  expect(verdictOf(many, results, cautiousCosts).map(({ refuted }) => refuted)).toEqual(names.map(() => []));
});

test("a batch has one variant, and all cells are in one", () => {
  const batches = batchesOf(cells);
  expect(batches.flatMap(({ cells: some }) => some).toSorted(byKey)).toEqual([...cells].sort(byKey));
  for (const { variant, cells: some } of batches)
    expect(new Set(some.map((cell) => cell.variant))).toEqual(new Set([variant]));
});
const byKey = (a: ExecutedCell, b: ExecutedCell) => (a.key < b.key ? -1 : 1);

/** A result in which each job took its C, and each chain some time. */
function resultOf(cell: ExecutedCell, response: (C: number) => number, change: Partial<CellResult> = {}): CellResult {
  const [made] = syntheticResults({ sets: 1, variants: [cell.variant], disturbed: 0 }) as [CellResult];
  const tasks = cell.tasks.map(
    (task): TaskResult => ({
      ...task,
      ...{ jobs: 1, misses: 0, responses: [response(task.C)], execution: { mean: task.C, max: task.C } },
      releaseLatency: { mean: 0, max: 0 },
    }),
  );
  const disturbance = { ...made.disturbance, longestWake: 0 };
  return { ...made, key: cell.key, set: cell.set, tasks, jobs: tasks.length, disturbance, disturbed: false, ...change };
}

const cell = cells.find(({ model }) => model === "suspension-fp") as ExecutedCell;

test("a time above its bound refutes it, and all that is needed to look at it is said", () => {
  const kept = verdictOf([cell], [resultOf(cell, (C) => C)], cautiousCosts);
  expect(kept).toMatchObject([{ model: "suspension-fp", executed: 1, disturbed: 0, refuted: [] }]);
  expect(executedTable(kept)).toMatch(/\nsuspension-fp +\w+ +1 +0 +\d+ +\d+ +0 /);
  const broken = verdictOf([cell], [resultOf(cell, () => 10_000_000)], cautiousCosts);
  const [refutation] = broken[0]?.refuted ?? [];
  expect(refutation).toMatchObject({ key: cell.key, seen: 10_000_000 });
  expect(refutation?.set.tasks.map(({ T }) => T)).toEqual(cell.tasks.map(({ T }) => T));
  expect(executedRefutations(broken)).toContain(`is ${refutation?.limit}, and 10000000 was measured`);
});

test("runs that others disturbed do not count, nor cells of other campaigns", () => {
  const disturbed = resultOf(cell, () => 10_000_000, { disturbed: true });
  const other = resultOf(cell, () => 10_000_000, { key: "other/fp/0" });
  expect(verdictOf([cell], [disturbed, other], cautiousCosts)).toMatchObject([
    { executed: 1, disturbed: 1, jobs: 0, measured: {}, refuted: [] },
  ]);
});

test("the bound is that of the longest executions and suspensions of the run, and of its costs", () => {
  const limitOf = (result: CellResult) => {
    const [found] = verdictOf([cell], [result], cautiousCosts);
    return found?.refuted.map(({ limit }) => limit)[0] ?? Number.NaN;
  };
  const response = () => 10_000_000;
  const before = limitOf(resultOf(cell, response));
  const longer = resultOf(cell, response);
  const tasks = longer.tasks.map((task) => ({ ...task, execution: { mean: task.C, max: task.C + 100 } }));
  expect(limitOf({ ...longer, tasks })).toBeGreaterThan(before);
  const late = { ...longer.disturbance, longestWake: 3000 };
  expect(limitOf({ ...longer, disturbance: late })).toBeGreaterThan(before);
});

test("the figure has what was executed beside what was simulated, and what was above", () => {
  const found = verdictOf(
    cells,
    cells.map((one) => resultOf(one, (C) => C)),
    cautiousCosts,
  );
  const svg = executedChart(found, "a machine");
  expect(svg).toContain("self-suspension, fixed priorities: 4 sets");
  expect(svg).toContain("40 executed sets, 0 of them disturbed");
  expect(svg).not.toContain("NaN");
  const bounds = found.flatMap(({ measured }) => Object.keys(measured)).length;
  expect(svg.match(/class="box/g)?.length).toBeGreaterThan(bounds);
});

test("the command executes, and given again it executes nothing and says the same", { timeout: 60_000 }, async () => {
  const out = temporaryFolder();
  const system = join(out, "given.json");
  writeFileSync(system, JSON.stringify(cautiousCosts));
  const words = ["soundness", "--executed", "1", "--model", "event-chains-loop,suspension-edf", "--horizon", "100ms"];
  const all = [...words, "--redo", "0", "--out", out, "--system", system];
  const first = await runCli(all);
  expect(first.out, first.err).toMatch(/\nsuspension-edf +/);
  const results = readFileSync(join(out, "results.jsonl"), "utf8");
  expect(results.trim().split("\n")).toHaveLength(3);
  expect(existsSync(join(out, "executed.svg"))).toBe(true);
  const again = await runCli(all);
  expect(again.out).toBe(first.out);
  expect(readFileSync(join(out, "results.jsonl"), "utf8")).toBe(results);
});

test.for<readonly [string, readonly string[]]>([
  ["out_missing", ["--executed", "1"]],
  ["option_without: --horizon", ["--horizon", "1s"]],
  ["option_without: --patterns", ["--executed", "1", "--patterns", "3", "--out", "nowhere"]],
])("refused: %s", async ([message, words]) => {
  await expect(runCommand("soundness", words)).rejects.toThrow(message);
  expect(existsSync("nowhere")).toBe(false);
});
