/**
 * A value and its spread for each series in each column, side by side: how something grows with utilisation, or from task to
 * task. Lines join the columns of a series.
 */
import { svgPage, svgText } from "../../../svg.ts";
import type { Look } from "../series.ts";
import { type AxisOf, rounded, type Tick } from "./axes.ts";
import { legend, lineClass, mark, markRules } from "./marks.ts";
import { axisTitles, chartWidth, drawAcross, drawUp, type Frame, shortened } from "./plot.ts";

export interface ColumnsChart {
  /** The picture's class, unlike those of the others. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly machine: string;
  /** What the marks mean, under the legend. */
  readonly note: string;
  readonly columns: Columns;
  readonly up: AxisOf;
  readonly titles: { readonly up: string; readonly across: string };
  readonly lines: readonly ColumnsLine[];
  /** Whether the series of a column stand in its middle rather than side by side: where lines count, not spreads. */
  readonly isCentred?: boolean;
}

/** Named at their edges, one more than there are columns, or in their middles. */
export interface Columns {
  readonly at: "edges" | "middles";
  readonly names: readonly string[];
}

export interface ColumnsLine extends Look {
  readonly name: string;
  readonly points: readonly ColumnsPoint[];
}

export interface ColumnsPoint {
  /** From 0. */
  readonly column: number;
  readonly value: number;
  /** From, to: a thin line. */
  readonly spread?: readonly [number, number];
  /** From, to: a bar. */
  readonly box?: readonly [number, number];
  /** In words, for those who point at it. */
  readonly words: string;
}

const plotHeight = 300;

export function columnsChart(chart: ColumnsChart): string {
  const { lines, columns, titles } = chart;
  const key = legend(lines, { x: 20, y: 60, width: chartWidth - 40 });
  const noteAt = 60 + key.height + 2;
  const top = noteAt + 40;
  const frame: Frame = { left: 68, right: chartWidth - 16, top, bottom: top + plotHeight };
  const up = chart.up(frame.bottom, frame.top);
  const count = columns.names.length - (columns.at === "edges" ? 1 : 0);
  const width = (frame.right - frame.left) / Math.max(1, count);
  const step = Math.min(10, (width * 0.82) / lines.length);
  const aside = chart.isCentred === true ? 0 : step;
  const x = (column: number, series: number) =>
    rounded(frame.left + (column + 0.5) * width + (series - (lines.length - 1) / 2) * aside);
  const taken = [...new Set(lines.flatMap(({ points }) => points.map(({ column }) => column)))].sort((a, b) => a - b);
  const before = new Map(taken.map((column, i) => [column, taken[i - 1]]));
  const drawn = lines.flatMap((line, i) =>
    drawLine(line, before, (column) => x(column, i), up.place, aside === 0 ? 10 : step),
  );
  return svgPage({
    name: chart.name,
    width: chartWidth,
    height: frame.bottom + 46,
    title: chart.title,
    description: chart.description,
    machine: shortened(chart.machine),
    rules: markRules,
    drawn: [
      ...key.drawn,
      `<text class="soft" x="20" y="${noteAt}">${svgText(chart.note)}</text>`,
      ...drawUp(frame, up),
      ...drawAcross(frame, ticksOf(columns, frame, width), columns.at === "edges"),
      ...axisTitles(frame, titles.up, titles.across),
      ...drawn,
    ],
  });
}

/** As many names as there is room for. */
function ticksOf({ at, names }: Columns, { left }: Frame, width: number): Tick[] {
  const longest = Math.max(...names.map((name) => name.length));
  const every = Math.ceil((longest * 7 + 8) / width);
  return names
    .map((label, i) => ({ at: rounded(left + (i + (at === "edges" ? 0 : 0.5)) * width), label }))
    .filter((_, i) => i % every === 0);
}

/** @param before Of each column that has values the one before that has */
function drawLine(
  line: ColumnsLine,
  before: ReadonlyMap<number, number | undefined>,
  x: (column: number) => number,
  y: (value: number) => number,
  step: number,
): string[] {
  const look = lineClass(line);
  const kind = `l${line.colour}`;
  const half = Math.min(3, step / 2);
  const path = line.points.map(({ column, value }, i) => {
    // A column without a value is a gap, unless no series has one there: then it was not looked at.
    const joins = i > 0 && line.points[i - 1]?.column === before.get(column);
    return `${joins ? "L" : "M"}${x(column)} ${y(value)}`;
  });
  return [
    `<path class="${look}" d="${path.join("")}"/>`,
    ...line.points.flatMap(({ column, value, spread, box, words }) => {
      const at = x(column);
      return [
        ...(box === undefined ? [] : [boxOf(line, at, half, y(box[0]), y(box[1]))]),
        ...(spread === undefined ? [] : [`<path class="${kind} spread" d="M${at} ${y(spread[0])}V${y(spread[1])}"/>`]),
        mark(line, at, y(value), `${line.name}, ${words}`, Math.min(6.5, step + 1)),
      ];
    }),
  ];
}

function boxOf({ colour, published }: Look, x: number, half: number, from: number, to: number): string {
  const kind = published ? `l${colour} hollowbox` : `v${colour} box`;
  return `<rect class="${kind}" x="${rounded(x - half)}" y="${Math.min(from, to)}" width="${rounded(2 * half)}" height="${rounded(Math.abs(from - to))}"/>`;
}
