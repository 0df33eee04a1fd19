/** One browser: starts the run, tells how it goes, and takes what was measured, however it ends. */
import type { Terminal } from "../lab/command.ts";
import { LabError } from "../lab/errors.ts";
import type { PageDriver, PageOptions, PageReport, PageState } from "./page.ts";

export interface Measured {
  readonly engine: string;
  readonly result: object;
  readonly report: PageReport;
  readonly isInterrupted: boolean;
}

/**
 * The page is asked between the subtests: a question takes the thread that is measured.
 *
 * @returns undefined if nothing was measured before the signal
 * @throws LabError if the page failed
 */
export async function measure(
  page: PageDriver,
  options: PageOptions,
  terminal: Terminal,
): Promise<Measured | undefined> {
  const { signal } = terminal;
  await page.start(options);
  let state = await page.state();
  let shown = "";
  while (isUnderWay(state)) {
    const line = `${page.engine}: ${describe(state)}`;
    if (line !== shown) terminal.err(`${line}\n`);
    shown = line;
    await wait(Math.max(250, state.untilNext + 250), signal);
    if (signal.aborted) break;
    state = await page.state();
  }
  const isInterrupted = signal.aborted;
  if (isInterrupted) await page.stop();
  if (state.phase === "failed") throw new LabError("page_failed", `${page.engine}: ${state.error}`);
  const result = await page.result();
  const report = await page.report();
  if (result === undefined || report === undefined) return undefined;
  return { engine: page.engine, result, report, isInterrupted };
}

const isUnderWay = ({ phase }: PageState) => phase === "calibrating" || phase === "running";

function describe({ phase, done, total, now, left }: PageState): string {
  if (phase === "calibrating") return `calibrating, then ${total} parts; about ${duration(left)}`;
  return `${done + 1} of ${total}: ${now}; ${duration(left)} left`;
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** Ends early when the signal comes. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
