/** The paper's Figure 6: what scheduling costs, as a share of the execution of the jobs, by utilisation. */
import type { Measured } from "../measured.ts";
import type { Series } from "../series.ts";
import { linearAxis, logAxis } from "./axes.ts";
import { type BinnedOptions, binColumns, binLines, describeBins } from "./binned.ts";
import { columnsChart } from "./columns-chart.ts";
import { percent } from "./show.ts";

/** Values further apart than this could not be told from each other at the foot of a linear axis. */
const mostLinear = 20;

/** @returns undefined if nobody has an overhead: plain functions alone */
export function overheadChart(
  series: readonly Series[],
  rows: readonly Measured[],
  options: BinnedOptions,
): string | undefined {
  const lines = binLines(series, rows, "overhead", options, ({ mean, deviation, lower, upper }) => ({
    spread: Number.isNaN(deviation) ? [mean, mean] : [Math.max(0, mean - deviation), mean + deviation],
    box: [lower, upper],
  }));
  if (lines.length === 0) return undefined;
  const values = lines.flatMap(({ points }) => points.map(({ value }) => value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const top = Math.max(
    ...lines.flatMap(({ points }) => points.flatMap(({ spread, box }) => [...(spread ?? []), ...(box ?? [])])),
  );
  const isWide = least > 0 && most / least > mostLinear;
  return columnsChart({
    name: "preempt-overhead",
    title: "Overhead of scheduling, by utilisation",
    description: describeBins(lines, "mean overhead"),
    machine: options.machine,
    note: "Mark: mean over the task sets of a bin; thin line: ± standard deviation; bar: from quartile to quartile.",
    columns: binColumns(rows, options),
    up: isWide ? logAxis(least, top, percent) : linearAxis(Math.min(0, least), top, percent),
    titles: { up: "(scheduler's time − execution) / execution", across: "utilisation of the task set" },
    lines,
  });
}
