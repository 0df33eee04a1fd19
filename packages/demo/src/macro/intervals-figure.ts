/** How the frame times are distributed: a row for each subtest, all repetitions together, on a logarithmic scale. */

import { quantile } from "../observe/statistics.ts";
import type { MacroRun } from "./result.ts";
import { allSubtests, isSame, nameOf, type Subtest } from "./subtests.ts";
import { longFrame } from "./summary.ts";
import { px, svgPicture, svgText } from "./svg.ts";

const frame = { left: 168, right: 736, top: 92 } as const;
const rowHeight = 30;
const bins = 71;
const [least, ticks] = [5, [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]] as const;

export function intervalsFigure(runs: readonly MacroRun[], remark: string): string {
  const rows = allSubtests.flatMap((subtest) => {
    const intervals = runs.filter((run) => isSame(run, subtest)).flatMap(({ intervals }) => intervals);
    return intervals.length === 0 ? [] : [{ subtest, intervals }];
  });
  const longest = Math.max(100, ...rows.map(({ intervals }) => quantile(intervals, 1)));
  const most = ticks.find((tick) => tick >= longest) ?? longest;
  const scale = (frame.right - frame.left) / Math.log(most / least);
  const x = (ms: number) => frame.left + Math.log(Math.max(ms, least) / least) * scale;
  const bottom = frame.top + rows.length * rowHeight;
  return svgPicture({
    name: "macro-intervals",
    width: 760,
    height: bottom + 52,
    title: "Time from frame to frame",
    remark,
    description: rows.map(describe).join("; "),
    rules: `
& .mark { stroke: var(--ink); stroke-width: 1.5; fill: var(--ground); }
& .limit { stroke: var(--ink); stroke-dasharray: 4 3; }`,
    drawn: [
      ...legend(),
      ...ticks
        .filter((tick) => tick <= most)
        .flatMap((tick) => [
          `<line class="grid" x1="${px(x(tick))}" x2="${px(x(tick))}" y1="${frame.top}" y2="${bottom}"/>`,
          `<text class="soft middle" x="${px(x(tick))}" y="${bottom + 18}">${tick < 1000 ? `${tick} ms` : `${tick / 1000} s`}</text>`,
        ]),
      ...rows.flatMap(({ subtest, intervals }, i) => row(subtest, intervals, frame.top + i * rowHeight, x, most)),
      `<line class="limit" x1="${px(x(longFrame))}" x2="${px(x(longFrame))}" y1="${frame.top}" y2="${bottom}"/>`,
      `<text class="soft middle" x="${(frame.left + frame.right) / 2}" y="${bottom + 40}">time to the next frame</text>`,
    ],
  });
}

/** Bins of equal width on the logarithmic scale; their heights are roots of the shares, so that one frame can be seen. */
function row(subtest: Subtest, intervals: readonly number[], top: number, x: (ms: number) => number, most: number) {
  const counts = new Map<number, number>();
  const width = Math.log(most / least) / bins;
  for (const interval of intervals) {
    const bin = Math.min(bins - 1, Math.floor(Math.log(Math.max(interval, least) / least) / width));
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  const base = top + rowHeight - 5;
  const bars = [...counts].map(([bin, count]) => {
    const height = Math.max(1.5, Math.sqrt(count / intervals.length) * (rowHeight - 8));
    const [from, to] = [x(least * Math.exp(bin * width)), x(least * Math.exp((bin + 1) * width))];
    return `<rect class="${subtest.policy}" x="${px(from)}" y="${px(base - height)}" width="${px(to - from)}" height="${px(height)}"/>`;
  });
  return [
    `<text class="end" x="${frame.left - 10}" y="${base - 4}">${svgText(nameOf(subtest))}</text>`,
    `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${base}" y2="${base}"/>`,
    ...bars,
    ...[0.5, 0.99, 1].map((part, i) => mark(i, x(quantile(intervals, part)), base)),
  ];
}

/** A stroke for the median, a triangle for the 99th percentile, a circle for the longest. */
function mark(kind: number, x: number, y: number): string {
  if (kind === 0) return `<path class="mark" d="M${px(x)} ${px(y - 4)}v8"/>`;
  if (kind === 1) return `<path class="mark" d="M${px(x)} ${px(y - 4)}l4 7h-8Z"/>`;
  return `<circle class="mark" cx="${px(x)}" cy="${px(y)}" r="3.5"/>`;
}

function legend(): string[] {
  const y = 62;
  return [
    '<rect class="fcfs" x="16" y="54" width="12" height="12"/><text x="34" y="64">FCFS</text>',
    '<rect class="edf" x="84" y="54" width="12" height="12"/><text x="102" y="64">EDF: root of the share of frames</text>',
    `${mark(0, 316, y)}<text x="326" y="64">median</text>`,
    `${mark(1, 392, y)}<text x="402" y="64">99 %</text>`,
    `${mark(2, 454, y - 2)}<text x="464" y="64">longest</text>`,
    `<line class="limit" x1="530" x2="530" y1="52" y2="68"/><text x="538" y="64">${longFrame} ms: a frame was lost</text>`,
  ];
}

function describe({ subtest, intervals }: { subtest: Subtest; intervals: readonly number[] }): string {
  const [median, p99, longest] = [0.5, 0.99, 1].map((part) => quantile(intervals, part).toFixed(1));
  return `${nameOf(subtest)}: median ${median} ms, 99 % below ${p99} ms, longest ${longest} ms`;
}
