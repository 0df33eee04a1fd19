/**
 * How much of the thread is left for work, beside 60 frames a second? In real browsers: plain code cut by hand in several
 * ways, and the same code as jobs. The ways take turns.
 */
import type { BrowserSettings } from "./browsers/command.ts";
import { inEach } from "./browsers/handle.ts";
import { median, quartiles } from "./statistics.ts";
import { textTable } from "./text-table.ts";

const works = { spin: "busy loop", aes: "AES" } as const;
type Work = keyof typeof works;
const ways = {
  alone: "nothing beside it",
  tasks: "by hand: 100 ms at a time",
  turns: "by hand: 5 ms at a time",
  frames: "by hand: 5 ms, waiting for frames",
  preempt: "Preempt",
} as const;
type Way = keyof typeof ways;

/** What the page answers, see packages/demo/src/rounds/share.ts. */
interface PageReport {
  readonly parts: number;
  readonly frames: number;
  readonly time: number;
}

export interface ShareRow {
  readonly browser: string;
  readonly work: Work;
  readonly way: Way;
  /** Work done in a second against that with nothing beside it: the median, and between what the middle half lies. */
  readonly share: number;
  readonly quartiles: readonly [number, number];
  /** In a second. */
  readonly frames: number;
}

/** @throws LabError if a browser is not here, or its page does not answer */
export async function measureShare({ browsers, turns, ms }: BrowserSettings): Promise<ShareRow[]> {
  const rows: ShareRow[] = [];
  await inEach(browsers, async ({ engine, ask }) => {
    for (const work of Object.keys(works) as Work[]) {
      const reports = new Map<Way, PageReport[]>();
      // The first turn is for the engine's compilers.
      for (let turn = 0; turn <= turns; turn++)
        for (const way of Object.keys(ways) as Way[]) {
          const report = await ask<PageReport>("share", { way, work, ms }, ms);
          if (turn > 0) reports.set(way, [...(reports.get(way) ?? []), report]);
        }
      const there = median((reports.get("alone") as PageReport[]).map(({ parts, time }) => parts / time));
      for (const [way, all] of reports) {
        const shares = all.map(({ parts, time }) => parts / time / there);
        const frames = median(all.map((report) => (1000 * report.frames) / report.time));
        rows.push({ browser: engine, work, way, share: median(shares), quartiles: quartiles(shares), frames });
      }
    }
  });
  return rows;
}

export function shareTable(rows: readonly ShareRow[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return textTable(
    ["", "work", "", "done", "middle half", "frames/s"],
    rows.map(({ browser, work, way, share, quartiles: [low, high], frames }) => [
      ...[browser, works[work], ways[way]],
      ...[percent(share), `${percent(low)} to ${percent(high)}`, frames.toFixed(1)],
    ]),
  );
}
