/** `preempt-lab run`: task sets, for real. */
import { exitCodes, type LabCommand, type Terminal } from "../command.ts";
import { LabError } from "../errors.ts";
import { ResultFile } from "../scale/result-file.ts";
import { sayDuration } from "../scale/time-left.ts";
import type { WorkReport } from "../scale/work-through.ts";
import { isSet, needs, numberOf, parallelOf, textOf } from "../words.ts";
import { checkWritable, writeTo } from "../write-file.ts";
import type { Cell } from "./cell.ts";
import { checkSets } from "./check-sets.ts";
import { type Comparison, comparisonTable, predictionLine } from "./compare.ts";
import { type Costs, readCosts } from "./costs.ts";
import { executeCells } from "./execute.ts";
import type { Settings } from "./order.ts";
import { headerOf, planHelp, planOptions, readPlan } from "./plan.ts";
import { predict } from "./predict.ts";
import type { CellResult } from "./result.ts";
import { summarize, summaryTable } from "./summary.ts";

export const runCommand: LabCommand = {
  name: "run",
  help: `preempt-lab run FILE --out RESULTS [options]

  Runs each set of a task-set file for real, each variant in a process of its own, and appends a line to RESULTS (JSON
  Lines) for each. A run that was interrupted goes on where it was: give the same command again. FILE "-": standard input.
  Under the kernel jobs are preempted between their chunks alone, where a set has chunks, and not within regions q.

  --out FILE           where results go; what it has is not run again
${planHelp}
  --parallel N         so many processes at a time (default 1: they disturb each other)
  --redo N             runs that others disturbed are repeated up to N times at once (default 1)
  --retries N          cells that fail are tried again (default 1)
  --compare            predictions beside what was measured, for each cell: an ideal processor, the same with the costs of this
                       machine (--system FILE, of "preempt-lab overheads"), and simulation; of chains and suspensions,
                       too; --predictions FILE writes them
  --json               the summary as JSON on standard output
  --dry-run            how many cells there are, and how long they would take

  TIME is in microseconds, or with a unit: 500ms, 10s. Exit codes: 0 all there, 1 some cells failed, 2 refused, 130
  interrupted.

Examples:
  preempt-lab generate --tasks 10 --utilisation 0.7 --sets 20 | preempt-lab run - --out results.jsonl --horizon 2s
  preempt-lab run paper.json --sample 200 --out results.jsonl
  preempt-lab run paper.json --sample 200 --out part-1.jsonl --shard 1/2
  preempt-lab report results.jsonl --out report`,
  options: {
    ...planOptions,
    out: { type: "string" },
    parallel: { type: "string" },
    redo: { type: "string" },
    retries: { type: "string" },
    seed: { type: "string" },
    compare: { type: "boolean" },
    system: { type: "string" },
    predictions: { type: "string" },
    json: { type: "boolean" },
    "dry-run": { type: "boolean" },
  },
  async run(words, names, terminal) {
    const { cells, settings } = await readPlan(words, names, terminal);
    const parallel = parallelOf(words) ?? 1;
    if (isSet(words, "dry-run")) return tellPlan(cells, parallel, isSet(words, "json"), terminal);
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the results go: --out RESULTS.");
    const redo = numberOf(words, "redo", { least: 0, integer: true }) ?? 1;
    const retries = numberOf(words, "retries", { least: 0, integer: true }) ?? 1;
    // What cannot be read or written is said now, and not after hours.
    const costs = await readCosts(textOf(words, "system"), terminal);
    const predictions = textOf(words, "predictions");
    needs(words, "system", isSet(words, "compare") || predictions !== undefined, "--compare or --predictions");
    if (predictions !== undefined) checkWritable(predictions);
    using results = ResultFile.open<CellResult>(out, headerOf(settings));
    checkSets(results, cells);
    for (const remark of results.remarks) terminal.err(`${remark}\n`);
    const report = await executeCells({ cells, settings, file: results, terminal, parallel, redo, retries });
    if (isSet(words, "compare") || predictions !== undefined) {
      const compared = comparisonsOf(cells, results, settings, costs);
      if (predictions !== undefined) {
        writeTo(predictions, compared.map(({ prediction }) => predictionLine(prediction)).join(""));
      }
      if (isSet(words, "compare") && !isSet(words, "json")) await terminal.out(`${comparisonTable(compared)}\n`);
    }
    return tell(report, results, isSet(words, "json"), terminal);
  },
};

async function tellPlan(cells: readonly Cell[], parallel: number, json: boolean, terminal: Terminal): Promise<number> {
  const seconds = cells.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0) / parallel;
  if (json) {
    await terminal.out(`${JSON.stringify({ cells: cells.length, seconds })}\n`);
    return exitCodes.done;
  }
  await terminal.out(`${cells.length} cells, about ${sayDuration(seconds)}\n`);
  return exitCodes.done;
}

async function tell(
  report: WorkReport<Cell>,
  file: ResultFile<CellResult>,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const summary = summarize(file.results());
  await terminal.out(
    json ? `${JSON.stringify({ ...report, failed: report.failed.length, summary })}\n` : summaryTable(summary),
  );
  if (report.isInterrupted) {
    terminal.err(`Stopped. ${file.path} has what was measured; the same command goes on from there.\n`);
    return exitCodes.interrupted;
  }
  return report.failed.length > 0 ? exitCodes.failed : exitCodes.done;
}

/** Of the cells that were run, in their order. */
function comparisonsOf(
  cells: readonly Cell[],
  file: ResultFile<CellResult>,
  { horizon, seed, suspension }: Settings,
  { system, loop }: Costs,
): Comparison[] {
  const results = new Map(Array.from(file.results(), (result) => [result.key, result]));
  return cells.flatMap((cell) => {
    const result = results.get(cell.key);
    if (result === undefined) return [];
    const options = { loop, seed, result, ...(suspension !== undefined && { suspension }) };
    return [{ result, prediction: predict(cell, system, horizon, options) }];
  });
}
