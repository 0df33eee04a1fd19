/** What EDF has to reach under the full load, and whether it does. */

import { quantile } from "../observe/statistics.ts";
import type { MacroResult, MacroRun } from "./result.ts";
import type { MacroLoad, MacroPolicy } from "./subtests.ts";
import { longFrame, type Measures, type Row, rowsOf } from "./summary.ts";

export interface Goal {
  readonly name: string;
  /** undefined: one of the subtests that it needs was not run. */
  readonly passed: boolean | undefined;
  /** With the numbers. */
  readonly found: string;
}

export function goalsOf(result: Pick<MacroResult, "runs" | "interval">): Goal[] {
  const rows = rowsOf(result);
  const idle = find(rows, "fcfs", "none");
  const full = find(rows, "edf", "both");
  const plain = find(rows, "fcfs", "both");
  return [
    goal("As many frames per second as without load (99 %)", [full, idle], ([full, idle]) => {
      const [rate, wanted] = [full.rate, idle.rate];
      return [rate >= 0.99 * wanted, `${rate.toFixed(1)}, without load ${wanted.toFixed(1)}`];
    }),
    goal("The 99th percentile of frame times at most 1.15 times that without load", [full, idle], ([full, idle]) => {
      const ratio = full.intervalP99 / idle.intervalP99;
      return [ratio <= 1.15, `${ms(full.intervalP99)}, without load ${ms(idle.intervalP99)}: ${ratio.toFixed(2)}x`];
    }),
    goal(`No frame over ${longFrame} ms`, [full, idle], () => {
      const [all, long, worst] = longFramesOf(result.runs, "edf", "both");
      const [, idleLong, idleWorst] = longFramesOf(result.runs, "fcfs", "none");
      const found = `${long} of ${all}, the longest ${ms(worst)}; without load ${idleLong}, the longest ${ms(idleWorst)}`;
      return [long === 0, found];
    }),
    goal("Input on the screen within 2 frames (99th percentile)", [full, full], ([full]) => {
      const frames = full.delayP99 / result.interval;
      return [frames <= 2, `${frames.toFixed(2)} frames, ${ms(full.delayP99)}; at worst ${ms(full.delayMax)}`];
    }),
    goal("Background throughput at least 95 % of that of FCFS", [full, plain], ([full, plain]) => {
      const share = full.throughput / plain.throughput;
      return [share >= 0.95, `${percent(share)}: ${full.throughput.toFixed(0)} of ${plain.throughput.toFixed(0)} ms/s`];
    }),
    goal("FCFS collapses: less than half of the frames", [plain, idle], ([plain, idle]) => [
      plain.rate < idle.rate / 2,
      `${plain.rate.toFixed(1)} frames/s`,
    ]),
  ];
}

type Medians = Readonly<Record<keyof Measures, number>>;

function goal(
  name: string,
  needs: readonly [Row | undefined, Row | undefined],
  judge: (medians: readonly [Medians, Medians]) => readonly [boolean, string],
): Goal {
  const [a, b] = needs;
  if (a === undefined || b === undefined) return { name, passed: undefined, found: "not measured" };
  const [passed, found] = judge([mediansOf(a), mediansOf(b)]);
  return { name, passed, found };
}

function mediansOf({ measures }: Row): Medians {
  return Object.fromEntries(Object.entries(measures).map(([name, { median }]) => [name, median])) as Medians;
}

function find(rows: readonly Row[], policy: MacroPolicy, load: MacroLoad): Row | undefined {
  return rows.find((row) => row.policy === policy && row.load === load);
}

/** Over all repetitions: one lost frame is one too many. */
function longFramesOf(runs: readonly MacroRun[], policy: MacroPolicy, load: MacroLoad): [number, number, number] {
  const all = runs.filter((run) => run.policy === policy && run.load === load).flatMap(({ intervals }) => intervals);
  return [all.length, all.filter((interval) => interval > longFrame).length, quantile(all, 1)];
}

const ms = (value: number) => `${value.toFixed(1)} ms`;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
