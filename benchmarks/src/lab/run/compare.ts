/** Predicted and measured, side by side. */
import { textTable } from "../../text-table.ts";
import { chainTimes, chainTimeWords } from "../report/model-times.ts";
import { suspensionTime } from "../suspension.ts";
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
    "with costs",
    "misses: sim.",
    "measured",
    "longest R/D: ideal",
    "with costs",
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
  return [`${textTable(head, lines)}\n`, chainComparison(comparisons), suspensionTable(comparisons)]
    .filter((table) => table !== "")
    .join("\n");
}

/** A line for each time of a chain, in microseconds. Empty where no set has chains. */
function chainComparison(comparisons: readonly Comparison[]): string {
  const of = (one: object, field: string): number | null | undefined => (one as Record<string, number | null>)[field];
  const show = (time: number | null | undefined) => (time === null || time === undefined ? "-" : String(time));
  const lines = comparisons.flatMap(({ prediction, result }) =>
    (result.chains ?? []).flatMap((chain, i) => {
      const predicted = prediction.chains?.[i];
      return chainTimes
        .filter((field) => of(chain, field) !== undefined)
        .map((field) => {
          // Bounds call the response of an event-triggered chain R.
          const bound = (one: object | undefined) => one && of(one, field === "response" ? "R" : field);
          const shown = [
            bound(predicted?.ideal),
            bound(predicted?.bound),
            of(predicted?.simulated ?? {}, field),
            of(chain, field),
          ];
          return [result.key, chain.name, chainTimeWords[field], ...shown.map(show)];
        });
    }),
  );
  if (lines.length === 0) return "";
  return `${textTable(["cell", "chain", "time", "ideal", "with costs", "sim.", "measured"], lines)}\n`;
}

/** For how long jobs suspended themselves, in microseconds. Empty where none did. */
function suspensionTable(comparisons: readonly Comparison[]): string {
  const lines = comparisons.flatMap(({ result }) =>
    result.tasks.flatMap((task, i) => {
      if (task.suspension === undefined) return [];
      const { mean, max } = task.suspension;
      return [[result.key, String(i), String(suspensionTime(task)), String(mean), String(max)]];
    }),
  );
  if (lines.length === 0) return "";
  return `${textTable(["cell", "task", "suspension: S", "measured: mean", "longest"], lines)}\n`;
}

/**
 * As `preempt-lab report --predictions` reads it: the bound with the costs of the machine where there is one, else what simulation
 * gave; with all the rest.
 */
export function predictionLine(prediction: Prediction): string {
  const { variant, admitted, bound, maxResponse } = prediction;
  const line = {
    ...prediction,
    policy: variant.replace("-paper", ""),
    sched: admitted,
    maxResponse: bound ?? maxResponse,
    from: bound === null ? "simulation" : "the kernel's own test",
  };
  return `${JSON.stringify(line)}\n`;
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
