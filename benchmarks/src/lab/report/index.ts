/** The report as functions: results in, numbers, figures and a page out. */
export { type Cell, type Measure, measures } from "./cell.ts";
export type { Comparison } from "./compare.ts";
export { type FigureName, figuresOf } from "./figures.ts";
export { ganttOf } from "./gantt.ts";
export { Gathered, type GatherOptions } from "./gathered.ts";
export type { Measured } from "./measured.ts";
export { reportPage } from "./page/page.ts";
export { type PaperResult, type PaperVariant, readPaperResults } from "./paper-results.ts";
export { type Prediction, type PredictionResult, readPredictions } from "./predictions.ts";
export { type ResultFile, type Results, ResultsReader, readResults } from "./read-results.ts";
export type { ResponseDensity } from "./response-densities.ts";
export type { Schedulability } from "./schedulable.ts";
export { type Look, looks, type Series } from "./series.ts";
export { type BootstrapOptions, type Interval, medianInterval } from "./statistics/bootstrap.ts";
export { type Density, densityOf } from "./statistics/density.ts";
export { type Description, describe } from "./statistics/describe.ts";
export { holm } from "./statistics/holm.ts";
export { type RankSumTest, rankSumTest } from "./statistics/rank-sum.ts";
export { type SignedRankTest, signedRankTest } from "./statistics/signed-rank.ts";
export {
  type Report,
  type SeriesSummary,
  type Summary,
  type SummaryOptions,
  summarize,
  summarizeGathered,
} from "./summary.ts";
export { summaryCsv } from "./summary-csv.ts";
export type { RankMisses, TaskClass } from "./task-ranks.ts";
