/** `preempt-lab soundness`: campaigns against the bounds. */
import { machineReport } from "../../machine.ts";
import { exitCodes, type LabCommand } from "../command.ts";
import { LabError } from "../errors.ts";
import { soundnessNote } from "../figure-notes/notes.ts";
import { writeFigure } from "../figure-notes/write-figure.ts";
import { mapSets, underBar } from "../scale/map-sets.ts";
import { choicesOf, isSet, needs, numberOf, parallelOf, textOf } from "../words.ts";
import { checkWritable } from "../write-file.ts";
import { type Portion, type PortionResult, together } from "./campaign.ts";
import { soundnessChart } from "./chart.ts";
import { soundnessOfExecutions } from "./executed/execute.ts";
import { executedModelNames, type ModelName, modelNames, modelOf } from "./models.ts";
import { soundEach } from "./sound-each.ts";
import { type Results, refutationText, soundnessTable } from "./text.ts";

const simulatedOptions = ["sets", "patterns", "kernel", "parallel"];
const executedOptions = ["out", "horizon", "system", "margin", "redo"];

/** Sets of one message to a thread: some tenths of a second. */
const portion = 250;

export const soundness: LabCommand = {
  name: "soundness",
  help: `preempt-lab soundness [options]

  Tries to refute the bounds of the laboratory: draws small random sets, simulates each in patterns that seek the worst
  (offsets, release jitter, suspensions, shorter executions), and compares all that is seen with every bound.

  --model A,B          which (default: all):
${modelNames.map((name) => `                       ${name.padEnd(18)} ${modelOf(name as ModelName).title}`).join("\n")}
  --sets N             of each model, with a bound (default 1000)
  --patterns N         simulations of each set (default 5): three that are the worst ones of simpler models, a random one, and
                       changes of the worst so far
  --kernel N           every N-th set is simulated by the real kernel, the others by a simulator of its own that is faster
                       (default 10; 1: all)
  --seed S             0 to 2^53 - 1 (default 1)
  --svg FILE           a figure: how near the longest times came to each bound; NAME.html: with a page that explains it
  --json               a line of JSON for each model: { model, sets, simulations, tallies: { bound: { compared, attained,
                       above, shares } }, refuted }; shares: how many lie in each hundredth of the bound
  --parallel N         threads (default: one for each core)

  --executed N         executes N sets of each model for real, instead, and compares the longest measured times with the
                       bounds of sets that have the measured costs in them. Not of models with offsets or threads. Runs
                       that others disturbed do not count.
                       Give it again, and it goes on where it was. Of it:
  --out DIR            system.json, results.jsonl, executed.json, executed.svg
  --horizon TIME       of each set (default 600ms)
  --system FILE        of "preempt-lab overheads", instead of measuring
  --margin FACTOR      on the costs that are measured (default 1.5)
  --redo N             runs that others disturbed are repeated up to N times at once (default 2)

  Exit code 1: a bound was exceeded. The set and the pattern are printed.

Examples:
  preempt-lab soundness
  preempt-lab soundness --model suspension-fp,suspension-edf --sets 100000 --seed 7 --svg soundness.svg
  preempt-lab soundness --executed 50 --out executed`,
  options: {
    ...Object.fromEntries(
      [...simulatedOptions, ...executedOptions, "model", "seed", "svg", "executed"].map((name) => [
        name,
        { type: "string" as const },
      ]),
    ),
    json: { type: "boolean" },
  },
  async run(words, files, terminal) {
    if (files.length > 0) throw new LabError("names", `soundness takes no files, and ${files.join(" ")} was given.`);
    const sets = numberOf(words, "sets", { least: 1, most: 1e8, integer: true }) ?? 1000;
    const patterns = numberOf(words, "patterns", { least: 1, most: 10_000, integer: true }) ?? 5;
    const kernel = numberOf(words, "kernel", { least: 1, integer: true }) ?? 10;
    const seed = numberOf(words, "seed", { least: 0, most: Number.MAX_SAFE_INTEGER, integer: true }) ?? 1;
    const [svg, json] = [textOf(words, "svg"), isSet(words, "json")];
    if (svg !== undefined) checkWritable(svg);
    const executed = numberOf(words, "executed", { least: 1, most: 1e6, integer: true });
    const known = executed === undefined ? modelNames : executedModelNames;
    const models = (choicesOf(words, "model", known) ?? known) as readonly ModelName[];
    for (const name of executedOptions) needs(words, name, executed !== undefined, "--executed");
    if (executed !== undefined) {
      const unused = simulatedOptions.find((name) => textOf(words, name) !== undefined);
      if (unused !== undefined) {
        const words = `--${unused} is of simulations, and --executed executes instead`;
        throw new LabError("option_without", `${words}. Leave out one of them.`);
      }
      return soundnessOfExecutions(models, executed, seed, words, terminal);
    }
    const portions = models.flatMap((model) => portionsOf({ model, seed, patterns, kernel }, sets));
    const found = new Map<ModelName, PortionResult[]>();
    try {
      const module = new URL("./sound-each.ts", import.meta.url);
      const how = { terminal: underBar(terminal, json), parallel: parallelOf(words), what: "portions" };
      for await (const { item, value } of mapSets(portions, { call: soundEach, module, name: "soundEach" }, how)) {
        found.set(item.model, [...(found.get(item.model) ?? []), value]);
      }
    } finally {
      // Of those before an interruption, too.
      const results: Results = [...found].map(([model, all]) => [model, together(all)]);
      for (const [model, result] of json ? results : [])
        await terminal.out(`${JSON.stringify({ model, ...result })}\n`);
      if (!json && results.length > 0) await terminal.out(soundnessTable(results));
      if (svg !== undefined && results.length > 0)
        writeFigure(svg, soundnessChart(results, machineReport()), soundnessNote);
      terminal.err(refutationText(results));
    }
    const isRefuted = [...found.values()].some((all) => all.some(({ refuted }) => refuted.length > 0));
    return isRefuted ? exitCodes.failed : exitCodes.done;
  },
};

function portionsOf(common: Omit<Portion, "first" | "sets">, sets: number): Portion[] {
  return Array.from({ length: Math.ceil(sets / portion) }, (_, i) => {
    const first = i * portion;
    return { ...common, first, sets: Math.min(portion, sets - first) };
  });
}
