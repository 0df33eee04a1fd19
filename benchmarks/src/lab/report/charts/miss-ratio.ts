/** The paper's Figure 5: how many jobs miss their deadlines, by utilisation, on a logarithmic axis. */
import type { Measured } from "../measured.ts";
import type { Series } from "../series.ts";
import { logAxisWithZero } from "./axes.ts";
import { type BinnedOptions, binColumns, binLines, describeBins } from "./binned.ts";
import { columnsChart } from "./columns-chart.ts";
import { percent } from "./show.ts";

export function missRatioChart(series: readonly Series[], rows: readonly Measured[], options: BinnedOptions): string {
  const lines = binLines(series, rows, "missRatio", options, ({ mean, deviation }) => ({
    // What is above one, or below nothing, cannot be.
    spread: Number.isNaN(deviation) ? [mean, mean] : [Math.max(0, mean - deviation), Math.min(1, mean + deviation)],
  }));
  const means = lines.flatMap(({ points }) => points.map(({ value }) => value)).filter((value) => value > 0);
  return columnsChart({
    name: "preempt-miss-ratio",
    title: "Deadlines missed, by utilisation",
    description: describeBins(lines, "mean miss ratio"),
    machine: options.machine,
    note: "Mark: mean over the task sets of a bin; line up and down: ± standard deviation. At the bottom: none missed.",
    columns: binColumns(rows, options),
    up: logAxisWithZero(Math.min(0.1, ...means), 1, percent),
    titles: { up: "jobs that missed", across: "utilisation of the task set" },
    lines,
  });
}
