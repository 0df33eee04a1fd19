/** Predicted and measured, side by side. */
import { textTable } from "../../text-table.ts";
import type { Prediction } from "./predict.ts";
import type { CellResult } from "./result.ts";

export interface Comparison {
  readonly prediction: Prediction;
  readonly result: CellResult;
}

export function comparisonTable(comparisons: readonly Comparison[]): string {
  const head = [
    "cell",
    "U",
    "ideal",
    "kernel",
    "misses: sim.",
    "measured",
    "longest R/D: ideal",
    "kernel",
    "sim.",
    "measured",
  ];
  const lines = comparisons.map(({ prediction, result }) => [
    result.disturbed ? `${result.key} (disturbed)` : result.key,
    result.utilisation.toFixed(3),
    prediction.sched === null ? "-" : prediction.sched ? "yes" : "no",
    prediction.admitted ? "yes" : "no",
    String(prediction.misses),
    String(result.misses),
    longest(result, prediction.R),
    longest(result, prediction.bound),
    longest(result, prediction.maxResponse),
    longest(result, measuredResponses(result)),
  ]);
  return `${textTable(head, lines)}\n`;
}

/** The longest response of each task; null: none of its jobs ended. */
export function measuredResponses({ tasks }: CellResult): (number | null)[] {
  return tasks.map(({ responses }) => (responses.length === 0 ? null : responses.reduce((a, b) => Math.max(a, b), 0)));
}

/** Of the task for which it is longest against the deadline. */
function longest({ tasks }: CellResult, responses: readonly (number | null)[] | null): string {
  if (responses === null) return "-";
  const shares = tasks.map(({ D }, i) => (responses[i] ?? Number.POSITIVE_INFINITY) / D);
  const share = Math.max(...shares.filter((_, i) => (tasks[i]?.jobs ?? 0) > 0));
  return Number.isFinite(share) ? share.toFixed(3) : "no bound";
}
