/** Thousands of cells: result files that survive a crash, work that is resumed. */
export { hashOf } from "./hash.ts";
export type { Keyed } from "./keyed.ts";
export { checkGrid, ResultFile, readResults } from "./result-file.ts";
export type { ResultHeader } from "./result-lines.ts";
export { type CellRunner, type Work, type WorkEvent, type WorkReport, workThrough } from "./work-through.ts";
