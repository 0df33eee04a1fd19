/** `preempt-lab run`: task sets, for real. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { hashOf } from "../scale/hash.ts";
import { showProgress } from "../scale/progress.ts";
import { ResultFile } from "../scale/result-file.ts";
import { cellsOfShard, parseShard } from "../scale/shard.ts";
import { type WorkReport, workThrough } from "../scale/work-through.ts";
import { parseTaskSets, type TaskSet } from "../task-set.ts";
import { choiceOf, choicesOf, isSet, numberOf, textOf, timeOf } from "../words.ts";
import { type Cell, cellsOf, isOfCell } from "./cell.ts";
import { bodyNames, compileBodies } from "./compile-bodies.ts";
import type { Settings } from "./order.ts";
import type { CellResult } from "./result.ts";
import { cellRunner } from "./run-cell.ts";
import { summarize, summaryTable } from "./summary.ts";
import { variantNames } from "./variant.ts";

export const runCommand: LabCommand = {
  name: "run",
  summary: "runs task sets for real on this engine, and writes down what became of each job",
  help: `preempt-lab run FILE --out RESULTS [options]

  Runs each set of a task-set file for real, each variant in a process of its own, and appends a line to RESULTS (JSON
  Lines) for each. A run that was interrupted goes on where it was: give the same command again. FILE "-": standard input.

  --out FILE           where results go; what it has is not run again
  --variants A,B       ${variantNames.join(", ")} (default fcfs,fp,edf)
                       fcfs: plain functions on timers of the event loop; fp, edf: the kernel; -paper: the paper's emission
  --horizon TIME       jobs released within this time are run (default 10s)
  --sample N           only so many of the sets, evenly spread over the file
  --repetitions N      how often (default 1)
  --body NAME          what tasks do: ${bodyNames.join(", ")} (default spin: a calibrated loop)
  --load SHARE         how much of its C a job executes (default 1)
  --slice TIME, --round TIME, --budget POINTS   the kernel's (default: its own)
  --rows               every job: planned and actual release, start, finish, execution time, preemptions
  --shard I/N          the I-th of N parts; "preempt-lab merge" puts their files together
  --parallel N         so many processes at a time (default 1: they disturb each other)
  --redo N             runs that others disturbed are repeated up to N times at once (default 1)
  --retries N          cells that fail are tried again (default 1)
  --seed N             for release jitter (default 1)
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
    out: { type: "string" },
    variants: { type: "string" },
    horizon: { type: "string" },
    sample: { type: "string" },
    repetitions: { type: "string" },
    body: { type: "string" },
    load: { type: "string" },
    slice: { type: "string" },
    round: { type: "string" },
    budget: { type: "string" },
    rows: { type: "boolean" },
    shard: { type: "string" },
    parallel: { type: "string" },
    redo: { type: "string" },
    retries: { type: "string" },
    seed: { type: "string" },
    json: { type: "boolean" },
    "dry-run": { type: "boolean" },
  },
  async run(words, [file, ...more], terminal) {
    if (more.length > 0) throw new LabError("too_many_files", `give one file, not ${more.length + 1}.`);
    const { text, source } = await terminal.read(file);
    const sets = sampleOf(parseTaskSets(text, source), numberOf(words, "sample", { least: 1, integer: true }));
    const { cells, settings } = planOf(sets, words);
    if (isSet(words, "dry-run")) return tellPlan(cells, words, terminal);
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the results go: --out RESULTS.");
    using results = ResultFile.open<CellResult>(out, headerOf(settings));
    checkSets(results, cells);
    for (const remark of results.remarks) terminal.err(`${remark}\n`);
    const report = await runCells(cells, settings, results, words, terminal);
    return tell(report, results, isSet(words, "json"), terminal);
  },
};

/** Evenly spread over the list: sets often stand in the order of their utilisation. */
export function sampleOf(sets: readonly TaskSet[], count: number | undefined): readonly TaskSet[] {
  if (count === undefined || count >= sets.length) return sets;
  return Array.from({ length: count }, (_, i) => sets[Math.floor(((i + 0.5) * sets.length) / count)] as TaskSet);
}

function planOf(sets: readonly TaskSet[], words: Words): { cells: Cell[]; settings: Settings } {
  const [slice, round] = [timeOf(words, "slice", 1), timeOf(words, "round", 1)];
  const budget = numberOf(words, "budget", { least: 0, integer: true });
  const settings: Settings = {
    horizon: timeOf(words, "horizon", 1) ?? 10_000_000,
    body: choiceOf(words, "body", bodyNames) ?? "spin",
    load: numberOf(words, "load", { least: 0.01, most: 10 }) ?? 1,
    ...(slice !== undefined && { slice: slice / 1000 }),
    ...(round !== undefined && { round: round / 1000 }),
    ...(budget !== undefined && { budget }),
    seed: numberOf(words, "seed", { integer: true }) ?? 1,
    rows: isSet(words, "rows"),
  };
  const variants = choicesOf(words, "variants", variantNames) ?? ["fcfs", "fp", "edf"];
  const repetitions = numberOf(words, "repetitions", { least: 1, integer: true }) ?? 1;
  const cells = cellsOf({ sets, variants, repetitions, settings });
  const shard = textOf(words, "shard");
  return { cells: shard === undefined ? cells : cellsOfShard(cells, parseShard(shard)), settings };
}

/** What all results of a file have in common. Sets, variants and repetitions may be added later. */
export function headerOf(settings: Settings) {
  const { rows: _, ...counting } = settings;
  return { grid: hashOf(counting), ...counting };
}

/** @throws LabError if the file has a result of other tasks under a cell's key */
function checkSets(file: ResultFile<CellResult>, cells: readonly Cell[]): void {
  const byKey = new Map(cells.map((cell) => [cell.key, cell]));
  for (const result of file.results()) {
    const cell = byKey.get(result.key);
    if (cell === undefined || isOfCell(result, cell)) continue;
    const words = `${file.path} has a result for ${show(result.key)}, but the set ${show(result.set)} had other tasks then`;
    throw new LabError("other_set", `${words}. Give another file name, or the sets another id.`);
  }
}

async function runCells(
  cells: readonly Cell[],
  settings: Settings,
  file: ResultFile<CellResult>,
  words: Words,
  terminal: Terminal,
): Promise<WorkReport<Cell>> {
  const folder = mkdtempSync(join(tmpdir(), "preempt-run-"));
  const parallel = numberOf(words, "parallel", { least: 1, integer: true }) ?? 1;
  const progress = showProgress(terminal, { parallel });
  try {
    const variants = [...new Set(cells.map(({ variant }) => variant))];
    const modules = compileBodies(settings.body, variants, folder);
    const redo = numberOf(words, "redo", { least: 0, integer: true }) ?? 1;
    return await workThrough({
      cells,
      file,
      run: cellRunner({ settings, modules, redo }),
      parallel,
      retries: numberOf(words, "retries", { least: 0, integer: true }) ?? 1,
      signal: terminal.signal,
      onProgress: progress.onProgress,
    });
  } finally {
    progress.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tellPlan(cells: readonly Cell[], words: Words, terminal: Terminal): Promise<number> {
  const parallel = numberOf(words, "parallel", { least: 1, integer: true }) ?? 1;
  const seconds = cells.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, 0) / parallel;
  await terminal.out(`${cells.length} cells, about ${Math.ceil(seconds / 60)} minutes\n`);
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
