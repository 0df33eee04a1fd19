/** `preempt-lab experiment page`: the chain from a key to the next frame, in a real page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireBrowsers } from "../../../browsers/open.ts";
import { machineReport } from "../../../machine.ts";
import { exitCodes, type Words } from "../../command.ts";
import { LabError } from "../../errors.ts";
import { readPageTrace } from "../../import/page-tasks.ts";
import type { TraceEvent } from "../../import/trace-event.ts";
import { writeTaskSets } from "../../task-set.ts";
import { choiceOf, isSet, numberOf, runSizeOf } from "../../words.ts";
import type { Experiment } from "../experiment.ts";
import { pageChart } from "./chart.ts";
import { comparePage, type PageComparison } from "./compare.ts";
import { type EntryName, entries, type RecordedMode, recordedModes, recordPage } from "./record.ts";
import { pageText } from "./text.ts";

const efforts = { quick: 2, usual: 10, full: 60 } as const;
/** Of one run in one mode, and of building and opening the page: seconds. */
const perRound = 4;
const preparation = 25;

export const page: Experiment = {
  summary: "chains of a real page, from a key to the next frame: measured, simulated, bounded",
  help: `  page: an entry of the gallery (an npm library at work) in Chromium, plain and with Preempt, while keys are typed. The main thread
  is recorded; the recording becomes a task set with the chain of a key: its event, and the frame after it. Measured times
  stand beside the simulation of the set and its bound on the event loop. Exit code 1: a chain took longer than its bound.

  --entry NAME         ${entries.join(", ")} (default chat)
  --rounds N           recorded runs of each mode (default ${efforts.usual}; --quick: ${efforts.quick}; --full: ${efforts.full})
  --redo N             runs that other programs disturbed are repeated up to N times at once, and left out (default 2)
  --seed N             of the instants at which keys are pressed (default 1)`,
  options: ["entry", "rounds", "redo", "seed"],
  files: "plain.trace.json, plain.json (the set), preempt.trace.json, preempt.json, page.json, page.svg",
  async run(words, out, terminal) {
    const { entry, rounds, redo, seed } = planOf(words);
    requireBrowsers(["chromium"]);
    terminal.err(
      `${rounds} runs of "${entry}" in each mode: about ${Math.ceil((preparation + 2 * rounds * perRound) / 60)} minutes.\n`,
    );
    const { engine, events, disturbed } = await recordPage({
      ...{ entry, rounds, redo, seed },
      signal: terminal.signal,
    });
    if (disturbed > 0) terminal.err(`Other programs disturbed ${disturbed} runs, which are left out.\n`);
    const compared = {} as Record<RecordedMode, PageComparison>;
    for (const mode of recordedModes) {
      if (events[mode].length === 0) {
        throw new LabError(
          "machine_busy",
          `other programs disturbed all runs of ${mode}. Try again when they have ended.`,
        );
      }
      writeFileSync(join(out, `${mode}.trace.json`), traceText(events[mode]));
      compared[mode] = comparePage(readPageTrace(events[mode], mode), mode, { horizon: 10_000_000, simulations: 5 });
      writeFileSync(join(out, `${mode}.json`), writeTaskSets([compared[mode].set]));
    }
    const machine = `${engine}; ${machineReport()}`;
    const numbers = { machine, entry, rounds, seed, disturbed, ...compared };
    writeFileSync(join(out, "page.json"), `${JSON.stringify(numbers, undefined, 1)}\n`);
    writeFileSync(join(out, "page.svg"), pageChart(compared, `"${entry}" of the gallery; ${machine}`));
    await terminal.out(isSet(words, "json") ? `${JSON.stringify(numbers)}\n` : pageText(compared));
    const isRefuted = recordedModes.some((mode) => compared[mode].above > 0);
    return isRefuted ? exitCodes.failed : exitCodes.done;
  },
};

function planOf(words: Words): { entry: EntryName; rounds: number; redo: number; seed: number } {
  const effort = efforts[runSizeOf(words)];
  return {
    entry: choiceOf(words, "entry", entries) ?? "chat",
    rounds: numberOf(words, "rounds", { least: 1, most: 1000, integer: true }) ?? effort,
    redo: numberOf(words, "redo", { least: 0, most: 100, integer: true }) ?? 2,
    seed: numberOf(words, "seed", { least: 0, integer: true }) ?? 1,
  };
}

/** An event a line, so that tools can compare it. */
function traceText(events: readonly TraceEvent[]): string {
  return `{ "traceEvents": [\n${events.map((event) => JSON.stringify(event)).join(",\n")}\n] }\n`;
}
