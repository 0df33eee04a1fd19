/** The share of task sets without a miss, by utilisation. */
import { binOf } from "../bins.ts";
import type { Schedulability } from "../schedulable.ts";
import type { Series } from "../series.ts";
import { linearAxis } from "./axes.ts";
import { type BinnedOptions, binColumns, describeBins } from "./binned.ts";
import { columnsChart } from "./columns-chart.ts";
import { percent } from "./show.ts";

export function schedulabilityChart(
  series: readonly Series[],
  found: readonly Schedulability[],
  options: BinnedOptions,
): string {
  const all = found.flatMap(({ bins }) => bins);
  const first = Math.min(...all.map(({ from }) => binOf(from, options.binWidth).index));
  const lines = series.flatMap(({ name, colour, shape, published }) => {
    const own = found.find((one) => one.series === name);
    if (own === undefined) return [];
    const points = own.bins.map(({ from, to, sets, withoutMiss }) => ({
      column: binOf(from, options.binWidth).index - first,
      value: withoutMiss / sets,
      words: `utilisation ${from} to ${to}: ${withoutMiss} of ${sets} sets`,
    }));
    return [{ name: `${name}: ${own.weighted.toFixed(3)}`, colour, shape, published, points }];
  });
  return columnsChart({
    name: "preempt-schedulability",
    title: "Task sets without a miss, by utilisation",
    description: describeBins(lines, "task sets without a miss"),
    machine: options.machine,
    note: "The number behind a name is its weighted schedulability, Σ U·S / Σ U.",
    columns: binColumns(
      all.map((bin) => ({ bin })),
      options,
    ),
    up: linearAxis(0, 1, percent),
    titles: { up: "task sets without a miss", across: "utilisation of the task set" },
    lines,
  });
}
