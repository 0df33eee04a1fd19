/**
 * Measures while the machine does little else. Where it is shared, latencies are those of other programs' turns on the processor:
 * so each measurement waits for a quiet moment, and is made again if others came in between. Linux says what others use; elsewhere
 * nothing waits.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { busyTicks, look as lookAt, othersBetween, ownTicks } from "../../macro/others.ts";

export interface QuietOptions {
  /** Processors that others may use: 0.5 is half of one. */
  readonly most: number;
  /** Milliseconds that all measurements together may wait, or take once more. What is used up is taken from it. */
  left: number;
}

/** How often a measurement is made at most. */
const tries = 3;
/** Milliseconds for which each waits at most. */
const longestWait = 10_000;

export interface Quiet<Value> {
  readonly value: Value;
  /** Processors that others used meanwhile, on average; undefined where the system does not tell. */
  readonly others: number | undefined;
}

/** Of all attempts that beside which others used least. */
export async function whileQuiet<Value>(measure: () => Promise<Value>, options: QuietOptions): Promise<Quiet<Value>> {
  const { most } = options;
  let best: Quiet<Value> | undefined;
  for (let attempt = 0; attempt < tries; attempt++) {
    const began = performance.now();
    if (options.left > 0) await quietMoment(most, Math.min(longestWait, options.left));
    if (attempt === 0) options.left -= performance.now() - began;
    const from = look();
    const value = await measure();
    const to = look();
    const others = from === undefined || to === undefined ? undefined : othersBetween(from, to);
    if (best === undefined || (others ?? 0) < (best.others ?? 0)) best = { value, others };
    if (attempt > 0) options.left -= performance.now() - began;
    if ((best.others ?? 0) <= most || options.left <= 0) break;
  }
  return best as Quiet<Value>;
}

/** Three tenths of a second in which others used no more than `most`, or `wait` milliseconds. */
async function quietMoment(most: number, wait: number): Promise<void> {
  const end = performance.now() + wait;
  while (performance.now() < end) {
    const from = look();
    await sleep(300);
    const to = look();
    if (from === undefined || to === undefined || othersBetween(from, to) <= most) return;
  }
}

/** Processes count as well that were started from here and have ended since. */
const look = () =>
  lookAt(urgentTicks, () => ownTicks() + endedTicks(readFileSync(`/proc/${process.pid}/stat`, "utf8")));

/** Without those of programs that were started with `nice`: they give way. */
function urgentTicks(stat: string): number {
  return busyTicks(stat) - Number(/^cpu +\d+ (\d+)/m.exec(stat)?.[1] ?? 0);
}

/** Of children that have ended: the two fields behind the process's own ticks. */
function endedTicks(stat: string): number {
  const rest = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(rest[13]) + Number(rest[14]);
}

/** For a test or a first look nothing waits. */
export const quietFor = (quick: boolean): QuietOptions => ({
  most: quick ? Number.POSITIVE_INFINITY : 0.5,
  left: quick ? 0 : 60_000,
});
