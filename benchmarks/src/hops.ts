/**
 * Which way back from the event loop? In real browsers: chunks of work with a hop between them, beside animation frames
 * and timers of the page, by all the ways that there are. The ways take turns.
 */
import type { BrowserSettings } from "./browsers/command.ts";
import { inEach } from "./browsers/handle.ts";
import { median, quantile } from "./statistics.ts";
import { textTable } from "./text-table.ts";

const ways = ["channel", "window", "task", "timer"] as const;
type Way = (typeof ways)[number];
const titles: Readonly<Record<Way, string>> = {
  channel: "MessageChannel",
  window: "message of the window to itself",
  task: "scheduler.postTask",
  timer: "setTimeout",
};
/** Between two hops, in milliseconds. */
const chunks = [1, 5] as const;

/** What the page answers, see packages/demo/src/rounds/hops.ts. */
interface PageReport {
  readonly hops: readonly number[];
  readonly frames: number;
  readonly timers: number;
  readonly time: number;
}

export interface HopsRow {
  readonly browser: string;
  readonly way: Way;
  readonly chunk: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p90: number;
  /** The part of the time that the chunks had. */
  readonly busy: number;
  /** In a second; timers of 5 ms, each set by the one before. */
  readonly frames: number;
  readonly timers: number;
}

/** @throws LabError if a browser is not here, or its page does not answer */
export async function measureHops({ browsers, turns, ms }: BrowserSettings): Promise<HopsRow[]> {
  const rows: HopsRow[] = [];
  await inEach(browsers, async ({ engine, ask }) => {
    for (const work of chunks) {
      const reports = new Map<Way, PageReport[]>();
      for (let turn = 0; turn < turns; turn++)
        for (const way of ways) {
          const report = await ask<PageReport | undefined>("hops", { way, work, ms }, ms);
          if (report) reports.set(way, [...(reports.get(way) ?? []), report]);
        }
      for (const [way, all] of reports) rows.push({ browser: engine, way, chunk: work, ...summary(all, work) });
    }
  });
  return rows;
}

function summary(reports: readonly PageReport[], work: number) {
  const hops = reports.flatMap((report) => report.hops);
  const time = reports.reduce((sum, report) => sum + report.time, 0);
  const perSecond = (what: "frames" | "timers") => (1000 * reports.reduce((sum, r) => sum + r[what], 0)) / time;
  return {
    median: median(hops),
    p90: quantile(hops, 0.9),
    busy: (hops.length * work) / time,
    frames: perSecond("frames"),
    timers: perSecond("timers"),
  };
}

export function hopsTable(rows: readonly HopsRow[]): string {
  return textTable(
    ["", "hop", "work", "median", "90 %", "time for work", "frames/s", "timers/s"],
    rows.map(({ browser, way, chunk, median, p90, busy, frames, timers }) => [
      ...[browser, titles[way], `${chunk} ms`],
      ...[`${median.toFixed(3)} ms`, `${p90.toFixed(3)} ms`],
      ...[`${(100 * busy).toFixed(0)} %`, frames.toFixed(1), timers.toFixed(0)],
    ]),
  );
}
