/** `preempt-lab report`: what was measured, as figures, statistics and a page. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { reportNotes, scheduleNote } from "../figure-notes/notes.ts";
import { described } from "../figure-notes/write-figure.ts";
import { isSet, numberOf, textOf } from "../words.ts";
import { type FigureName, figuresOf } from "./figures.ts";
import { ganttOf } from "./gantt.ts";
import { GanttCells } from "./gantt-cells.ts";
import { Gathered } from "./gathered.ts";
import { reportPage } from "./page/page.ts";
import { readPaperResults } from "./paper-results.ts";
import { readPredictions } from "./predictions.ts";
import { readEach } from "./read-each.ts";
import { type Report, summarizeGathered } from "./summary.ts";
import { summaryCsv } from "./summary-csv.ts";

export const report: LabCommand = {
  name: "report",
  help: `preempt-lab report RESULTS.jsonl... --out DIR

  Draws what "preempt-lab run" measured, beside what the paper RT.js (RTSS 2019) published: miss ratio and overhead by
  utilisation (its Figures 5 and 6), response times, schedulability, misses by task; compares the variants. Writes into
  DIR index.html, a page that needs nothing else, the figures as SVG, summary.csv and summary.json. Prints the page's name.
  "-" is standard input. Of results with the same key the first one counts. Files that were run with other settings are
  drawn together, and a remark says in what they differ.

  --out DIR              where the report goes; it is made if it is not there
  --json                 the summary as JSON on standard output; files only with --out
  --title TEXT           what the report is called
  --bin WIDTH            of the bins of utilisation (0.1)
  --include-disturbed    keep runs in which other programs took the processor; they are left out otherwise
  --no-paper             leave out what the paper published
  --predictions FILE     worst responses as "preempt-lab simulate" gives them, JSON Lines
                         { "set", "policy", "sched", "maxResponse": [ µs or null ] }: a chart of how far they are off
  --gantt KEY            draw the schedule of this cell; may be given several times. Only of cells with all their jobs.
                         Default: the first such cell of each variant, up to three
  --gantt-length MS      how much of a schedule is drawn (300)
  --seed N               of the bootstrap (1)

Examples:
  preempt-lab report results.jsonl --out report
  preempt-lab report monday.jsonl tuesday.jsonl --out report --title "Two nights, one machine"
  preempt-lab report results.jsonl --json --no-paper | jq '.schedulability[] | {series, weighted}'
  preempt-lab report results.jsonl --out report --predictions bounds.jsonl --gantt paper-7/edf/0`,
  options: {
    out: { type: "string" },
    json: { type: "boolean" },
    title: { type: "string" },
    bin: { type: "string" },
    "include-disturbed": { type: "boolean" },
    "no-paper": { type: "boolean" },
    predictions: { type: "string" },
    gantt: { type: "string", multiple: true },
    "gantt-length": { type: "string" },
    seed: { type: "string" },
  },
  async run(words, names, terminal) {
    const out = textOf(words, "out");
    const json = isSet(words, "json");
    if (out === undefined && !json) {
      throw new LabError("out_missing", "say where the report goes: --out DIR; or --json for its numbers.");
    }
    const options = {
      title: textOf(words, "title") ?? "Real executions of task sets",
      binWidth: numberOf(words, "bin", { least: 0.001, most: 10 }) ?? 0.1,
      includeDisturbed: isSet(words, "include-disturbed"),
      paper: isSet(words, "no-paper") ? [] : readPaperResults(),
      seed: numberOf(words, "seed", { integer: true }) ?? 1,
    };
    const ganttLength = 1000 * (numberOf(words, "gantt-length", { least: 0.01 }) ?? 300);
    const predictions = await predictionsOf(words, terminal);
    const gathered = new Gathered({ ...options, ...(predictions !== undefined && { predictions }) });
    const gantts = new GanttCells(out === undefined ? [] : ((words.gantt ?? []) as readonly string[]));
    const read = await readEach(names, terminal, (cell) => gantts.look(cell, gathered.add(cell)));
    for (const remark of read.remarks) terminal.err(`${remark}\n`);
    const made = summarizeGathered(gathered, read, options);
    const shown = out === undefined ? [] : gantts.chosen;
    terminal.signal.throwIfAborted();
    if (out !== undefined) {
      writeReport(out, made, new Map(shown.map((cell) => [cell.key, ganttOf(cell, ganttLength)])));
      if (!json) await terminal.out(`${join(out, "index.html")}\n`);
    }
    if (json) await terminal.out(summaryJson(made));
    return exitCodes.done;
  },
};

async function predictionsOf(words: Words, terminal: Terminal) {
  const name = textOf(words, "predictions");
  if (name === undefined) return undefined;
  const { text, source } = await terminal.read(name);
  return readPredictions(text, source);
}

function writeReport(out: string, made: Report, gantts: ReadonlyMap<string, string>): void {
  const figures = figuresOf(made);
  const schedules = [...gantts].map(
    ([key, svg]) => [`schedule-${key.replaceAll(/[^\w.-]+/g, "-")}.svg`, described(svg, scheduleNote)] as const,
  );
  const files: readonly (readonly [name: string, text: string])[] = [
    ...Object.entries(figures).map(
      ([name, svg]) => [`${name}.svg`, described(svg, reportNotes[name as FigureName])] as const,
    ),
    ...schedules,
    ["summary.csv", summaryCsv(made.summary)],
    ["summary.json", summaryJson(made)],
    ["index.html", reportPage(made.summary, figures, gantts)],
  ];
  try {
    mkdirSync(out, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(out, name), text);
  } catch (error) {
    throw new LabError("not_written", `the report cannot be written to ${out}: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** What is not defined, as the deviation of one value, is null. */
function summaryJson({ summary }: Report): string {
  return `${JSON.stringify(summary, undefined, 2)}\n`;
}
