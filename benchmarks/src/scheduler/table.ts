/** The tables and the picture of `preempt-lab scheduler`. */
import { lineChart } from "../line-chart.ts";
import type { SchedulerRow } from "../scheduler.ts";
import { showTime, textTable } from "../text-table.ts";
import { type Operation, operationTitles } from "./operations.ts";

export function schedulerTable(rows: readonly SchedulerRow[]): string {
  const lengths = [...new Set(rows.map(({ length }) => length))];
  const lines = operationsOf(rows).flatMap((operation) => [
    [operationTitles[operation]],
    ...policiesOf(rows, operation).map((policy) => {
      const own = rows.filter((row) => row.operation === operation && row.policy === policy);
      return [
        `  ${policy ?? "any policy"}`,
        ...own.map(({ time }) => showTime(time)),
        `${own.at(-1)?.ratio.toFixed(1)}x`,
        spreadOf(own),
      ];
    }),
  ]);
  const head = ["", ...lengths.map((length) => `${length} wait`), "growth", "spread"];
  return `${textTable(head, lines)}\n\nSpread: the widest range of half of the samples around their median.`;
}

export function schedulerChart(rows: readonly SchedulerRow[], machine: string): string {
  const panels = operationsOf(rows).map((operation) => ({
    title: `${operationTitles[operation]} (ns)`,
    lines: policiesOf(rows, operation).map((policy) => ({
      name: policy ?? "any policy",
      points: rows
        .filter((row) => row.operation === operation && row.policy === policy)
        .map(({ length, time }) => [length, time] as const),
    })),
  }));
  const title = "The scheduler's operations, by how many jobs or alarms wait";
  return lineChart({ title, columns: Math.min(3, panels.length), panels }, machine);
}

function operationsOf(rows: readonly SchedulerRow[]): Operation[] {
  return [...new Set(rows.map(({ operation }) => operation))];
}

function policiesOf(rows: readonly SchedulerRow[], operation: Operation): (string | undefined)[] {
  return [...new Set(rows.filter((row) => row.operation === operation).map(({ policy }) => policy))];
}

function spreadOf(rows: readonly SchedulerRow[]): string {
  const [below, above] = [
    Math.min(...rows.map(({ time, quartiles }) => quartiles[0] / time - 1)),
    Math.max(...rows.map(({ time, quartiles }) => quartiles[1] / time - 1)),
  ];
  return `${(below * 100).toFixed(0)} to +${(above * 100).toFixed(0)} %`;
}
