/** `preempt-lab paper`: the paper's evaluation, on this machine. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineReport } from "../../machine.ts";
import { microChart } from "../../micro/chart.ts";
import { microTable } from "../../micro/table.ts";
import { measureMicro } from "../../micro.ts";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { report } from "../report/command.ts";
import { type Cell, cellsOf } from "../run/cell.ts";
import { executeCells } from "../run/execute.ts";
import type { Settings } from "../run/order.ts";
import { headerOf, sampleOf } from "../run/plan.ts";
import type { CellResult } from "../run/result.ts";
import { summarize, summaryTable } from "../run/summary.ts";
import { variantNames } from "../run/variant.ts";
import { ResultFile } from "../scale/result-file.ts";
import { cellsOfShard, parseShard } from "../scale/shard.ts";
import { choicesOf, isSet, numberOf, textOf, timeOf } from "../words.ts";
import { makeFolder } from "../write-file.ts";
import { publishedSets } from "./published-sets.ts";

export const paper: LabCommand = {
  name: "paper",
  help: `preempt-lab paper --out DIR [options]

  RT.js: Practical Real-Time Scheduling for Web Applications (RTSS 2019), again: what a preemption costs by call depth (Table II)
  and by budget (Figure 4); the paper's 1000 task sets for 10 s each under the event loop, fixed priorities and EDF, with
  missed deadlines (Figure 5) and overhead (Figure 6). Goes on where it was when it is given again.

  --out DIR            micro.json, micro.svg, results.jsonl, and the report: index.html, figures, tables
  --quick              12 of the sets for 2 s each, and fewer repetitions: under 5 minutes
  --sample N           only so many of the sets, evenly spread (default 1000)
  --horizon TIME       how long each is run (default 10s)
  --variants A,B       ${variantNames.join(", ")} (default fcfs,fp,edf)
  --redo N             runs that others disturbed are repeated up to N times at once (default 1)
  --shard I/N          the I-th of N parts of the sets; without the measurements of Table II and Figure 4
  --json               the report's summary as JSON on standard output, instead of tables

  All 1000 sets take about ten hours, 200 of them two.

Examples:
  preempt-lab paper --quick --out paper
  preempt-lab paper --sample 200 --out paper`,
  options: {
    ...Object.fromEntries(
      ["out", "sample", "horizon", "variants", "redo", "shard"].map((name) => [name, { type: "string" as const }]),
    ),
    quick: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(words, names, terminal) {
    if (names.length > 0) throw new LabError("names", `paper takes no files, and ${names.join(" ")} was given.`);
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the results go: --out DIR.");
    const plan = planOf(words);
    makeFolder(out);
    if (textOf(words, "shard") === undefined) await measureConstructs(out, words, terminal);
    if (terminal.signal.aborted) return exitCodes.interrupted;
    return measureSets(out, plan, words, terminal);
  },
};

interface Plan {
  readonly cells: readonly Cell[];
  readonly settings: Settings;
  readonly redo: number;
}

/** @throws LabError for words that make no sense: before minutes are spent */
function planOf(words: Words): Plan {
  const quick = isSet(words, "quick");
  const settings: Settings = {
    horizon: timeOf(words, "horizon", 1000) ?? (quick ? 2_000_000 : 10_000_000),
    body: "spin",
    load: 1,
    seed: 1,
    rows: false,
  };
  const count = numberOf(words, "sample", { least: 1, integer: true }) ?? (quick ? 12 : undefined);
  const variants = choicesOf(words, "variants", variantNames) ?? ["fcfs", "fp", "edf"];
  const all = cellsOf({ sets: sampleOf(publishedSets(), count), variants, repetitions: 1, settings });
  const shard = textOf(words, "shard");
  const cells = shard === undefined ? all : cellsOfShard(all, parseShard(shard));
  return { cells, settings, redo: numberOf(words, "redo", { least: 0, integer: true }) ?? 1 };
}

/** Table II and Figure 4. */
async function measureConstructs(out: string, words: Words, terminal: Terminal): Promise<void> {
  terminal.err("Table II and Figure 4 …\n");
  const effort = isSet(words, "quick") ? { repetitions: 3, processes: 2 } : { repetitions: 15, processes: 5 };
  const measured = await measureMicro({ parts: ["preemption", "budgets"], ...effort });
  const machine = machineReport();
  writeFileSync(join(out, "micro.json"), `${JSON.stringify({ machine, ...measured }, undefined, 2)}\n`);
  writeFileSync(join(out, "micro.svg"), microChart(measured, machine));
  if (!isSet(words, "json")) await terminal.out(`${machine}\n\n${microTable(measured)}\n\n`);
}

/** Figures 5 and 6. */
async function measureSets(out: string, plan: Plan, words: Words, terminal: Terminal): Promise<number> {
  const path = join(out, "results.jsonl");
  let isNoisy = false;
  {
    using file = ResultFile.open<CellResult>(path, headerOf(plan.settings));
    const { isInterrupted, failed } = await executeCells({ ...plan, file, terminal });
    const summary = summarize(file.results());
    isNoisy = summary.some(({ cells: count, disturbed }) => disturbed > count / 2);
    if (!isSet(words, "json")) await terminal.out(`${summaryTable(summary)}\n`);
    if (isInterrupted) return exitCodes.interrupted;
    if (failed.length > 0) return exitCodes.failed;
  }
  const title = "RT.js (RTSS 2019), again";
  if (isNoisy)
    terminal.err(
      "Other programs disturbed more than half of the runs. They are kept; a quiet machine gives better figures.\n",
    );
  return report.run({ out, title, json: isSet(words, "json"), "include-disturbed": isNoisy }, [path], terminal);
}
