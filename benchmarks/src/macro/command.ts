/** `preempt-lab macro`: the paper's experiment with frame rates, in browsers. */
import { join } from "node:path";
import { type BrowserName, browserNames, requireBrowsers } from "../browsers/open.ts";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../lab/command.ts";
import { LabError } from "../lab/errors.ts";
import { checkChoice, isSet, numberOf, textOf } from "../lab/words.ts";
import { makeFolder, writeTo } from "../lab/write-file.ts";
import { machineReport } from "../machine.ts";
import { servePage } from "../rounds/browsers.ts";
import { textTable } from "../text-table.ts";
import { openPage } from "./browsers.ts";
import { disturbanceOf, type Measured, measure } from "./measure.ts";
import type { PageOptions } from "./page.ts";
import { goalLine, macroPage } from "./report-page.ts";

export const macro: LabCommand = {
  name: "macro",
  help: `preempt-lab macro [--browser NAMES] [--out DIR] [options]

  RT.js: Practical Real-Time Scheduling for Web Applications (RTSS 2019), Figures 7 and 8, again: a box that moves, a word typed
  every half second, and computations behind it, in real browsers. Frame rates, frame times, input delays, throughput and missed
  deadlines: first come first served with plain code, then EDF with preemptable code, each without load, with AES, with a
  task set that needs 75 % of the time, and with both.

  --browser NAMES      ${browserNames.join(", ")}; several, separated by commas or given one by one (default chromium)
  --seconds N          how long each of the eight parts lasts, from 1 to 600 (default 60)
  --repetitions N      of all parts, from 1 to 50 (default 5), each in a browser started for it
  --out DIR            macro.json, index.html, and two figures for each browser
  --json               all numbers as JSON on standard output, instead of tables
  --quick              5 s and one repetition, unless told otherwise: less than a minute and a half for a browser

  The machine should do nothing else: lost frames may be those of others. With the defaults a browser takes 41 minutes.
  SIGINT ends it; what was measured before is written. Exit code 1: results of jobs were wrong.

Examples:
  preempt-lab macro --quick
  preempt-lab macro --browser chromium,firefox --seconds 10 --repetitions 2 --out macro
  preempt-lab macro --browser webkit --json > webkit.json`,
  options: {
    browser: { type: "string", multiple: true },
    seconds: { type: "string" },
    repetitions: { type: "string" },
    out: { type: "string" },
    json: { type: "boolean" },
    quick: { type: "boolean" },
  },
  async run(words, names, terminal) {
    if (names.length > 0) throw new LabError("names", `macro takes no files, and ${names.join(" ")} was given.`);
    const browsers = browsersOf(words);
    const options = optionsOf(words);
    const out = textOf(words, "out");
    if (out !== undefined) makeFolder(out);
    const when = new Date().toISOString();
    const measured = await measureAll(browsers, options, terminal);
    if (measured.length === 0) return exitCodes.interrupted;
    const machine = machineReport();
    const numbers = `${JSON.stringify({ machine, when, browsers: measured.map(numbersOf) }, undefined, isSet(words, "json") ? 0 : 1)}\n`;
    if (out !== undefined) writeAll(out, measured, numbers, macroPage(measured, { machine, when, ...options }));
    await terminal.out(isSet(words, "json") ? numbers : `${machine}\n\n${measured.map(textOfMeasured).join("\n\n")}\n`);
    if (terminal.signal.aborted) return exitCodes.interrupted;
    return measured.some(({ result }) => hasWrong(result)) ? exitCodes.failed : exitCodes.done;
  },
};

/** @throws LabError for a name that is none, or of a browser that is not here */
function browsersOf({ browser }: Words): BrowserName[] {
  const given = Array.isArray(browser) ? browser : ["chromium"];
  const names = given
    .flatMap((names) => String(names).split(","))
    .map((name) => checkChoice(name.trim(), "--browser", browserNames));
  requireBrowsers(names);
  return [...new Set(names)];
}

/** @throws LabError for numbers out of range */
function optionsOf(words: Words): PageOptions {
  const quick = isSet(words, "quick");
  return {
    seconds: numberOf(words, "seconds", { least: 1, most: 600 }) ?? (quick ? 5 : 60),
    repetitions: numberOf(words, "repetitions", { least: 1, most: 50, integer: true }) ?? (quick ? 1 : 5),
  };
}

async function measureAll(browsers: BrowserName[], options: PageOptions, terminal: Terminal): Promise<Measured[]> {
  const measured: Measured[] = [];
  // Asked for first: from now on a signal ends a run, and not the process.
  const { signal } = terminal;
  terminal.err("building the page …\n");
  const { url, stop } = await servePage("macro.html");
  try {
    for (const name of browsers) {
      if (signal.aborted) break;
      const one = await measure(() => openPage(name, url), options, terminal);
      if (one !== undefined) measured.push(one);
    }
  } finally {
    stop();
  }
  return measured;
}

const numbersOf = ({ engine, result, others, report: { goals, tables, remarks } }: Measured) => ({
  engine,
  others,
  goals,
  tables,
  remarks,
  result,
});

function writeAll(out: string, measured: readonly Measured[], numbers: string, page: string): void {
  writeTo(join(out, "macro.json"), numbers);
  writeTo(join(out, "index.html"), page);
  for (const { engine, report } of measured) {
    const name = engine.split(" ")[0]?.toLowerCase();
    writeTo(join(out, `${name}-rates.svg`), report.figures.rates);
    writeTo(join(out, `${name}-intervals.svg`), report.figures.intervals);
  }
}

function textOfMeasured({ engine, report, others }: Measured): string {
  const { tables, goals, remarks } = report;
  return [
    engine,
    ...[tables.frames, tables.work].map(({ caption, head, rows }) => `${caption}\n\n${textTable(head, rows)}`),
    goals.map(goalLine).join("\n"),
    [...remarks, disturbanceOf(others) ?? []].flat().join("\n"),
  ].join("\n\n");
}

function hasWrong(result: object): boolean {
  const { runs } = result as { runs: readonly { wrong: number }[] };
  return runs.some(({ wrong }) => wrong > 0);
}
