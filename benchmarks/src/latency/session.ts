/**
 * A process of its own for one workload: `node session.ts <order as JSON>` prints {@link LatencySamples} as JSON.
 *
 * Jobs and the loop that polls take turns, so that both see the same machine. Collections of garbage are noted as the
 * engine tells them, and matched with the stretches afterwards.
 */
import { type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Observer, Scheduler } from "@preempt/runtime";
import { orderOf } from "../child.ts";
import { collectGarbage } from "../machine.ts";
import type { Workload } from "../workloads/workload.ts";
import { waitedForProcessor } from "./waiting.ts";

export interface LatencyOrder {
  /** Addresses of the two modules. */
  readonly plain: string;
  readonly transformed: string;
  readonly stretches: number;
  /** Milliseconds. */
  readonly slice: number;
}

/** In milliseconds past the slice. */
export interface Lateness {
  readonly late: number;
  /** The same without the time in which other programs had the processor. */
  readonly own: number;
}

/** What a job did from a dispatch on until it gave the processor up. */
export interface Stretch extends Lateness {
  /** How much of the stretch went to collecting garbage. */
  readonly collecting: number;
  /** Which job of the process it was, and which stretch of that. */
  readonly job: number;
  readonly index: number;
}

export interface LatencySamples {
  readonly stretches: readonly Stretch[];
  readonly byHand: readonly Lateness[];
  readonly rounds: readonly number[];
  readonly first: number;
}

const order = orderOf<LatencyOrder>();
const { slice } = order;
/** As by default in Node, where a slice fits in. */
const round = Math.max(2, slice);

interface Interval {
  readonly from: number;
  readonly to: number;
  /** For how long of it the thread waited for the processor. */
  readonly waited: number;
  readonly job: number;
  readonly index: number;
  /** Whether the scheduler took the processor from it, */
  readonly wouldGoOn: boolean;
  /** and that at the end of a round, which may have come before that of the slice. */
  wasLast: boolean;
}

/** Whether a slice was used up, or ought to have been. */
function isUsedUp({ from, to, wouldGoOn, wasLast }: Interval): boolean {
  return to - from >= slice || (wouldGoOn && !wasLast);
}

/** Keeps every stretch and every round. */
class StretchObserver implements Observer {
  readonly stretches: Interval[] = [];
  readonly rounds: number[] = [];
  job = -1;
  #index = 0;
  #from = 0;
  #waitedFrom = 0;
  #roundFrom = 0;

  jobReleased(): void {
    this.job++;
    this.#index = 0;
  }

  jobDispatched(_job: unknown, now: number): void {
    this.#from = now;
    this.#waitedFrom = waitedForProcessor();
  }

  jobPreempted(_job: unknown, now: number): void {
    this.#ended(now, true);
  }

  jobFinished(_job: unknown, now: number): void {
    this.#ended(now, false);
  }

  roundStarted(now: number): void {
    this.#roundFrom = now;
  }

  roundEnded(now: number): void {
    this.rounds.push(now - this.#roundFrom);
    const last = this.stretches.at(-1);
    if (last?.to === now) last.wasLast = true;
  }

  #ended(to: number, wouldGoOn: boolean): void {
    const waited = waitedForProcessor() - this.#waitedFrom;
    const [from, job, index] = [this.#from, this.job, this.#index++];
    this.stretches.push({ from, to, waited, job, index, wouldGoOn, wasLast: false });
  }
}

process.stdout.write(JSON.stringify(await measure(order)));

async function measure({ plain, transformed, stretches }: LatencyOrder): Promise<LatencySamples> {
  const expected = await resultOf(plain);
  const { workload } = (await import(transformed)) as { workload: Workload };
  const input = workload.prepare(workload.size.full);
  const seen = new StretchObserver();
  const rt = new Scheduler({ observer: seen, slice, round });
  const byHand: Lateness[] = [];
  const collections: PerformanceEntry[] = [];
  const engine = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  collectGarbage();
  engine.observe({ entryTypes: ["gc"] });

  const runOnce = async () => {
    const value = await rt.submit(workload.run, { args: [input] });
    if (!isDeepStrictEqual(value, expected)) throw new Error("the results differ");
  };
  await runOnce();
  const first = Math.max(...seen.stretches.map(({ from, to }) => to - from - slice));
  const usedUp = () => seen.stretches.filter((stretch) => stretch.job > 0 && isUsedUp(stretch));
  // Compiled code comes with the first jobs; the stretches of half a second do not count.
  for (const end = performance.now() + Math.min(500, stretches); performance.now() < end; ) await runOnce();
  const warm = seen.job;
  const roundsBefore = seen.rounds.length;
  let counted = 0;
  while (counted < stretches) {
    const before = seen.stretches.length;
    await runOnce();
    const own = seen.stretches.slice(before).filter(isUsedUp).length;
    counted += own;
    // As many as the job had, and the event loop as often.
    for (let i = 0; i < own; i++) {
      byHand.push(poll());
      if (i % Math.floor(round / slice) === 0) await setImmediate();
    }
    // A workload that never uses up a slice has nothing to be measured.
    if (counted === 0 && seen.job - warm > 50) break;
  }
  collections.push(...engine.takeRecords());
  await setImmediate();
  engine.disconnect();
  return {
    stretches: usedUp()
      .filter(({ job }) => job > warm)
      .map((stretch) => ({
        late: stretch.to - stretch.from - slice,
        own: stretch.to - stretch.from - stretch.waited - slice,
        collecting: collectingIn(stretch, collections),
        job: stretch.job,
        index: stretch.index,
      })),
    byHand,
    rounds: seen.rounds
      .slice(roundsBefore)
      .filter((time) => time >= round)
      .map((time) => time - round),
    first,
  };
}

/** How late a loop is that looks at the clock all the time until the slice is over. */
function poll(): Lateness {
  const from = performance.now();
  const waited = waitedForProcessor();
  let now = from;
  while (now < from + slice) now = performance.now();
  const late = now - from - slice;
  return { late, own: late - (waitedForProcessor() - waited) };
}

function collectingIn({ from, to }: Interval, collections: readonly PerformanceEntry[]): number {
  return collections.reduce(
    (sum, { startTime, duration }) => sum + Math.max(0, Math.min(to, startTime + duration) - Math.max(from, startTime)),
    0,
  );
}

async function resultOf(url: string): Promise<unknown> {
  const { workload } = (await import(url)) as { workload: Workload };
  return workload.run(workload.prepare(workload.size.full));
}
