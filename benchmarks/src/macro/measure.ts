/**
 * One browser: starts the run, tells how it goes, and takes what was measured, however it ends. Each repetition has a
 * page of its own: an engine compiles the same code well in one and badly in the next, and stays with it.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Terminal } from "../lab/command.ts";
import { LabError } from "../lab/errors.ts";
import { look, othersBetween } from "./others.ts";
import type { PageDriver, PageOptions, PageReport, PageState } from "./page.ts";

export interface Measured {
  readonly engine: string;
  readonly result: object;
  readonly report: PageReport;
  /** What others took while each part was measured; empty where the system does not tell. */
  readonly others: readonly OthersShare[];
}

export interface OthersShare {
  readonly part: string;
  /** Processors, on the average. */
  readonly processors: number;
}

/**
 * @returns undefined if nothing was measured before the signal
 * @throws LabError if a page failed
 */
export async function measure(
  open: () => Promise<PageDriver>,
  options: PageOptions,
  terminal: Terminal,
): Promise<Measured | undefined> {
  let measured: Measured | undefined;
  for (let upTo = 1; upTo <= options.repetitions && !terminal.signal.aborted; upTo++) {
    const page = await open();
    try {
      measured = (await measureOn(page, { ...options, upTo }, terminal, measured)) ?? measured;
    } finally {
      await page.close();
    }
  }
  return measured;
}

/** The page is asked between the subtests: a question takes the thread that is measured. */
async function measureOn(
  page: PageDriver,
  options: PageOptions,
  terminal: Terminal,
  before: Measured | undefined,
): Promise<Measured | undefined> {
  const { signal } = terminal;
  await page.start(options, before?.result);
  let state = await page.state();
  let told: PageState | undefined;
  const others: OthersShare[] = [...(before?.others ?? [])];
  while (isUnderWay(state)) {
    if (told?.now !== state.now) terminal.err(`${page.engine}: ${describe(state)}\n`);
    told = state;
    const before = look();
    // Ends early when the signal comes.
    await wait(Math.max(250, state.untilNext + 250), undefined, { signal }).catch(() => {});
    const after = look();
    if (before && after) others.push({ part: told.now, processors: othersBetween(before, after) });
    if (signal.aborted) break;
    state = await page.state();
  }
  if (signal.aborted) await page.stop();
  if (state.phase === "failed") throw new LabError("page_failed", `${page.engine}: ${state.error}`);
  const result = await page.result();
  const report = await page.report();
  if (result === undefined || report === undefined) return undefined;
  return { engine: page.engine, result, report, others };
}

/** Above this, others may have taken frames: processors. */
const tolerable = 0.25;

/** In words; undefined if there is nothing to say. */
export function disturbanceOf(others: readonly OthersShare[]): string | undefined {
  if (others.length === 0) return undefined;
  const average = others.reduce((sum, { processors }) => sum + processors, 0) / others.length;
  const worst = others.reduce((worst, one) => (one.processors > worst.processors ? one : worst));
  if (worst.processors <= tolerable) return `Nothing else ran (${average.toFixed(2)} processors on the average).`;
  return `DISTURBED: other programs took ${average.toFixed(2)} processors on the average, most in "${worst.part}": ${worst.processors.toFixed(2)}.`;
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
