/** Which tasks miss: by their place in the order of periods. */

import type { VariantName } from "../../run/variant.ts";
import { looks } from "../series.ts";
import type { RankMisses } from "../task-ranks.ts";
import { logAxisWithZero } from "./axes.ts";
import { columnsChart } from "./columns-chart.ts";
import { percent, whole } from "./show.ts";

export function taskRanksChart(rows: readonly RankMisses[], machine: string): string {
  const variants = [...new Set(rows.map(({ variant }) => variant))];
  const lines = variants.map((variant) => ({
    name: variant,
    ...looks[variant as VariantName],
    points: rows
      .filter((row) => row.variant === variant && row.jobs > 0)
      .map(({ rank, missRatio, misses, jobs }) => ({
        column: rank - 1,
        value: missRatio,
        words: `rank ${rank}: ${percent(missRatio)}, ${whole(misses)} of ${whole(jobs)} jobs`,
      })),
  }));
  const ratios = rows.map(({ missRatio }) => missRatio).filter((ratio) => ratio > 0);
  const most = Math.max(0, ...rows.map(({ rank }) => rank));
  return columnsChart({
    name: "preempt-task-ranks",
    title: "Deadlines missed, by rank of the task",
    description: `miss ratio by rank of the task's period. ${lines
      .map(
        ({ name, points }) =>
          `${name}: ${percent(points[0]?.value ?? Number.NaN)} at the shortest period, ${percent(points.at(-1)?.value ?? Number.NaN)} at the longest`,
      )
      .join("; ")}.`,
    machine,
    note: "Of all jobs of the tasks of a rank, in all task sets. At the bottom: none missed.",
    columns: { at: "middles", names: Array.from({ length: most }, (_, i) => String(i + 1)) },
    up: logAxisWithZero(Math.min(0.1, ...ratios), 1, percent),
    titles: { up: "jobs that missed", across: "rank of the task's period in its set; 1 is the shortest" },
    lines,
  });
}
