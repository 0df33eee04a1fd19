/**
 * How late are alarms while nothing runs? In real browsers, on a page with a chain of other timers: alarms that each set
 * the next, and plain timers set for the same instants. Both take turns.
 */
import { type BrowserName, openBrowser } from "./browsers/open.ts";
import type { BrowserSession } from "./browsers/session.ts";
import { until } from "./browsers/until.ts";
import { servePage } from "./rounds/browsers.ts";
import { median, quantile } from "./statistics.ts";
import { textTable } from "./text-table.ts";

/** From one to the next, in milliseconds. */
const steps = [1, 3, 10, 40, 100, 500] as const;
const ways = ["alarms", "timers"] as const;
/** What an animation without requestAnimationFrame would set. */
const beside = 16.7;
/** Of alarms, or of timers, in one turn. */
const fewest = 4;
const most = 200;

export interface AlarmsSettings {
  readonly browsers: readonly BrowserName[];
  /** Turns of each way, and about how long each lasts at most, in milliseconds. */
  readonly turns: number;
  readonly ms: number;
}

/** Milliseconds after the instants that were asked for. */
export interface Lateness {
  readonly median: number;
  readonly p90: number;
  readonly worst: number;
  readonly count: number;
}

export interface AlarmsRow {
  readonly browser: string;
  readonly every: number;
  readonly alarms: Lateness;
  readonly timers: Lateness;
}

/** @throws LabError if a browser is not here, or its page does not answer */
export async function measureAlarms({ browsers, turns, ms }: AlarmsSettings): Promise<AlarmsRow[]> {
  const rows: AlarmsRow[] = [];
  const { url, stop } = await servePage();
  try {
    for (const name of browsers) {
      const page = await openBrowser(name);
      try {
        await page.goTo(url);
        await until(async () => (await page.run("return '__rounds' in window;")) === true, "the page does not answer");
        for (const every of steps) {
          const late: Record<(typeof ways)[number], number[]> = { alarms: [], timers: [] };
          for (let turn = 0; turn < turns; turn++)
            for (const by of ways) late[by].push(...(await ask(page, by, every, ms)));
          rows.push({ browser: page.engine, every, alarms: latenessOf(late.alarms), timers: latenessOf(late.timers) });
        }
      } finally {
        await page.close();
      }
    }
    return rows;
  } finally {
    stop();
  }
}

/** See packages/demo/src/rounds/alarms.ts. */
async function ask(page: BrowserSession, by: string, every: number, ms: number): Promise<number[]> {
  const options = { by, every, times: Math.min(most, Math.max(fewest, Math.round(ms / every))), beside };
  await page.run(`window.__late = undefined;
    void window.__rounds.alarms(${JSON.stringify(options)}).then((late) => { window.__late = late; });`);
  await new Promise((resolve) => setTimeout(resolve, options.times * every));
  let late: number[] | undefined;
  await until(async () => {
    late = (await page.run("return window.__late;")) as typeof late;
    return !!late;
  }, "the page does not answer");
  return late ?? [];
}

function latenessOf(late: readonly number[]): Lateness {
  return { median: median(late), p90: quantile(late, 0.9), worst: Math.max(...late), count: late.length };
}

export function alarmsTable(rows: readonly AlarmsRow[]): string {
  const times = (late: Lateness) => [late.median, late.p90, late.worst].map((ms) => ms.toFixed(2));
  return textTable(
    ["ms late", "every", "alarms: median", "90 %", "worst", "timers: median", "90 %", "worst"],
    rows.map(({ browser, every, alarms, timers }) => [browser, `${every} ms`, ...times(alarms), ...times(timers)]),
  );
}
