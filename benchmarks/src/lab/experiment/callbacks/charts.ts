/** The figures of the experiment: shares of sets over utilisation, and weighted schedulability over the share of long callbacks. */
import { type Line, lineChart } from "../../../line-chart.ts";
import { type Column, columns, countOf, distinct } from "./tally.ts";
import type { TestedSet } from "./test-each.ts";

/** A colour for each: names in this order in all figures. Analyses of an ideal processor are dashed. */
const shown: Readonly<Record<string, string>> = {
  FIFO: "event loop, one queue",
  "two queues": "event loop, short callbacks first",
  "FP ideal": "fixed priorities, ideal",
  "EDF ideal": "EDF, ideal",
  "FP kernel": "fixed priorities, kernel",
  "EDF kernel": "EDF, kernel",
};

function lineOf(column: Column, points: readonly { readonly at: number; readonly sets: readonly TestedSet[] }[]): Line {
  const counts = points.map(({ at, sets }) => ({ at, ...countOf(sets, column) })).filter(({ sets }) => sets > 0);
  return {
    name: shown[column.name] as string,
    points: counts.map(({ at, accepted, sets }) => [at, accepted / sets]),
    // Lines at the ends of the scale would be as many as there are points, and tell nothing.
    spreads: counts.map(({ interval, accepted, sets }) => (accepted > 0 && accepted < sets ? interval : undefined)),
    isDashed: column.name.endsWith("ideal"),
  };
}

const titles = {
  accepted: "Task sets accepted by analyses, by utilisation and share of long callbacks",
  simulated: "Task sets simulated without a miss, by utilisation and share of long callbacks",
} as const;

/** A panel for each share of long callbacks. Thin lines: 95 % intervals (Wilson). */
export function overUtilisation(sets: readonly TestedSet[], kind: Column["kind"], machine: string): string {
  const panels = distinct(sets.map(({ share }) => share)).map((share) => {
    const own = sets.filter((set) => set.share === share);
    const points = distinct(own.map(({ nominal }) => nominal)).map((at) => ({
      at,
      sets: own.filter(({ nominal }) => nominal === at),
    }));
    const lines = columns.filter((column) => column.kind === kind).map((column) => lineOf(column, points));
    return { title: `${Math.round(100 * share)} % long callbacks`, lines };
  });
  return lineChart({ title: titles[kind], columns: 3, panels, axes: "share", across: "utilisation" }, machine);
}

/** Weighted schedulability over the share of long callbacks: analyses, and simulations without a miss. */
export function overShare(sets: readonly TestedSet[], machine: string): string {
  const shares = distinct(sets.map(({ share }) => share));
  const panel = (kind: Column["kind"], title: string) => ({
    title,
    lines: columns
      .filter((column) => column.kind === kind)
      .map((column): Line => {
        const points = shares.map((share) => {
          const { weighted } = countOf(
            sets.filter((set) => set.share === share),
            column,
          );
          return [100 * share, weighted] as const;
        });
        return { name: shown[column.name] as string, points, isDashed: column.name.endsWith("ideal") };
      }),
  });
  return lineChart(
    {
      title: "Weighted schedulability, by share of long callbacks",
      columns: 2,
      panels: [panel("accepted", "accepted by analyses"), panel("simulated", "simulated without a miss")],
      axes: "share",
      across: "long callbacks, percent of all tasks",
    },
    machine,
  );
}
