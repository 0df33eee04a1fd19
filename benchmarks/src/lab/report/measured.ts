/** Every measure of every series, described: in each bin, and over all. The rows of summary.csv. */
import { intoBins } from "./bins.ts";
import { type Cell, type Measure, measures } from "./cell.ts";
import type { Series } from "./series.ts";
import { type BootstrapOptions, type Interval, medianInterval } from "./statistics/bootstrap.ts";
import { type Description, describe } from "./statistics/describe.ts";

export interface Measured extends Description {
  readonly series: string;
  readonly measure: Measure;
  /** The bin; absent: over all. `count` is the number of cells. */
  readonly bin?: { readonly from: number; readonly to: number };
  readonly jobs: number;
  /** Of the bootstrap, 95 %. */
  readonly medianInterval: Interval;
}

export interface MeasuredOptions extends BootstrapOptions {
  /** Of a bin of utilisation. */
  readonly binWidth: number;
}

export function measureSeries(series: readonly Series[], options: MeasuredOptions): Measured[] {
  return series.flatMap(({ name, cells }) =>
    measures
      .filter((measure) => hasMeasure(name, cells, measure))
      .flatMap((measure) => {
        const row = (some: readonly Cell[]) => {
          const values = some.map((cell) => cell[measure]).filter((value) => !Number.isNaN(value));
          const jobs = some.reduce((sum, cell) => sum + cell.jobs, 0);
          return { series: name, measure, jobs, ...describe(values), medianInterval: medianInterval(values, options) };
        };
        const bins = intoBins(cells, options.binWidth);
        return [...bins.map(({ from, to, cells }) => ({ ...row(cells), bin: { from, to } })), row(cells)];
      }),
  );
}

/** The paper published no response times; plain functions have no scheduler, hence no overhead. */
export function hasMeasure(series: string, cells: readonly Cell[], measure: Measure): boolean {
  if (measure === "overhead" && (series === "fcfs" || series === "loop" || series.startsWith("raw"))) return false;
  return cells.some((cell) => !Number.isNaN(cell[measure]));
}
