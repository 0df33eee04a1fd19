/**
 * What do rounds that end in time for the next frame bring, against rounds of a fixed length? In real browsers without
 * a screen (60 Hz), with jobs that never end, and pages that need 0, 4 and 11 ms of each frame for themselves. The
 * settings take turns, and medians are compared. The throughput is that of rounds of 5 ms in the same repetition.
 */
import { findEngines, servePage } from "./rounds/browsers.ts";
import { median } from "./statistics.ts";

const works = [0, 4, 11] as const;
/** `undefined`: until the next frame. */
const lengths = [5, 10, undefined] as const;

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

export interface RoundsRow {
  readonly browser: string;
  /** Milliseconds of each frame that the page takes for itself. */
  readonly work: number;
  /** Milliseconds; undefined: until the next frame. */
  readonly round: number | undefined;
  /** Medians: of the work done, against rounds of 5 ms; of the part of the time that rounds had, and of the frames that did not come; in ms. */
  readonly throughput: number;
  readonly busy: number;
  readonly framesLost: number;
  readonly timerLateness: number;
  readonly worstTimer: number;
  readonly roundLength: number;
}

/** @param options.repetitions Measurements for each browser and setting. @param options.ms How long each lasts. */
export async function measureRounds({ repetitions, ms }: { repetitions: number; ms: number }): Promise<RoundsRow[]> {
  const engines = findEngines();
  if (engines.length === 0) throw new Error("there is no browser: node scripts/browsers.mjs installs them");
  const { url, stop } = await servePage();
  try {
    const rows: RoundsRow[] = [];
    for (const { name, launch } of engines) {
      const browser = await launch();
      try {
        const page = await browser.newPage();
        await page.goto(url);
        const measure = (options: object) =>
          page.evaluate<PageReport, object>(
            (options) =>
              (window as unknown as { __rounds: { measure(o: object): Promise<PageReport> } }).__rounds.measure(
                options,
              ),
            options,
          );
        for (const work of works) {
          const reports = lengths.map((): PageReport[] => []);
          for (let i = 0; i < repetitions; i++)
            // There and back: what comes later is not always the same.
            for (const [n, round] of i % 2 === 0 ? [...lengths.entries()] : [...lengths.entries()].reverse())
              reports[n]?.push(await measure(round === undefined ? { work, ms } : { work, round, ms }));
          for (const [n, round] of lengths.entries())
            rows.push({ browser: name, work, round, ...summary(reports[n] ?? [], reports[0] ?? []) });
        }
      } finally {
        await browser.close();
      }
    }
    return rows;
  } finally {
    stop();
  }
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

export function roundsTable(rows: readonly RoundsRow[]): string {
  const lines = [
    "browser    page's work   rounds        throughput   time for jobs   frames lost   timers late, worst   median round",
  ];
  for (const row of rows) {
    const cells = [
      row.browser.padEnd(10),
      `${row.work} ms`.padStart(11),
      `   ${row.round === undefined ? "to the frame" : `${row.round} ms`.padEnd(12)}`,
      `${row.throughput.toFixed(2)}x`.padStart(11),
      `${(row.busy * 100).toFixed(0)} %`.padStart(15),
      `${(row.framesLost * 100).toFixed(1)} %`.padStart(13),
      `${row.timerLateness.toFixed(1)}, ${row.worstTimer.toFixed(0)} ms`.padStart(20),
      `${row.roundLength.toFixed(1)} ms`.padStart(14),
    ];
    lines.push(cells.join(" "));
  }
  return lines.join("\n");
}
