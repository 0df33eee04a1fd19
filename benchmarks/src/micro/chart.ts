/** Table II and Figure 4 as lines. */
import { lineChart, type Panel } from "../line-chart.ts";
import type { MicroReport } from "../micro.ts";
import { figure4 } from "./paper.ts";
import type { MicroRow } from "./row.ts";

export function microChart(report: MicroReport, machine: string): string {
  const published = { name: "paper's Figure 4", points: [...figure4] };
  const panels: Panel[] = [];
  if (report.preemption) {
    panels.push({ title: "A preemption (ns) by call depth", lines: linesOf(report.preemption) });
  }
  if (report.capture) {
    panels.push({ title: "The first preemption, all frames (ns), by call depth", lines: linesOf(report.capture) });
  }
  if (report.budgets) {
    panels.push({ title: "A round of a loop (ns) by budget", lines: [...linesOf(report.budgets), published] });
  }
  return lineChart(
    { title: "Micro-costs: nanoseconds", columns: Math.min(3, Math.max(1, panels.length)), panels },
    machine,
  );
}

/** A way that was measured once only is a level, not a line. */
function linesOf(rows: readonly MicroRow[]): Panel["lines"] {
  return [...new Set(rows.map(({ way }) => way))]
    .map((name) => ({
      name,
      points: rows
        .filter(({ way }) => way === name)
        .map(({ subject, nanoseconds }) => [Number(subject), nanoseconds] as const),
    }))
    .filter(({ points }) => points.length > 1);
}
