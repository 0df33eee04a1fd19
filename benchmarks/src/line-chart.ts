/** Panels of lines side by side: how a cost grows with a length, on logarithmic axes; or a share with another one, on linear axes. */
import { scaleLinear } from "d3-scale";
import { seriesColours, svgPage, svgText } from "./svg.ts";

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface Line {
  /** Lines of one name have one colour in all panels. */
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** By point: from, to. A thin line; undefined: none. */
  readonly spreads?: readonly (readonly [from: number, to: number] | undefined)[];
  /** Default false. */
  readonly isDashed?: boolean;
}

export interface LineChart {
  readonly title: string;
  readonly columns: number;
  readonly panels: readonly Panel[];
  /** Default: logarithmic axes around all values. "share": y is a share from 0 to 1, and x is linear. */
  readonly axes?: "logarithmic" | "share";
  /** Under each panel. Default: nothing. */
  readonly across?: string;
}

const panelWidth = 380;
const panelHeight = 270;
/** Room around the lines of a panel: for its title, the numbers of its axes. */
const margin = { top: 30, right: 16, bottom: 26, left: 56 };
/** And for a title of the lower axis. */
const titleHeight = 20;
const top = 74;

/** @param machine What it was measured on. */
export function lineChart(chart: LineChart, machine: string): string {
  const { title, columns, panels, axes = "logarithmic", across = "" } = chart;
  const rowHeight = panelHeight + (across === "" ? 0 : titleHeight);
  const names = [...new Set(panels.flatMap(({ lines }) => lines.map(({ name }) => name)))];
  let at = 16;
  const legend = names.flatMap((name, i) => {
    const isDashed = panels.some(({ lines }) => lines.some((line) => line.name === name && line.isDashed === true));
    const entry = [
      isDashed
        ? `<path class="line dash l${i % seriesColours}" d="M${at} 56h14"/>`
        : `<rect class="v${i % seriesColours}" x="${at}" y="50" width="12" height="12"/>`,
      `<text x="${at + 18}" y="60">${svgText(name)}</text>`,
    ];
    // Nobody measures text here: this is room enough in any system font.
    at += 36 + 6.6 * name.length;
    return entry;
  });
  // One panel is narrower than what stands over it.
  const width = Math.ceil(Math.max(16 + columns * panelWidth, at, 32 + 9 * title.length));
  const drawn = panels.flatMap((panel, i) => [
    `<g transform="translate(${8 + (i % columns) * panelWidth} ${top + Math.floor(i / columns) * rowHeight})">`,
    ...draw(panel, names, axes),
    ...(across === ""
      ? []
      : [
          `<text class="tick" x="${(margin.left + panelWidth - margin.right) / 2}" y="${panelHeight + 10}">${svgText(across)}</text>`,
        ]),
    "</g>",
  ]);
  const height = top + Math.ceil(panels.length / columns) * rowHeight + 8;
  const description = panels
    .map((panel) => `${panel.title}: ${panel.lines.map(({ name, points }) => `${name} ${last(points)}`).join(", ")}`)
    .join("; ");
  return svgPage({
    name: "preempt-lines",
    width,
    height,
    title,
    description,
    machine,
    rules: `
& .line { fill: none; stroke-width: 2; }
& .dash { stroke-dasharray: 5 4; }
& .panel { font-weight: 600; }
& .level { fill: var(--soft); text-anchor: end; }`,
    drawn: [...legend, ...drawn],
  });
}

function last(points: Line["points"]): string {
  const point = points.at(-1);
  return point === undefined ? "" : `${short(point[1])} at ${short(point[0])}`;
}

function draw({ title, lines }: Panel, names: readonly string[], axes: "logarithmic" | "share"): string[] {
  const all = lines.flatMap(({ points }) => points);
  const isShare = axes === "share";
  const across = isShare ? linear(all.map(([x]) => x)) : axis(all.map(([x]) => x));
  const up = isShare ? shares : axis(all.flatMap(([, y]) => [y * 0.8, y * 1.25]));
  const level = isShare ? (share: number) => `${Math.round(100 * share)} %` : short;
  const x = (value: number) => rounded(margin.left + across.place(value) * (panelWidth - margin.left - margin.right));
  const y = (value: number) =>
    rounded(panelHeight - margin.bottom - up.place(value) * (panelHeight - margin.top - margin.bottom));
  const [left, right] = [margin.left, panelWidth - margin.right];
  return [
    `<text class="panel" x="${left}" y="16">${svgText(title)}</text>`,
    ...up.ticks.flatMap((tick) => [
      `<line class="grid" x1="${left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/>`,
      `<text class="level" x="${left - 6}" y="${y(tick) + 4}">${level(tick)}</text>`,
    ]),
    ...across.ticks.map(
      (tick) => `<text class="tick" x="${x(tick)}" y="${panelHeight - margin.bottom + 16}">${short(tick)}</text>`,
    ),
    ...lines.flatMap(({ name, points, spreads = [], isDashed = false }) => {
      const series = names.indexOf(name) % seriesColours;
      const path = points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${x(px)} ${y(py)}`).join("");
      return [
        `<path class="line l${series}${isDashed ? " dash" : ""}" d="${path}"/>`,
        ...spreads.flatMap((spread, i) => {
          const [px] = points[i] as readonly [number, number];
          return spread === undefined
            ? []
            : [`<path class="l${series}" d="M${x(px)} ${y(spread[0])}V${y(spread[1])}"/>`];
        }),
        ...points.map(
          ([px, py]) =>
            `<circle class="v${series}" cx="${x(px)}" cy="${y(py)}" r="3"><title>${svgText(`${name}, ${short(px)}: ${level(py)}`)}</title></circle>`,
        ),
      ];
    }),
  ];
}

const shares = { place: (value: number) => value, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] };

/** An axis from the least to the largest value. */
function linear(values: readonly number[]) {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const scale = scaleLinear([from, from === to ? from + 1 : to], [0, 1]);
  return { place: (value: number): number => scale(value), ticks: scale.ticks(6) };
}

/** A logarithmic axis over `values`; 0 stands where 0.5 would, for budgets start there. */
function axis(values: readonly number[]) {
  const logarithm = (value: number) => Math.log10(value === 0 ? 0.5 : value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const from = logarithm(least);
  const span = Math.max(logarithm(most) - from, 0.3);
  const decades = Array.from({ length: 16 }, (_, i) => 10 ** (i - 5));
  // Where there is less than a decade or two, the halves help.
  const steps = span < 1.5 ? [1, 2, 5] : [1];
  const ticks = decades.flatMap((decade) => steps.map((step) => step * decade));
  return {
    place: (value: number) => (logarithm(value) - from) / span,
    ticks: [...(least === 0 ? [0] : []), ...ticks.filter((tick) => tick >= (least || 0.9) && tick <= most * 1.001)],
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(1));
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}
