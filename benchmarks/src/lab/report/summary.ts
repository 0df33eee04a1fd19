/** All that a report says, in numbers: what summary.json holds, and what tables and charts are made of. */
import { LabError } from "../errors.ts";
import { type Comparison, compareSeries } from "./compare.ts";
import { Gathered, type GatherOptions } from "./gathered.ts";
import { type Measured, measureSeries } from "./measured.ts";
import type { ChainTimes, Messages, Suspensions } from "./model-times.ts";
import type { PaperResult } from "./paper-results.ts";
import type { PredictionResult } from "./predictions.ts";
import type { Results } from "./read-results.ts";
import { type ResponseDensity, responseDensities } from "./response-densities.ts";
import { type Schedulability, schedulabilityOf } from "./schedulable.ts";
import { measuredSeries, publishedSeries, type Series } from "./series.ts";
import type { RankMisses } from "./task-ranks.ts";

export interface SummaryOptions extends GatherOptions {
  readonly title: string;
  /** Of a bin of utilisation. Default 0.1, as in the paper. */
  readonly binWidth?: number;
  /** What the paper published, for comparison. Default: nothing. */
  readonly paper?: readonly PaperResult[];
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
  /** Empty where no set has chains, or no job suspends itself. */
  readonly chains: readonly ChainTimes[];
  readonly suspensions: readonly Suspensions[];
  /** Empty where no set has threads. */
  readonly messages: readonly Messages[];
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
}

/** @throws LabError if all cells were disturbed and shall be left out, or the predictions do not fit */
export function summarize(results: Results, options: SummaryOptions): Report {
  const gathered = new Gathered(options);
  for (const cell of results.cells) gathered.add(cell);
  return summarizeGathered(gathered, results, options);
}

/**
 * As {@link summarize}, of cells that came one by one.
 *
 * @param read Where they came from
 */
export function summarizeGathered(
  gathered: Gathered,
  { files, remarks }: Pick<Results, "files" | "remarks">,
  options: Omit<SummaryOptions, keyof GatherOptions>,
): Report {
  const { title, binWidth = 0.1, paper = [], seed = 1 } = options;
  const { disturbed, includeDisturbed, machines, ended, variants, worst } = gathered;
  if (variants.length === 0) {
    const words = `all ${disturbed.length} cells were disturbed by other programs, and disturbed cells are left out`;
    throw new LabError("no_cells", `${words}. Measure again on a quiet machine, or give --include-disturbed.`);
  }
  const series = [...measuredSeries(gathered), ...(paper.length === 0 ? [] : publishedSeries(paper))];
  const summary: Summary = {
    title,
    files,
    remarks,
    machines: [...machines],
    ended: ended ?? ["", ""],
    disturbed: { included: includeDisturbed, keys: disturbed },
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
    responses: variants.flatMap(([name, { responses }]) => responseDensities(name, responses)),
    ranks: variants.flatMap(([name, { ranks }]) => ranks.rows(name)),
    chains: variants.flatMap(([name, { models }]) => models.chains(name)),
    suspensions: variants.flatMap(([name, { models }]) => models.suspensions(name)),
    messages: variants.flatMap(([name, { models }]) => models.messages(name)),
    comparisons: compareSeries(series),
    ...(worst !== undefined && { predictions: worst.compare() }),
  };
  return { summary, series };
}
