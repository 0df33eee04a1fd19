/** What the words of `preempt-lab gallery` mean. */
import { parseArgs } from "node:util";
import { type BrowserName, requireBrowsers } from "../browsers/open.ts";
import { checkWritable, writeTo } from "../lab/write-file.ts";
import { machineReport } from "../machine.ts";
import { disturbanceOf } from "../macro/measure.ts";
import { chooseOf } from "../report.ts";
import { findEngines, serveGallery } from "../rounds/browsers.ts";
import { hasMode, openEntry, runMode } from "./drive.ts";
import { type EntryId, entryIds, modes, type Run } from "./measured.ts";
import { galleryTable, summarize } from "./table.ts";

export const galleryOptions = {
  quick: { type: "boolean" },
  only: { type: "string" },
  browser: { type: "string" },
  rounds: { type: "string" },
  json: { type: "string" },
} as const;

const usualRounds = 5;
const mostRounds = 100;

export interface GallerySettings {
  readonly entries: readonly EntryId[];
  readonly browsers: readonly BrowserName[];
  readonly rounds: number;
}

/** @throws RangeError if an entry or a browser does not exist, or the rounds are no number from 1 to 100 */
export function settingsOf(words: {
  quick?: boolean;
  only?: string;
  browser?: string;
  rounds?: string;
}): GallerySettings {
  const rounds = Number(words.rounds ?? (words.quick ? 1 : usualRounds));
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > mostRounds) {
    throw new RangeError(`The rounds are "${words.rounds}". Give an integer from 1 to ${mostRounds}.`);
  }
  return {
    entries: chooseOf(entryIds, words.only, "entry"),
    browsers: chooseOf(["chromium", "firefox"] as const, words.browser, "browser"),
    rounds,
  };
}

/**
 * @throws RangeError for words that do not exist: before anything is measured
 * @throws LabError if a browser is not here, or the page fails
 */
export async function runGallery(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: galleryOptions });
  const settings = settingsOf(values);
  requireBrowsers(settings.browsers);
  if (values.json !== undefined) checkWritable(values.json);
  const runs = await measureGallery(settings);
  const rows = summarize(runs);
  if (values.json !== undefined) {
    writeTo(values.json, `${JSON.stringify({ machine: machineReport(), ...settings, rows, runs }, undefined, 2)}\n`);
  }
  const others = runs.flatMap(({ engine, entry, mode, round, others }) =>
    others === undefined ? [] : [{ part: `${engine}, ${entry}, ${mode}, round ${round}`, processors: others }],
  );
  console.log([machineReport(), galleryTable(rows), disturbanceOf(others) ?? []].flat().join("\n\n"));
}

/** The modes by turns, each time in another order, so that no mode has the machine's quiet minutes. */
async function measureGallery({ entries, browsers, rounds }: GallerySettings): Promise<Run[]> {
  const runs: Run[] = [];
  const { url, stop } = await serveGallery(entries);
  try {
    for (const name of browsers) {
      const launcher = findEngines().find((engine) => engine.name.toLowerCase() === name);
      if (launcher === undefined) continue;
      const browser = await launcher.launch();
      try {
        const engine = `${launcher.name} ${browser.version()}`;
        for (const entry of entries) {
          // A page of its own: what one entry leaves in memory does not slow down the next.
          const page = await browser.newPage();
          await openEntry(page, url, entry);
          for (let round = 1; round <= rounds; round++) {
            for (let i = 0; i < modes.length; i++) {
              const mode = modes[(i + round - 1) % modes.length] as (typeof modes)[number];
              if (!(await hasMode(page, mode))) continue;
              const measured = await runMode(page, mode, 1000 * round + i);
              runs.push({ ...measured, engine, entry, round });
              tellProgress(runs.at(-1) as Run);
            }
          }
          await page.close();
        }
      } finally {
        await browser.close();
      }
    }
  } finally {
    stop();
  }
  return runs;
}

/** It takes minutes: a person who waits sees the progress. */
function tellProgress({ engine, entry, mode, round, interactions: { inp }, lost, wanted, timeToResult }: Run): void {
  if (!process.stderr.isTTY) return;
  const words = [
    `INP ${inp ?? "–"} ms`,
    `${lost} of ${wanted} frames lost`,
    `result after ${timeToResult.toFixed(0)} ms`,
  ];
  console.error(`${engine}, ${entry}, ${mode}, round ${round}: ${words.join(", ")}`);
}
