/** The results of a run at a glance: a line for each variant. `preempt-lab report` tells more. */
import { median } from "../../statistics.ts";
import { textTable } from "../../text-table.ts";
import type { CellResult } from "./result.ts";
import { type VariantName, variantNames } from "./variant.ts";

export interface VariantSummary {
  readonly variant: VariantName;
  readonly cells: number;
  /** Cells that others disturbed; the other numbers leave them out, unless there are no others. */
  readonly disturbed: number;
  readonly jobs: number;
  readonly misses: number;
  /** Misses per job; of sets with a utilisation of at most 0.9, those included that were made for 0.9. */
  readonly missRatio: number;
  readonly missRatioTo90: number;
  /** Median over the cells, as the paper has it; NaN if there is none. */
  readonly overhead: number;
}

/** Rounded execution times make half of the sets for 0.9 a little heavier: 0.900 is what a table shows of them. */
const to90 = 0.9005;

export function summarize(results: Iterable<CellResult>): VariantSummary[] {
  const byVariant = Map.groupBy(numbersOf(results), ({ variant }) => variant);
  return variantNames
    .filter((variant) => byVariant.has(variant))
    .map((variant) => {
      const all = byVariant.get(variant) as Numbers[];
      const undisturbed = all.filter(({ disturbed }) => !disturbed);
      const quiet = undisturbed.length > 0 ? undisturbed : all;
      const overheads = quiet
        // On several threads nobody meters the kernels.
        .filter(({ taskTime, threads }) => taskTime > 0 && threads === undefined)
        .map(({ overhead }) => overhead);
      return {
        variant,
        cells: all.length,
        disturbed: all.length - undisturbed.length,
        jobs: sum(quiet, ({ jobs }) => jobs),
        misses: sum(quiet, ({ misses }) => misses),
        missRatio: missRatio(quiet),
        missRatioTo90: missRatio(quiet.filter(({ utilisation }) => utilisation <= to90)),
        overhead: overheads.length > 0 ? median(overheads) : Number.NaN,
      };
    });
}

type Numbers = Pick<
  CellResult,
  "variant" | "disturbed" | "jobs" | "misses" | "utilisation" | "taskTime" | "overhead" | "threads"
>;

/** Without their jobs: a file may have more of them than fit into memory. */
function* numbersOf(results: Iterable<CellResult>): Generator<Numbers, void, undefined> {
  for (const { variant, disturbed, jobs, misses, utilisation, taskTime, overhead, threads } of results)
    yield {
      variant,
      disturbed,
      jobs,
      misses,
      utilisation,
      taskTime,
      overhead,
      ...(threads !== undefined && { threads }),
    };
}

export function summaryTable(rows: readonly VariantSummary[]): string {
  const percent = (share: number) => (Number.isNaN(share) ? "-" : `${(share * 100).toFixed(3)} %`);
  const head = ["variant", "cells", "disturbed", "jobs", "misses", "miss ratio", "at U <= 0.9", "overhead"];
  const lines = rows.map((row) => [
    row.variant,
    ...[row.cells, row.disturbed, row.jobs, row.misses].map(String),
    ...[row.missRatio, row.missRatioTo90, row.overhead].map(percent),
  ]);
  return `${textTable(head, lines)}\n`;
}

const sum = (results: readonly Numbers[], of: (result: Numbers) => number) =>
  results.reduce((all, result) => all + of(result), 0);

function missRatio(results: readonly Numbers[]): number {
  return sum(results, ({ misses }) => misses) / sum(results, ({ jobs }) => jobs);
}
