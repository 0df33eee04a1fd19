/** From what was written down to what is shown: each measure per run, and the median and the range of its repetitions. */

import { quantile, type Spread, spreadOf } from "../observe/statistics.ts";
import type { MacroResult, MacroRun } from "./result.ts";
import { allSubtests, isSame, type Subtest } from "./subtests.ts";

/** Frames that take longer than this were late for the next one of a 60 Hz display: half an interval. Milliseconds. */
export const longFrame = 25;

/** Of one run. Times in milliseconds. */
export interface Measures {
  /** Per second. */
  readonly rate: number;
  /** Frames in the second with the fewest. */
  readonly slowest: number;
  readonly intervalP50: number;
  readonly intervalP99: number;
  readonly intervalMax: number;
  /** Frames that took longer than {@link longFrame}. */
  readonly longFrames: number;
  readonly frames: number;
  /** From the instant at which an input was due to the frame that showed it. */
  readonly delayP50: number;
  readonly delayP99: number;
  readonly delayMax: number;
  /** Background work in a second, as milliseconds of plain code. */
  readonly throughput: number;
  /** What a millisecond of finished plain work took under the scheduler. */
  readonly cost: number;
  /** Deadlines missed, of all tasks. */
  readonly misses: number;
  readonly due: number;
  readonly preemptions: number;
  readonly wrong: number;
}

export type Measure = keyof Measures;

export interface Row extends Subtest {
  readonly runs: number;
  readonly measures: Readonly<Record<Measure, Spread>>;
}

export function measuresOf(run: MacroRun): Measures {
  const { intervals, delays, elapsed, plainMs, finished, tasks } = run;
  const total = (what: "due" | "misses") => tasks.reduce((sum, task) => sum + task[what], 0);
  return {
    rate: (intervals.length * 1000) / elapsed,
    slowest: quantile(framesPerSecond(intervals), 0),
    intervalP50: quantile(intervals, 0.5),
    intervalP99: quantile(intervals, 0.99),
    intervalMax: quantile(intervals, 1),
    longFrames: intervals.filter((interval) => interval > longFrame).length,
    frames: intervals.length,
    delayP50: quantile(delays, 0.5),
    delayP99: quantile(delays, 0.99),
    delayMax: quantile(delays, 1),
    throughput: ((plainMs.spin + plainMs.aes) * 1000) / elapsed,
    cost: finished.plainMs === 0 ? Number.NaN : finished.executionMs / finished.plainMs,
    misses: total("misses"),
    due: total("due"),
    preemptions: run.preemptions,
    wrong: run.wrong,
  };
}

/** One for each subtest that was run, in the paper's order. */
export function rowsOf({ runs }: Pick<MacroResult, "runs">): Row[] {
  return allSubtests.flatMap((subtest) => {
    const all = runs.filter((run) => isSame(run, subtest)).map(measuresOf);
    const [first] = all;
    if (first === undefined) return [];
    const spreads = (Object.keys(first) as Measure[]).map((measure) => [
      measure,
      spreadOf(all.map((measures) => measures[measure])),
    ]);
    return [{ ...subtest, runs: all.length, measures: Object.fromEntries(spreads) as Row["measures"] }];
  });
}

/** Frames in each whole second of a run, the k-th from k to k + 1 s after its first frame. */
export function framesPerSecond(intervals: readonly number[]): number[] {
  const counts: number[] = [];
  let at = 0;
  for (const interval of intervals) {
    at += interval;
    const second = Math.floor(at / 1000);
    while (counts.length <= second) counts.push(0);
    counts[second] = (counts[second] as number) + 1;
  }
  return counts.slice(0, Math.floor(at / 1000));
}
