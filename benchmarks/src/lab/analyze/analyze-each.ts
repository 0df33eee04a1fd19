/** What a thread of the pool does: see scale/pool.ts. */
import type { TaskSet } from "../task-set.ts";
import type { SetAnalysis } from "./analysis.ts";
import { analyzeSet } from "./analyze-set.ts";
import type { AnalyzeOptions } from "./options.ts";

export interface AnalyzeItem {
  readonly set: TaskSet;
  readonly options: AnalyzeOptions;
}

export function analyzeEach({ set, options }: AnalyzeItem): SetAnalysis {
  return analyzeSet(set, options);
}
