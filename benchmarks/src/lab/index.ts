/** The laboratory as functions. The analyses themselves are `@preempt/runtime/analysis`. */
export type { SetAnalysis } from "./analyze/analysis.ts";
export { analyzeSet } from "./analyze/analyze-set.ts";
export { explainTask } from "./analyze/explain.ts";
export type { AnalyzeOptions } from "./analyze/options.ts";
export { LabError } from "./errors.ts";
export * from "./generate/index.ts";
export { importPaperSets } from "./import/paper.ts";
export { type MeasureOptions, measureOverheads } from "./overheads/measure.ts";
export type { MeasuredSystem } from "./overheads/system.ts";
export * from "./report/index.ts";
export { type Prediction, predict } from "./run/predict.ts";
export type { CellResult, Disturbance, JobRow, TaskResult } from "./run/result.ts";
export type { SimulateOptions } from "./simulate/options.ts";
export type { JobOutcome, SegmentOutcome, SimulatedSet } from "./simulate/outcome.ts";
export { simulateSet } from "./simulate/simulate.ts";
export {
  checkTaskSets,
  parseTaskSets,
  type ServerParameters,
  type SingleJob,
  type TaskParameters,
  type TaskSet,
  type TaskSetFile,
  utilisationOf,
  writeTaskSets,
} from "./task-set.ts";
