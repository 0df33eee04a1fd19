/** All that a report says, in numbers: what summary.json holds, and what tables and charts are made of. */
import { LabError } from "../errors.ts";
import type { CellResult } from "../run/result.ts";
import { type Comparison, compareSeries } from "./compare.ts";
import { type Measured, measureSeries } from "./measured.ts";
import type { PaperResult } from "./paper-results.ts";
import { comparePredictions, type Prediction, type PredictionResult } from "./predictions.ts";
import type { Results } from "./read-results.ts";
import { type ResponseDensity, responseDensities } from "./response-densities.ts";
import { type Schedulability, schedulabilityOf } from "./schedulable.ts";
import { measuredSeries, publishedSeries, type Series } from "./series.ts";
import { missesByRank, type RankMisses } from "./task-ranks.ts";

export interface SummaryOptions {
  readonly title: string;
  /** Of a bin of utilisation. Default 0.1, as in the paper. */
  readonly binWidth?: number;
  /** Keep cells in which others took the processor. Default false. */
  readonly includeDisturbed?: boolean;
  /** What the paper published, for comparison. Default: nothing. */
  readonly paper?: readonly PaperResult[];
  readonly predictions?: readonly Prediction[];
  /** Of the bootstrap. Default 1. */
  readonly seed?: number;
}

export interface Summary {
  readonly title: string;
  readonly files: Results["files"];
  readonly remarks: readonly string[];
  /** Processors and engines. */
  readonly machines: readonly string[];
  /** When the first and the last cell ended, ISO 8601. */
  readonly ended: readonly [first: string, last: string];
  /** Keys of the cells in which others took the processor. */
  readonly disturbed: { readonly included: boolean; readonly keys: readonly string[] };
  readonly binWidth: number;
  readonly series: readonly SeriesSummary[];
  readonly measured: readonly Measured[];
  readonly schedulability: readonly Schedulability[];
  readonly responses: readonly ResponseDensity[];
  readonly ranks: readonly RankMisses[];
  readonly comparisons: readonly Comparison[];
  readonly predictions?: readonly PredictionResult[];
}

export interface SeriesSummary {
  readonly name: string;
  /** By the paper. */
  readonly published: boolean;
  readonly cells: number;
  readonly sets: number;
  readonly jobs: number;
  readonly misses: number;
}

export interface Report {
  readonly summary: Summary;
  readonly series: readonly Series[];
  /** The cells that count. */
  readonly cells: readonly CellResult[];
}

/** @throws LabError if all cells were disturbed and shall be left out, or the predictions do not fit */
export function summarize(results: Results, options: SummaryOptions): Report {
  const { title, binWidth = 0.1, includeDisturbed = false, paper = [], predictions, seed = 1 } = options;
  const disturbed = results.cells.filter((cell) => cell.disturbed);
  const cells = includeDisturbed ? results.cells : results.cells.filter((cell) => !cell.disturbed);
  if (cells.length === 0) {
    const words = `all ${disturbed.length} cells were disturbed by other programs, and disturbed cells are left out`;
    throw new LabError("no_cells", `${words}. Measure again on a quiet machine, or give --include-disturbed.`);
  }
  const series = [...measuredSeries(cells), ...(paper.length === 0 ? [] : publishedSeries(paper))];
  const ended = cells.map((cell) => String(cell.ended)).sort();
  const summary: Summary = {
    title,
    files: results.files,
    remarks: results.remarks,
    machines: [...new Set(cells.map(({ machine }) => String(machine)))],
    ended: [ended[0] ?? "", ended.at(-1) ?? ""],
    disturbed: { included: includeDisturbed, keys: disturbed.map(({ key }) => key) },
    binWidth,
    series: series.map(({ name, published, cells }) => ({
      name,
      published,
      cells: cells.length,
      sets: new Set(cells.map(({ set }) => set)).size,
      jobs: cells.reduce((sum, { jobs }) => sum + jobs, 0),
      misses: cells.reduce((sum, { misses }) => sum + misses, 0),
    })),
    measured: measureSeries(series, { binWidth, seed }),
    schedulability: series.map((one) => schedulabilityOf(one, binWidth)),
    responses: responseDensities(cells),
    ranks: series
      .filter(({ published }) => !published)
      .flatMap(({ name }) =>
        missesByRank(
          name,
          cells.filter(({ variant }) => variant === name),
        ),
      ),
    comparisons: compareSeries(series),
    ...(predictions !== undefined && { predictions: comparePredictions(predictions, cells) }),
  };
  return { summary, series, cells };
}
