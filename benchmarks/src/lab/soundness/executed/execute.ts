/** `preempt-lab soundness --executed`: sets of each model, executed for real, beside their bounds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { machineReport } from "../../../machine.ts";
import { exitCodes, type Terminal, type Words } from "../../command.ts";
import { LabError } from "../../errors.ts";
import { givenSystem, keepSystem, measuredSystem } from "../../overheads/kept-system.ts";
import { checkSets } from "../../run/check-sets.ts";
import { compileBodies } from "../../run/compile-bodies.ts";
import { parseCosts } from "../../run/costs.ts";
import type { Settings } from "../../run/order.ts";
import { headerOf } from "../../run/plan.ts";
import type { CellResult } from "../../run/result.ts";
import { showProgress } from "../../scale/progress.ts";
import { ResultFile } from "../../scale/result-file.ts";
import { type WorkReport, workThrough } from "../../scale/work-through.ts";
import { isSet, numberOf, textOf, timeOf } from "../../words.ts";
import { makeFolder, writeTo } from "../../write-file.ts";
import type { ModelName } from "../models.ts";
import { type Batch, type BatchResult, batchesOf, runBatch } from "./batches.ts";
import { executedChart } from "./chart.ts";
import { type ExecutedCell, executedCells } from "./sets.ts";
import { executedRefutations, executedTable } from "./text.ts";
import { verdictOf } from "./verdict.ts";

/** A job executes so much of its C, which is a bound. */
const load = 0.8;

/** @throws LabError for words that make no sense */
export async function soundnessOfExecutions(
  models: readonly ModelName[],
  count: number,
  seed: number,
  words: Words,
  terminal: Terminal,
): Promise<number> {
  const out = textOf(words, "out");
  if (out === undefined) throw new LabError("out_missing", "say where the results go: --out DIR.");
  const settings: Settings = {
    horizon: timeOf(words, "horizon", 1000) ?? 600_000,
    body: "spin",
    load,
    suspension: "random",
    seed,
    rows: false,
  };
  const redo = numberOf(words, "redo", { least: 0, integer: true }) ?? 2;
  const margin = numberOf(words, "margin", { least: 1, most: 100 }) ?? 1.5;
  makeFolder(out);
  const given = await givenSystem(out, parseCosts, words, terminal);
  const kept = given ?? (await measuredSystem({ time: 8000, margin }, parseCosts, terminal));
  keepSystem(out, kept);
  const cells = executedCells(models, count, settings);
  using file = ResultFile.open<CellResult>(join(out, "results.jsonl"), headerOf(settings));
  checkSets(file, cells);
  for (const remark of file.remarks) terminal.err(`${remark}\n`);
  const report = await executeBatches(cells, settings, redo, file, terminal);
  const found = verdictOf(cells, file.results(), kept.system);
  const machine = machineReport();
  writeTo(join(out, "executed.json"), `${JSON.stringify({ machine, models: found }, undefined, 2)}\n`);
  if (found.length > 0) writeTo(textOf(words, "svg") ?? join(out, "executed.svg"), executedChart(found, machine));
  await terminal.out(
    isSet(words, "json") ? found.map((model) => `${JSON.stringify(model)}\n`).join("") : executedTable(found),
  );
  terminal.err(executedRefutations(found));
  if (report.isInterrupted) {
    terminal.err(`Stopped. ${file.path} has what was measured; the same command goes on from there.\n`);
    return exitCodes.interrupted;
  }
  const isRefuted = found.some(({ refuted }) => refuted.length > 0);
  return isRefuted || report.failed.length > 0 ? exitCodes.failed : exitCodes.done;
}

async function executeBatches(
  cells: readonly ExecutedCell[],
  settings: Settings,
  redo: number,
  file: ResultFile<CellResult>,
  terminal: Terminal,
): Promise<WorkReport<Batch>> {
  const folder = mkdtempSync(join(tmpdir(), "preempt-executed-"));
  const progress = showProgress(terminal, { what: "batches" });
  try {
    const modules = compileBodies(settings.body, [...new Set(cells.map(({ variant }) => variant))], folder);
    return await workThrough<Batch, BatchResult>({
      cells: batchesOf(cells.filter(({ key }) => !file.has(key))),
      file: { has: () => false, append: ({ results }) => file.appendAll(results) > 0 },
      run: (batch, signal) => runBatch(batch, { settings, modules, redo }, signal),
      retries: 1,
      signal: terminal.signal,
      onProgress: progress.onProgress,
    });
  } finally {
    progress.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
