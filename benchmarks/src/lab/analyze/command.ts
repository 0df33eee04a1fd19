/** `preempt-lab analyze`: schedulability tests. */

import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { acceptanceNote, weightedNote } from "../figure-notes/notes.ts";
import { writeFigure } from "../figure-notes/write-figure.ts";
import { mapSets, underBar } from "../scale/map-sets.ts";
import { chooseSet, parseSomeTaskSets, type TaskSet } from "../task-set.ts";
import { choiceOf, choicesOf, isSet, needs, numberOf, parallelOf, textOf } from "../words.ts";
import { checkWritable, writeTo } from "../write-file.ts";
import { AcceptanceCounter, acceptanceCsv } from "./acceptance.ts";
import { acceptanceChart } from "./acceptance-chart.ts";
import type { SetAnalysis } from "./analysis.ts";
import { type AnalyzeItem, analyzeEach } from "./analyze-each.ts";
import { explainTask } from "./explain.ts";
import { checkColumns, numbersBy } from "./grouping.ts";
import { type AnalyzeOptions, blockingProtocols, conventionNames, furtherTests, preemptionNames } from "./options.ts";
import { readSystem } from "./system-file.ts";
import { analysisTable } from "./table.ts";

export const analyze: LabCommand = {
  name: "analyze",
  help: `preempt-lab analyze [FILE] [options]

  Response times under deadline- and rate-monotonic priorities and EDF, processor demand, Liu and Layland's and the
  hyperbolic bound, first come first served, the event loop (of sets with queues), density and Baker's test, and tests that know the offsets (of sets with O), for
  each set of a task-set file. FILE "-" or none:
  standard input.

  --preemption NAME    where jobs can be preempted: ${preemptionNames.join(", ")} (default: chunks or regions if the set
                       has chunks or q, else full)
  --convention NAME    how blocking by regions counts: discrete, a region of L lasts L - 1 after a release, which is exact
                       for integers (default); continuous: L
  --protocol NAME      for critical sections cs: ${blockingProtocols.join(", ")} (default npcs)
  --also A,B           ${furtherTests.join(", ")}, or all
                       opa: Audsley's priorities; non-preemptive: DM and EDF, jobs run to their ends; breakdown: how
                       much heavier the set may get; sensitivity: how much longer each C; partition: on --processors N
                       (2); kernel: with this kernel's slices, rounds and costs
  --system FILE        for kernel: what "preempt-lab overheads" measured (default: cautious values)
  --explain TASK       what the response time of one task is made of; with --set ID if there are several sets
  --set ID             this set alone
  --max-steps N        of one test, before it is left undecided (default 30000000)
  --json               a line of JSON for each set: { id, dm: { sched, R }, rm: { sched, R }, edf: { sched, firstViolation, R },
                       ll, hyperbolic, fifo, … }; times in microseconds, null: no bound
  --svg FILE           a chart: which share of the sets each test accepts, by utilisation; NAME.html: with a page that explains it
  --csv FILE           the same as a table: utilisation, test, sets, accepted, share, from and to (its 95 % interval),
                       weighted; without a utilisation: of all sets
  --by NAME            of these: utilisation (default), tasks, or a number that each set has by that name; then the share is
                       weighted by the utilisation (weighted schedulability)
  --bin WIDTH          of these: sets stand at the nearest multiple (0.05 of the utilisation; else each number for itself)
  --parallel N         threads (default: one for each core)

Examples:
  preempt-lab analyze sets.json
  preempt-lab analyze sets.json --json > analyses.jsonl
  preempt-lab analyze sets.json --set u0.90-3 --explain 4
  preempt-lab generate --utilisation 0.9 --sets 100 | preempt-lab analyze --also opa,kernel
  preempt-lab generate --utilisation 0.5:1:0.05 --sets 200 | preempt-lab analyze --also non-preemptive --svg accepted.svg`,
  options: {
    ...Object.fromEntries(
      [
        ...["preemption", "convention", "protocol", "also", "system", "explain", "set", "max-steps", "processors"],
        ...["parallel", "svg", "csv", "by", "bin"],
      ].map((name) => [name, { type: "string" as const }]),
    ),
    json: { type: "boolean" },
  },
  async run(words, [file, ...more], terminal) {
    if (more.length > 0) throw new LabError("too_many_files", `give one file, not ${more.length + 1}.`);
    const options = await optionsOf(words, terminal);
    const { text, source } = await terminal.read(file);
    const sets = chooseSet(parseSomeTaskSets(text, source), textOf(words, "set"), source);
    const task = numberOf(words, "explain", { least: 0, integer: true });
    if (task !== undefined) return explain(sets, task, options, terminal);
    const rows: SetAnalysis[] = [];
    const json = isSet(words, "json");
    const accepted = acceptanceOf(sets, source, words);
    try {
      let at = 0;
      for await (const analysis of analyses(sets, options, words, terminal)) {
        accepted?.add(analysis, at++);
        if (json) await terminal.out(`${JSON.stringify(analysis)}\n`);
        else rows.push(analysis);
      }
    } finally {
      // Of those before an interruption, too.
      accepted?.write();
    }
    if (!json) await terminal.out(analysisTable(rows));
    if (!json) tellRemarks(rows, terminal);
    return exitCodes.done;
  },
};

/** What `--svg` and `--csv` ask for; undefined: nothing. */
function acceptanceOf(sets: readonly TaskSet[], source: string, words: Words) {
  const [svg, csv] = [textOf(words, "svg"), textOf(words, "csv")];
  if (svg === undefined && csv === undefined) return undefined;
  const grouping = { by: textOf(words, "by"), width: numberOf(words, "bin", { least: 0.001 }) };
  const counter = new AcceptanceCounter(grouping);
  const numbers = numbersBy(sets, counter.by, source);
  if (svg !== undefined) checkColumns(numbers, counter);
  for (const file of [svg, csv]) if (file !== undefined) checkWritable(file);
  return {
    add: (analysis: SetAnalysis, at: number) => counter.add(analysis, numbers[at]),
    write() {
      const count = counter.sets;
      // Stopped before the first: what the files had stays there.
      if (count === 0 && sets.length > 0) return;
      if (csv !== undefined) writeTo(csv, acceptanceCsv(counter.found(), counter.by));
      const all = count === sets.length ? `${count} sets` : `${count} of ${sets.length} sets`;
      if (svg !== undefined) {
        const note = counter.by === "utilisation" ? acceptanceNote : weightedNote;
        writeFigure(svg, acceptanceChart(counter, `${source}, ${all}`), note);
      }
    },
  };
}

async function optionsOf(words: Words, terminal: Terminal): Promise<AnalyzeOptions> {
  const also = textOf(words, "also") === "all" ? [...furtherTests] : choicesOf(words, "also", furtherTests);
  needs(words, "system", also?.includes("kernel"), "--also kernel");
  needs(words, "processors", also?.includes("partition"), "--also partition");
  const isDrawn = textOf(words, "svg") !== undefined || textOf(words, "csv") !== undefined;
  for (const name of ["by", "bin"]) needs(words, name, isDrawn, "--svg or --csv");
  const found: { [Name in keyof AnalyzeOptions]: AnalyzeOptions[Name] | undefined } = {
    preemption: choiceOf(words, "preemption", preemptionNames),
    convention: choiceOf(words, "convention", conventionNames),
    protocol: choiceOf(words, "protocol", blockingProtocols),
    also,
    system: await readSystem(textOf(words, "system"), terminal),
    processors: numberOf(words, "processors", { least: 1, most: 1000, integer: true }),
    maxSteps: numberOf(words, "max-steps", { least: 1, integer: true }),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as AnalyzeOptions;
}

async function explain(
  sets: readonly TaskSet[],
  task: number,
  options: AnalyzeOptions,
  terminal: Terminal,
): Promise<number> {
  const [set, ...others] = sets;
  if (set === undefined || others.length > 0) {
    throw new LabError(
      "explain_of_many",
      `one set is explained, and there are ${sets.length}. Choose one by --set ID.`,
    );
  }
  await terminal.out(`${explainTask(set, task, options)}\n`);
  return exitCodes.done;
}

async function* analyses(
  sets: readonly TaskSet[],
  options: AnalyzeOptions,
  words: Words,
  terminal: Terminal,
): AsyncGenerator<SetAnalysis> {
  // Tables and figures show verdicts alone.
  const responses = isSet(words, "json");
  const items = sets.map((set): AnalyzeItem => ({ set, options: { ...options, responses } }));
  const module = new URL("./analyze-each.ts", import.meta.url);
  const isKept = textOf(words, "svg") !== undefined || textOf(words, "csv") !== undefined;
  const how = { terminal: underBar(terminal, isSet(words, "json")), parallel: parallelOf(words), isKept };
  for await (const { value } of mapSets(items, { call: analyzeEach, module, name: "analyzeEach" }, how)) yield value;
}

/** Each remark once, with how many sets it concerns. */
function tellRemarks(sets: readonly SetAnalysis[], terminal: Terminal): void {
  const counts = new Map<string, number>();
  for (const { remarks = [] } of sets) for (const remark of remarks) counts.set(remark, (counts.get(remark) ?? 0) + 1);
  for (const [remark, count] of counts) terminal.err(`note: ${remark} (${count} of ${sets.length} sets)\n`);
  if (sets.some(({ sensitivity }) => sensitivity !== undefined))
    terminal.err("note: sensitivity, a number for each task, is printed with --json alone\n");
  const all = sets.map(({ dm, rm, edf, fifo }) => [dm, rm, edf, fifo].filter((test) => "undecided" in test));
  const tell = (what: string, found: readonly unknown[]) => {
    if (found.length === 0) return;
    terminal.err(
      `note: ${what} in ${found.length} of ${sets.length} sets: they take too many steps; see --max-steps\n`,
    );
  };
  tell(
    "tests were left undecided",
    all.filter((tests) => tests.some(({ sched }) => sched === null)),
  );
  // Under EDF the verdict comes by another way, and before.
  tell(
    "tests were decided, and response times left out",
    all.filter((tests) => tests.length > 0 && tests.every(({ sched }) => sched !== null)),
  );
}
