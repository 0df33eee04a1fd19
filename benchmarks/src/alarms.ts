/**
 * How late are alarms while nothing runs? In real browsers, on a page with a chain of other timers: alarms that each set
 * the next, and plain timers set for the same instants. Both take turns.
 */
import type { BrowserSettings } from "./browsers/command.ts";
import { inEach } from "./browsers/handle.ts";
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
export async function measureAlarms({ browsers, turns, ms }: BrowserSettings): Promise<AlarmsRow[]> {
  const rows: AlarmsRow[] = [];
  await inEach(browsers, async ({ engine, ask }) => {
    for (const every of steps) {
      const times = Math.min(most, Math.max(fewest, Math.round(ms / every)));
      const late: Record<(typeof ways)[number], number[]> = { alarms: [], timers: [] };
      for (let turn = 0; turn < turns; turn++)
        for (const by of ways)
          late[by].push(...(await ask<number[]>("alarms", { by, every, times, beside }, times * every)));
      rows.push({ browser: engine, every, alarms: latenessOf(late.alarms), timers: latenessOf(late.timers) });
    }
  });
  return rows;
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
