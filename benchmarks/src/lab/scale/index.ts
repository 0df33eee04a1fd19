/**
 * Thousands of cells: result files that survive a crash, work that goes on where it was, shards for machines that do
 * not know of each other.
 */
export { hashOf } from "./hash.ts";
export type { Keyed } from "./keyed.ts";
export { type MergeReport, mergeResults } from "./merge.ts";
export { type Mapped, mapParallel, type PoolOptions } from "./pool.ts";
export { type Progress, type ProgressOptions, showProgress } from "./progress.ts";
export { type FoundResults, readResults } from "./read-results.ts";
export { ResultFile } from "./result-file.ts";
export type { ResultHeader } from "./result-lines.ts";
export { cellsOfShard, parseShard, type Shard } from "./shard.ts";
export { sayDuration, type Timed, TimeLeft } from "./time-left.ts";
export { type CellRunner, type Work, type WorkEvent, type WorkReport, workThrough } from "./work-through.ts";
