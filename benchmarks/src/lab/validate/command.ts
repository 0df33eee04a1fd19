/** `preempt-lab validate`: the kernel's own test against execution. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { machineReport } from "../../machine.ts";
import { parseSystem } from "../analyze/system-file.ts";
import { exitCodes, type LabCommand, type Terminal } from "../command.ts";
import { LabError } from "../errors.ts";
import { validateNote } from "../figure-notes/notes.ts";
import { writeFigure } from "../figure-notes/write-figure.ts";
import { givenSystem, keepSystem, measuredSystem } from "../overheads/kept-system.ts";
import type { MeasuredSystem } from "../overheads/system.ts";
import { checkSets } from "../run/check-sets.ts";
import { executeCells } from "../run/execute.ts";
import type { Settings } from "../run/order.ts";
import { headerOf } from "../run/plan.ts";
import type { Prediction } from "../run/predict.ts";
import type { CellResult } from "../run/result.ts";
import { mapSets } from "../scale/map-sets.ts";
import { ResultFile } from "../scale/result-file.ts";
import { isSet, numberOf, textOf, timeOf } from "../words.ts";
import { makeFolder } from "../write-file.ts";
import { validationChart } from "./chart.ts";
import { cellsToRun, cellsToTest, experimentSets, load, type Tested, type TestItem, testedOf } from "./experiment.ts";
import { testEach } from "./test-each.ts";
import { verdictOf, verdictText } from "./verdict.ts";

export const validate: LabCommand = {
  name: "validate",
  help: `preempt-lab validate --out DIR [options]

  Measures what the kernel costs here, generates task sets of all utilisations, asks the kernel's own test about each, simulates
  them, and executes of those that it accepts as many as are asked for. A deadline missed in a run that nobody disturbed would
  prove the test wrong. Goes on where it was when it is given again.

  --out DIR            system.json, results.jsonl, validate.json, validate.svg, validate.html (the figure with how to read it)
  --cells N            how many accepted sets are executed, half of them by fp, half by EDF (default 500; --quick: 10)
  --horizon TIME       of each (default 1s)
  --sets N             sets for each of the ten utilisations (default 100; --quick: 10)
  --system FILE        of "preempt-lab overheads", instead of measuring
  --margin FACTOR      on what was measured (default 1.5)
  --redo N             runs that others disturbed are repeated up to N times at once (default 2)
  --seed N             of the sets (default 1)
  --json               the result as JSON on standard output
  --quick              a few sets, in less than a minute

  Exit code 1: a deadline was missed in a run that counts, or a cell could not be run.

Examples:
  preempt-lab validate --out validation
  preempt-lab validate --out validation --quick --json`,
  options: {
    ...Object.fromEntries(
      ["out", "cells", "horizon", "sets", "system", "margin", "redo", "seed"].map((name) => [
        name,
        { type: "string" as const },
      ]),
    ),
    json: { type: "boolean" },
    quick: { type: "boolean" },
  },
  async run(words, names, terminal) {
    if (names.length > 0) throw new LabError("names", `validate takes no files, and ${names.join(" ")} was given.`);
    const out = textOf(words, "out");
    if (out === undefined) throw new LabError("out_missing", "say where the results go: --out DIR.");
    const quick = isSet(words, "quick");
    const settings: Settings = {
      horizon: timeOf(words, "horizon", 1000) ?? 1_000_000,
      body: "spin",
      load,
      seed: 1,
      rows: false,
    };
    const count = numberOf(words, "cells", { least: 1, integer: true }) ?? (quick ? 10 : 500);
    const perUtilisation = numberOf(words, "sets", { least: 1, integer: true }) ?? (quick ? 10 : 100);
    const seed = numberOf(words, "seed", { least: 0, integer: true }) ?? 1;
    const redo = numberOf(words, "redo", { least: 0, integer: true }) ?? 2;
    const margin = numberOf(words, "margin", { least: 1, most: 100 }) ?? 1.5;
    const given = await givenSystem(out, parseSystem, words, terminal);
    makeFolder(out);
    const kept = given ?? (await measuredSystem({ time: quick ? 1500 : 8000, margin }, parseSystem, terminal));
    const { system } = kept;
    terminal.err("testing and simulating …\n");
    const tested = await testAll(experimentSets(perUtilisation, seed), settings, system, terminal);
    using file = ResultFile.open<CellResult>(join(out, "results.jsonl"), headerOf(settings));
    checkSets(
      file,
      tested.map(({ cell }) => cell),
    );
    keepSystem(out, kept);
    const { isInterrupted, failed } = await executeCells({
      cells: cellsToRun(tested, count),
      settings,
      file,
      redo,
      terminal,
    });
    const verdict = verdictOf(system, tested, [...file.results()]);
    writeFileSync(
      join(out, "validate.json"),
      `${JSON.stringify({ machine: machineReport(), ...verdict }, undefined, 2)}\n`,
    );
    const figure = validationChart(verdict, machineReport());
    for (const name of ["validate.svg", "validate.html"]) writeFigure(join(out, name), figure, validateNote);
    const { tightness: _, ...short } = verdict;
    await terminal.out(isSet(words, "json") ? `${JSON.stringify(short)}\n` : verdictText(verdict));
    if (isInterrupted) return exitCodes.interrupted;
    return verdict.misses + failed.length > 0 ? exitCodes.failed : exitCodes.done;
  },
};

async function testAll(
  sets: ReturnType<typeof experimentSets>,
  settings: Settings,
  system: MeasuredSystem["system"],
  terminal: Terminal,
): Promise<Tested[]> {
  const items = cellsToTest(sets, settings).map((cell): TestItem => ({ cell, system, horizon: settings.horizon }));
  const tested: Tested[] = [];
  const module = new URL("./test-each.ts", import.meta.url);
  const each = { call: testEach, module, name: "testEach" };
  for await (const { item, value } of mapSets<TestItem, Prediction>(items, each, { terminal, what: "tests" })) {
    tested.push(testedOf(item.cell, value));
  }
  return tested;
}
