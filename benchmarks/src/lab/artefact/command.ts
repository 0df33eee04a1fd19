/** `preempt-lab artefact`: one command for every figure and table, and a page that compares a run with ours. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nearNames } from "@preempt/checks";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { isSet, textOf } from "../words.ts";
import { makeFolder, writeTo } from "../write-file.ts";
import type { Experiment, Mode } from "./experiment.ts";
import { root } from "./files.ts";
import { machineFacts } from "./machine.ts";
import { type ComparedRun, comparePage, type FigurePair, summaryOf } from "./page.ts";
import { record, recordedOf } from "./recorded.ts";
import { experiments } from "./registry.ts";
import { itemsOf, readDone } from "./result.ts";
import { listText } from "./table.ts";
import { resultsOf, workThrough } from "./work.ts";

export const artefact: LabCommand = {
  name: "artefact",
  help: `preempt-lab artefact --list | --quick | --full [options]

  Repeats the figures and tables of the documentation, each with its command, and checks whether the expected shape holds:
  ratios, orders and zeros, since times differ between machines. Writes a page that shows this run beside ours. Continues
  where it was when it is given again.

  --list               the items: what they need, and how long they take
  --quick              small runs, some 25 minutes in all
  --full               the runs of the pages, a night in all
  --only IDS           these items or experiments alone, separated by commas
  --out DIR            where the results go (default artefact-results/quick or artefact-results/full): compare.html, results.json,
                       machine.json, and a folder for each experiment with checksums
  --again              runs what was done before as well
  --compare            runs nothing: writes the page of what is there
  --record             writes the numbers into benchmarks/data/artefact as ours, where the shape holds
  --json               the items, or the results, as JSON on standard output

  Exit code 1: a shape does not hold, or a command failed.

Examples:
  preempt-lab artefact --list
  preempt-lab artefact --quick
  preempt-lab artefact --full --only figure-5,acceptance --out night`,
  options: {
    list: { type: "boolean" },
    quick: { type: "boolean" },
    full: { type: "boolean" },
    only: { type: "string" },
    out: { type: "string" },
    again: { type: "boolean" },
    compare: { type: "boolean" },
    record: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(words, names, terminal) {
    if (names.length > 0) throw new LabError("names", `artefact takes no files, and ${names.join(" ")} was given.`);
    const chosen = chosenOf(textOf(words, "only"), experiments);
    if (isSet(words, "list")) {
      await terminal.out(isSet(words, "json") ? `${JSON.stringify(chosen)}\n` : listText(chosen));
      return exitCodes.done;
    }
    return repeat(chosen, words, terminal);
  },
};

/**
 * Experiments with the chosen items alone.
 *
 * @throws LabError for a name that is none
 */
export function chosenOf(only: string | undefined, all: readonly Experiment[]): readonly Experiment[] {
  if (only === undefined) return all;
  const names = only.split(",").map((name) => name.trim());
  const known = all.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)]);
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = nearNames(name, known);
    const meant = near.length === 0 ? '"preempt-lab artefact --list" lists all.' : `Did you mean ${near.join(" or ")}?`;
    throw new LabError("item_unknown", `there is no item "${name}". ${meant}`);
  }
  return all
    .map((experiment) => ({
      ...experiment,
      items: experiment.items.filter(({ id }) => names.includes(id) || names.includes(experiment.id)),
    }))
    .filter(({ items }) => items.length > 0);
}

async function repeat(chosen: readonly Experiment[], words: Words, terminal: Terminal): Promise<number> {
  const mode = modeOf(words);
  const out = resolve(textOf(words, "out") ?? join("artefact-results", mode));
  makeFolder(out);
  const machine = machineFacts();
  const when = new Date().toISOString();
  const options = { mode, out, machine, again: isSet(words, "again") };
  const failures = isSet(words, "compare") ? undefined : await workThrough(chosen, options, terminal);
  const results = resultsOf(chosen, options, failures);
  if (isSet(words, "record")) recordAll(chosen, mode, out, results);
  const items = itemsOf(chosen).map(({ item }) => item);
  const recorded = new Map(
    items.flatMap((item) => {
      const found = recordedOf(item, mode);
      return found === undefined ? [] : [[item.id, found] as const];
    }),
  );
  const run: ComparedRun = { mode, machine, when, results, recorded, figures: figuresOf(chosen, out) };
  writeTo(join(out, "machine.json"), `${JSON.stringify(machine, undefined, 2)}\n`);
  const json = `${JSON.stringify({ mode, when, items: Object.fromEntries(results) }, undefined, 2)}\n`;
  writeTo(join(out, "results.json"), json);
  writeTo(join(out, "compare.html"), comparePage(chosen, run));
  const said = isSet(words, "json") ? json : `${summaryOf(items, run)}\n${join(out, "compare.html")}\n`;
  await terminal.out(said);
  if (terminal.signal.aborted) return exitCodes.interrupted;
  const isBad = [...results.values()].some(({ status }) => ["differs", "disturbed", "failed"].includes(status));
  return isBad ? exitCodes.failed : exitCodes.done;
}

/** @throws LabError if it is neither or both */
function modeOf(words: Words): Mode {
  const [quick, full] = [isSet(words, "quick"), isSet(words, "full")];
  if (quick !== full) return quick ? "quick" : "full";
  throw new LabError("mode_missing", "say how much is run: --quick or --full. --list shows what there is.");
}

function recordAll(
  chosen: readonly Experiment[],
  mode: Mode,
  out: string,
  results: ReturnType<typeof resultsOf>,
): void {
  for (const { experiment, item } of itemsOf(chosen)) {
    const [result, done] = [results.get(item.id), readDone(join(out, experiment.id))];
    // What a busy machine shows is not what others shall be compared with.
    if (result?.status !== "holds" || done === undefined || item.isDisturbed?.(result.numbers)) continue;
    const { when, seconds, machine } = done;
    record(item, mode, { when, seconds, machine, numbers: result.numbers });
  }
}

function figuresOf(chosen: readonly Experiment[], out: string): ReadonlyMap<string, readonly FigurePair[]> {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  return new Map(
    itemsOf(chosen).map(({ experiment, item }) => [
      item.id,
      (item.figures ?? []).map(({ file, ours, note }) => ({
        ...(note !== undefined && { note }),
        ours: ours === undefined ? undefined : read(join(root, ours)),
        theirs: read(join(out, experiment.id, file)),
      })),
    ]),
  );
}
