/**
 * How late stretches end, a line a workload from the median to the worst, on a logarithmic axis; under it, thin, the loop
 * that polls.
 */
import { aim, type LatencyRow } from "../latency.ts";
import { svgPage, svgText } from "../svg.ts";
import type { Delays } from "./delays.ts";
import { microseconds } from "./table.ts";

const width = 900;
const left = 120;
const right = 30;
const top = 96;
const rowHeight = 26;
const bottom = 16;
const ticks = [0.0001, 0.001, 0.01, 0.1, 1, 10, 100, 1000];
/** The shares at the marks, each a little larger than the one before. */
const marks = ["p50", "p99", "p999", "max"] as const;
const names: Readonly<Record<(typeof marks)[number], string>> = { p50: "p50", p99: "p99", p999: "p99.9", max: "worst" };

/**
 * @param slice Its length, in milliseconds
 * @param machine What it was measured on.
 */
export function latencyChart(all: readonly LatencyRow[], slice: number, machine: string): string {
  const rows = all.filter(({ job }) => job.count > 0);
  const values = rows.flatMap(({ job, byHand }) =>
    [job, byHand].flatMap((delays) => marks.map((mark) => delays[mark])),
  );
  const least = Math.max(0.0001, Math.min(aim, ...values) / 1.5);
  const most = Math.max(1, ...values) * 1.5;
  const scale = (width - left - right) / Math.log(most / least);
  const x = (time: number) => Number((left + Math.log(Math.max(time, least) / least) * scale).toFixed(1));
  const height = top + rows.length * rowHeight + bottom;
  const line = (delays: Delays, series: number, y: number, what: string) => [
    `<line class="l${series} reach" x1="${x(delays.p50)}" x2="${x(delays.max)}" y1="${y}" y2="${y}"/>`,
    ...marks.map(
      (mark, i) =>
        `<circle class="v${series}" cx="${x(delays[mark])}" cy="${y}" r="${2 + i * 0.7}"><title>${svgText(`${what}, ${names[mark]}: ${microseconds(delays[mark])} µs`)}</title></circle>`,
    ),
  ];
  const axis = ticks
    .filter((tick) => tick >= least && tick <= most)
    .flatMap((tick) => [
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${top - 8}" y2="${height - bottom}"/>`,
      `<text class="tick" x="${x(tick)}" y="${top - 12}">${tick < 1 ? `${tick * 1000} µs` : `${tick} ms`}</text>`,
    ]);
  return svgPage({
    name: "preempt-delays",
    width,
    height,
    title: `How long stretches last past their slice of ${slice} ms`,
    description: rows
      .map(({ workload, job, byHand }) => {
        return `${workload}: p99.9 ${microseconds(job.p999)} µs, by hand ${microseconds(byHand.p999)} µs`;
      })
      .join("; "),
    machine,
    rules: "& .reach { stroke-width: 1.5; }\n& .aim { stroke: var(--ink); stroke-dasharray: 4 3; }",
    drawn: [
      `<rect class="v0" x="${left}" y="50" width="12" height="12"/><text x="${left + 18}" y="60">job: p50, p99, p99.9, worst</text>`,
      `<rect class="v5" x="${left + 210}" y="50" width="12" height="12"/><text x="${left + 228}" y="60">a loop that polls, the same</text>`,
      `<text x="${left + 420}" y="60">- - - the aim for p99.9: ${aim * 1000} µs</text>`,
      ...axis,
      `<line class="aim" x1="${x(aim)}" x2="${x(aim)}" y1="${top - 8}" y2="${height - bottom}"/>`,
      ...rows.flatMap(({ workload, job, byHand }, i) => {
        const y = top + i * rowHeight + 8;
        return [
          `<text class="name" x="${left - 8}" y="${y + 8}">${svgText(workload)}</text>`,
          ...line(job, 0, y, workload),
          ...line(byHand, 5, y + 10, `${workload}, by hand`),
        ];
      }),
    ],
  });
}
