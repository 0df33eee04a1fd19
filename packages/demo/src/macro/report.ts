/** Everything that is shown of a result, as text: for the page, and for the terminal, which asks the page. */
import { type Goal, goalsOf } from "./goals.ts";
import { intervalsFigure } from "./intervals-figure.ts";
import { rateFigure } from "./rate-figure.ts";
import type { Calibration, MacroResult } from "./result.ts";
import { rowsOf } from "./summary.ts";
import { frameTable, missTable, type TextTable, workTable } from "./tables.ts";

export interface MacroReport {
  readonly figures: Readonly<Record<"rates" | "intervals", string>>;
  readonly tables: Readonly<Record<"frames" | "work" | "misses", TextTable>>;
  readonly goals: readonly Goal[];
  /** What else is to be known before the numbers are believed. */
  readonly remarks: readonly string[];
}

/** @param engine The browser's name and version. */
export function reportOf(result: MacroResult, engine: string): MacroReport {
  const rows = rowsOf(result);
  const remark = `${engine}; ${describeOptions(result)}`;
  return {
    figures: { rates: rateFigure(rows, remark), intervals: intervalsFigure(result.runs, remark) },
    tables: { frames: frameTable(rows), work: workTable(rows, result.interval), misses: missTable(result, rows) },
    goals: goalsOf(result),
    remarks: remarksOf(result),
  };
}

/** Below so many seconds, what is under way when a part ends is too large a share of what was done in it. */
const judgesThroughput = 5;

function describeOptions({ options: { seconds, repetitions }, complete }: MacroResult): string {
  const times = repetitions === 1 ? "once" : `${repetitions} times`;
  return `${seconds} s each, ${times}${complete ? "" : ", stopped early"}`;
}

function remarksOf({ runs, complete, tasks, isolated, options, calibrations }: MacroResult): string[] {
  const wrong = runs.reduce((sum, run) => sum + run.wrong, 0);
  const hidden = runs.filter((run) => run.hidden).length;
  const shrunk = tasks.filter((task) => task.shrunk).length;
  // Of each page on its own: that the machine varies from one to the next is what repetitions are for.
  const variation = Math.max(...calibrations.map(({ unitsPerMsRange: [slowest, fastest] }) => fastest / slowest - 1));
  const aes = calibrations[0] as Calibration;
  const records = rangeOf(calibrations.map((calibration) => calibration.records));
  return [
    wrong === 0 ? "All results of the jobs were right." : `${wrong} results of the jobs were WRONG.`,
    ...(complete ? [] : ["The run was stopped before all subtests were measured."]),
    ...(options.seconds < judgesThroughput
      ? [
          `Parts of ${options.seconds} s are too short to judge the background throughput, whatever stands there: take 10 s or more.`,
        ]
      : []),
    ...(hidden > 0 ? [`The page was out of sight in ${hidden} subtests: browsers give no frames then.`] : []),
    ...(shrunk > 0
      ? [
          `${shrunk} of ${tasks.length} tasks have periods longer than ${options.seconds} s: they are shrunk to it, at the same utilisation.`,
        ]
      : []),
    ...(isolated ? [] : ["The page is not cross-origin isolated: its clock has coarse steps."]),
    `An AES job encrypts and decrypts ${records} records of ${aes.recordBytes} bytes: ${(aes.records * aes.recordMs).toFixed(0)} ms of plain code.`,
    ...(calibrations.length > 1 ? [`Each repetition had a page of its own (${calibrations.length}).`] : []),
    ...(variation > 0.15
      ? [
          `While the work was calibrated its speed varied by ${(variation * 100).toFixed(0)} %: the machine is not quiet.`,
        ]
      : []),
  ];
}

function rangeOf(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least} to ${most}`;
}
