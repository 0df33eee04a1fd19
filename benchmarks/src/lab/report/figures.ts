/** The charts of a report, each a file. */
import { missRatioChart } from "./charts/miss-ratio.ts";
import { overheadChart } from "./charts/overhead.ts";
import { predictionsChart } from "./charts/predictions.ts";
import { responsesChart } from "./charts/responses.ts";
import { schedulabilityChart } from "./charts/schedulability.ts";
import { taskRanksChart } from "./charts/task-ranks.ts";
import type { Report } from "./summary.ts";

export type FigureName =
  | "figure-5-miss-ratio"
  | "figure-6-overhead"
  | "response-times"
  | "schedulability"
  | "task-ranks"
  | "predictions";

/** SVG texts by the names of their files, without ".svg". What there is no data for is absent. */
export function figuresOf({ summary, series }: Report): Partial<Record<FigureName, string>> {
  const { measured, binWidth, machines, schedulability, responses, ranks, predictions = [] } = summary;
  const machine = machines.join("; ");
  const options = { binWidth, machine };
  const all: Readonly<Record<FigureName, string | undefined>> = {
    "figure-5-miss-ratio": missRatioChart(series, measured, options),
    "figure-6-overhead": overheadChart(series, measured, options),
    "response-times": responsesChart(responses, machine),
    schedulability: schedulabilityChart(series, schedulability, options),
    "task-ranks": ranks.length === 0 ? undefined : taskRanksChart(ranks, machine),
    predictions: predictionsChart(predictions, machine),
  };
  return Object.fromEntries(Object.entries(all).filter(([, svg]) => svg !== undefined));
}
