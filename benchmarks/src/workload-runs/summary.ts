/** All workloads of one variant in three numbers, and the table. */
import { geometricMean } from "../statistics.ts";
import type { WorkloadRow } from "../workloads.ts";

export interface VariantSummary {
  readonly variant: string;
  readonly geometricMean: number;
  readonly maximum: number;
  /** The workload with the maximum. */
  readonly slowest: string;
}

export function summarize(rows: readonly WorkloadRow[]): VariantSummary[] {
  return variantsOf(rows).map((variant) => {
    const own = rows.filter((row) => row.variant === variant);
    const slowest = own.reduce((a, b) => (b.ratio > a.ratio ? b : a));
    return {
      variant,
      geometricMean: geometricMean(own.map(({ ratio }) => ratio)),
      maximum: slowest.ratio,
      slowest: slowest.workload,
    };
  });
}

/** In the order in which they were measured. */
export function variantsOf(rows: readonly WorkloadRow[]): string[] {
  return [...new Set(rows.map(({ variant }) => variant))];
}

export function workloadsOf(rows: readonly WorkloadRow[]): string[] {
  return [...new Set(rows.map(({ workload }) => workload))];
}

export function showRatio(ratio: number): string {
  return `${ratio.toFixed(2)}x`;
}

export function workloadTable(rows: readonly WorkloadRow[]): string {
  const variants = variantsOf(rows);
  const lines = [
    `${" ".repeat(26)}${variants.map((name) => name.padStart(12).padEnd(heading.length)).join("")}`.trimEnd(),
    `${"".padEnd(16)}${"plain".padStart(10)}${heading.repeat(variants.length)}`,
  ];
  for (const workload of workloadsOf(rows)) {
    const own = rows.filter((row) => row.workload === workload);
    const cells = own.map(({ ratio, quartiles, executionRatio, preemptions }) =>
      columns(showRatio(ratio), quartiles.map((q) => q.toFixed(2)).join("-"), showRatio(executionRatio), preemptions),
    );
    lines.push(`${workload.padEnd(16)}${`${own[0]?.plain.toFixed(1)} ms`.padStart(10)}${cells.join("")}`);
  }
  const summaries = summarize(rows);
  const total = (name: string, cellOf: (summary: VariantSummary) => string) =>
    `${name.padEnd(26)}${summaries.map(cellOf).join("")}`.trimEnd();
  lines.push(
    "",
    total("geometric mean", (s) => columns(showRatio(s.geometricMean))),
    total("maximum", (s) => columns(showRatio(s.maximum), s.slowest)),
  );
  const unmoved = rows.filter(({ preemptions }) => preemptions === 0);
  if (unmoved.length > 0) {
    lines.push("", `Never preempted: ${unmoved.map((r) => `${r.workload} (${r.variant})`).join(", ")}.`);
  }
  return lines.join("\n");
}

const heading = columns("ratio", "half between", "in slices", "gave way");

function columns(ratio: string, between = "", inSlices = "", preemptions: number | string = ""): string {
  const count = typeof preemptions === "number" ? preemptions.toFixed(0) : preemptions;
  return `   ${ratio.padStart(8)} ${between.padStart(13)} ${inSlices.padStart(9)} ${count.padStart(8)}`;
}
