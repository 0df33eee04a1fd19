/** Runs an entry of the gallery in Chromium, types while it works, and records the page's main thread. */
import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession, Page } from "playwright";
import { until } from "../../../browsers/until.ts";
import { openEntry, resultsOf, runMode } from "../../../gallery/drive.ts";
import type { Mode } from "../../../gallery/measured.ts";
import { findEngines, serveGallery } from "../../../rounds/browsers.ts";
import { randomNumbers } from "../../../workloads/random.ts";
import { pageCategories, readPageTrace } from "../../import/page-tasks.ts";
import { slimTrace } from "../../import/slim-trace.ts";
import type { TraceEvent } from "../../import/trace-event.ts";

/** An entry that works by itself once it is started, so that keys come beside it. */
export const entries = ["chat", "sheet", "graph"] as const;
export type EntryName = (typeof entries)[number];

export const recordedModes = ["plain", "preempt"] as const satisfies readonly Mode[];
export type RecordedMode = (typeof recordedModes)[number];

export interface RecordOptions {
  readonly entry: EntryName;
  /** Runs of each mode, which are recorded one by one. */
  readonly rounds: number;
  /** How often a run that others disturbed is repeated at once. */
  readonly redo: number;
  /** Of the instants at which keys are pressed. */
  readonly seed: number;
  readonly signal: AbortSignal;
}

export interface Recording {
  readonly engine: string;
  /** Of runs that were not disturbed. */
  readonly events: Readonly<Record<RecordedMode, readonly TraceEvent[]>>;
  /** Runs that were left out. */
  readonly disturbed: number;
}

/** Milliseconds between keys: some 75 words a minute. */
const between = { least: 120, most: 200 } as const;
/** From the click to the recording: what the click itself does is over, and the work goes on. */
const afterClick = 250;
/** That a run lasts, at most. */
const longestRun = 60_000;

/** @throws LabError if Chromium is not here or the page fails */
export async function recordPage({ entry, rounds, redo, seed, signal }: RecordOptions): Promise<Recording> {
  const launcher = findEngines().find(({ name }) => name === "Chromium") as ReturnType<typeof findEngines>[number];
  const { url, stop } = await serveGallery([entry]);
  try {
    const browser = await launcher.launch({ handleSIGINT: false, handleSIGTERM: false });
    try {
      const page = await browser.newPage();
      await openEntry(page, url, entry);
      const session = await page.context().newCDPSession(page);
      // So that the engine has compiled everything, in both modes.
      for (const mode of recordedModes) await runMode(page, mode, seed);
      const events: Record<RecordedMode, TraceEvent[]> = { plain: [], preempt: [] };
      let disturbed = 0;
      for (let round = 0; round < rounds; round++) {
        // By turns, so that no mode has the machine's quiet minutes.
        for (const mode of round % 2 === 0 ? recordedModes : recordedModes.toReversed()) {
          for (let attempt = 0; attempt <= redo; attempt++) {
            signal.throwIfAborted();
            const recorded = slimTrace(await recordRun(page, session, mode, seed + round));
            if (isDisturbed(recorded)) disturbed++;
            else {
              events[mode].push(...recorded);
              break;
            }
          }
        }
      }
      return { engine: `Chromium ${browser.version()}`, events, disturbed };
    } finally {
      await browser.close();
    }
  } finally {
    stop();
  }
}

/** A task may wait for the compositor for a moment, while a frame is committed. Microseconds. */
const longestStall = 5000;

/** Whether other programs had the processor for so long that execution times of the run tell nothing. */
function isDisturbed(events: readonly TraceEvent[]): boolean {
  return readPageTrace(events, "the recording").tasks.some(({ stalled }) => stalled > longestStall);
}

/** Nothing is asked of the page meanwhile: that would be more work for its thread. */
async function recordRun(page: Page, session: CDPSession, mode: RecordedMode, seed: number): Promise<TraceEvent[]> {
  const before = await resultsOf(page);
  const random = randomNumbers(seed);
  await page.locator(`button[data-mode=${mode}]`).click({ noWaitAfter: true });
  await wait(afterClick);
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on("Tracing.dataCollected", collect);
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: [...pageCategories] },
  });
  const end = performance.now() + recordedTime;
  for (let i = 0; performance.now() < end; i++) {
    page.keyboard.press("abcdefgh"[i % 8] as string).catch(() => {}); // the page may be closed by then
    await wait(between.least + random.next() * (between.most - between.least));
  }
  await session.send("Tracing.end");
  await complete;
  session.off("Tracing.dataCollected", collect);
  await until(async () => (await resultsOf(page)) > before, "the page does not end its run", longestRun);
  // So that nothing of a run is left when the next begins.
  await wait(400);
  return events;
}

/** The shortest run takes longer, in milliseconds. */
const recordedTime = 1900;
