/**
 * What do rounds that end in time for the next frame bring, against rounds of a fixed length? In real browsers, with
 * frames at chosen rates, jobs that never end, and pages that need none, a quarter and two thirds of each frame for
 * themselves. The settings take turns, and medians are compared. The throughput is that of fixed rounds in the same
 * repetition.
 */
import type { Page } from "playwright";
import { type Engine, findEngines, servePage } from "./rounds/browsers.ts";
import { openAt } from "./rounds/rates.ts";
import { median } from "./statistics.ts";

/** What the page takes of each frame. */
const parts = [0, 1 / 4, 2 / 3] as const;
/** `undefined`: the default, 5 ms and not beyond the next frame. */
const lengths = [5, undefined] as const;
/** A browser whose frames come at another rate than was asked for is not measured. */
const tolerance = 0.02;

export interface RoundsSettings {
  /** Measurements for each browser, rate and setting. */
  readonly repetitions: number;
  /** How long each lasts. */
  readonly ms: number;
  readonly browsers: readonly ("chromium" | "firefox")[];
  /** Frames per second. */
  readonly rates: readonly number[];
}

/** What the page answers, see packages/demo/src/rounds/main.ts. */
interface PageReport {
  readonly throughput: number;
  readonly busy: number;
  readonly frames: number;
  readonly wanted: number;
  readonly timers: number;
  readonly timerLateness: { readonly median: number; readonly worst: number };
  readonly rounds: { readonly count: number; readonly median: number; readonly longest: number };
}

interface PageHandle {
  measure(options: { work: number; round?: number; ms: number }): Promise<PageReport>;
  frameInterval(): Promise<number>;
}

export interface RoundsRow {
  readonly browser: string;
  /** Frames per second, as asked for, and as seen on the idle page. */
  readonly rate: number;
  readonly seen: number;
  /** Milliseconds of each frame that the page takes for itself. */
  readonly work: number;
  /** Milliseconds; undefined: the default. */
  readonly round: number | undefined;
  /** Medians: of the work done, against fixed rounds; of the part of the time that rounds had, and of the frames that did not come; in ms. */
  readonly throughput: number;
  readonly busy: number;
  readonly framesLost: number;
  readonly timerLateness: number;
  readonly worstTimer: number;
  readonly roundLength: number;
}

export interface RoundsMeasured {
  readonly rows: readonly RoundsRow[];
  /** What could not be measured, and why. */
  readonly missing: readonly string[];
}

export async function measureRounds(settings: RoundsSettings): Promise<RoundsMeasured> {
  const engines = findEngines().filter(({ name }) => settings.browsers.some((wanted) => wanted === name.toLowerCase()));
  if (engines.length === 0) throw new Error("there is no browser: node scripts/browsers.mjs installs them");
  const { url, stop } = await servePage();
  const rows: RoundsRow[] = [];
  const missing: string[] = [];
  try {
    for (const engine of engines) {
      for (const rate of settings.rates) {
        const answer = await measureAt(engine, rate, url, settings);
        if (typeof answer === "string") missing.push(answer);
        else rows.push(...answer);
      }
    }
    return { rows, missing };
  } finally {
    stop();
  }
}

/** The rows of one browser at one rate, or why there are none. */
async function measureAt(
  engine: Engine,
  rate: number,
  url: string,
  { repetitions, ms }: RoundsSettings,
): Promise<RoundsRow[] | string> {
  const opened = await openAt(engine, rate);
  if (opened === undefined)
    return `${engine.name} at ${rate} Hz needs a screen: on Debian, apt-get install xserver-xorg-core xserver-xorg-video-dummy.`;
  try {
    const page = await opened.browser.newPage();
    await page.goto(url);
    const seen = 1000 / (await ask(page, "frameInterval", undefined));
    if (Math.abs(seen / rate - 1) > tolerance)
      return `${engine.name}'s frames come at ${seen.toFixed(1)} Hz where ${rate} are asked for.`;
    const rows: RoundsRow[] = [];
    for (const part of parts) {
      const work = (part * 1000) / rate;
      const reports = lengths.map((): PageReport[] => []);
      for (let i = 0; i < repetitions; i++)
        // There and back: what comes later is not always the same.
        for (const [n, round] of i % 2 === 0 ? [...lengths.entries()] : [...lengths.entries()].reverse())
          reports[n]?.push(await ask(page, "measure", round === undefined ? { work, ms } : { work, round, ms }));
      for (const [n, round] of lengths.entries())
        rows.push({ browser: engine.name, rate, seen, work, round, ...summary(reports[n] ?? [], reports[0] ?? []) });
    }
    return rows;
  } finally {
    await opened.close();
  }
}

function ask<Name extends keyof PageHandle>(
  page: Page,
  name: Name,
  options: Parameters<PageHandle[Name]>[0],
): ReturnType<PageHandle[Name]> {
  return page.evaluate(
    ([name, options]) =>
      (window as never as { __rounds: Record<string, (o: unknown) => never> }).__rounds[name]?.(options),
    [name, options] as const,
  ) as ReturnType<PageHandle[Name]>;
}

function summary(reports: readonly PageReport[], reference: readonly PageReport[]) {
  const of = (what: (report: PageReport, i: number) => number) => median(reports.map(what));
  return {
    throughput: of((r, i) => r.throughput / (reference[i]?.throughput ?? Number.NaN)),
    busy: of((r) => r.busy),
    framesLost: of((r) => Math.max(0, 1 - r.frames / r.wanted)),
    timerLateness: of((r) => r.timerLateness.median),
    worstTimer: of((r) => r.timerLateness.worst),
    roundLength: of((r) => r.rounds.median),
  };
}

export function roundsTable({ rows, missing }: RoundsMeasured): string {
  const lines = [
    "browser    rate (seen)        page's work   rounds        throughput   time for jobs   frames lost   timers late, worst   median round",
  ];
  for (const row of rows) {
    const cells = [
      row.browser.padEnd(10),
      `${row.rate} Hz (${row.seen.toFixed(1)})`.padEnd(18),
      `${row.work.toFixed(1)} ms`.padStart(11),
      `   ${row.round === undefined ? "to the frame" : `${row.round} ms`.padEnd(12)}`,
      `${row.throughput.toFixed(2)}x`.padStart(11),
      `${(row.busy * 100).toFixed(0)} %`.padStart(15),
      `${(row.framesLost * 100).toFixed(1)} %`.padStart(13),
      `${row.timerLateness.toFixed(1)}, ${row.worstTimer.toFixed(0)} ms`.padStart(20),
      `${row.roundLength.toFixed(1)} ms`.padStart(14),
    ];
    lines.push(cells.join(" "));
  }
  return [...lines, ...missing].join("\n");
}
