/** What the figures need of a cell, whoever measured it: this laboratory or the paper's authors. */
import type { CellResult } from "../run/result.ts";
import { describe } from "./statistics/describe.ts";

export interface Cell {
  readonly set: string;
  readonly utilisation: number;
  readonly jobs: number;
  readonly misses: number;
  /** misses / jobs; 0 without jobs. */
  readonly missRatio: number;
  /** (schedulerTime - taskTime) / taskTime; 0 if nothing was executed; NaN if nobody measured it. */
  readonly overhead: number;
  /** Of response / D over the cell's jobs; NaN if nobody wrote it down. */
  readonly medianResponse: number;
  readonly worstResponse: number;
}

/** What is compared and described. */
export type Measure = "missRatio" | "overhead" | "medianResponse" | "worstResponse";

export const measures: readonly Measure[] = ["missRatio", "overhead", "medianResponse", "worstResponse"];

export const measureWords: Readonly<Record<Measure, string>> = {
  missRatio: "miss ratio",
  overhead: "overhead",
  medianResponse: "median response / D",
  worstResponse: "worst response / D",
};

interface Raw {
  readonly set: string;
  readonly utilisation: number;
  readonly jobs: number;
  readonly misses: number;
  readonly taskTime: number;
  readonly schedulerTime: number;
}

/** Without response times. */
export function cellOf({ set, utilisation, jobs, misses, taskTime, schedulerTime }: Raw): Cell {
  return {
    set,
    utilisation,
    jobs,
    misses,
    missRatio: jobs === 0 ? 0 : misses / jobs,
    overhead: taskTime === 0 ? 0 : (schedulerTime - taskTime) / taskTime,
    medianResponse: Number.NaN,
    worstResponse: Number.NaN,
  };
}

export function measuredCell(result: CellResult): Cell {
  const { median, most } = describe(result.tasks.flatMap(normalisedResponses));
  const cell = { ...cellOf(result), medianResponse: median, worstResponse: most };
  // On several threads nobody meters the kernels.
  return result.threads === undefined ? cell : { ...cell, overhead: Number.NaN };
}

/** response / D of the jobs that ended. One that did not has no response time; JSON writes null for it. */
export function normalisedResponses({ responses, D }: CellResult["tasks"][number]): number[] {
  return responses.filter((response) => Number.isFinite(response)).map((response) => response / D);
}

/** One value for each set, the mean over its repetitions: repetitions of one set are not independent of each other. */
export function valuesBySet(cells: readonly Cell[], measure: Measure): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const cell of cells) {
    const value = cell[measure];
    if (Number.isNaN(value)) continue;
    const values = all.get(cell.set);
    if (values === undefined) all.set(cell.set, [value]);
    else values.push(value);
  }
  return new Map([...all].map(([set, values]) => [set, values.reduce((sum, value) => sum + value, 0) / values.length]));
}
