/**
 * A schedule as a picture of its own: one SVG text without scripts, fonts or references, for pages, reports and files.
 *
 * Across it is drawn in percent, so that it fits the width it is given while its letters keep their size; down in
 * pixels. Names stand above the bars, not beside them, which leaves a phone's whole width to the time. Shape tells what
 * colour does: what runs is a full bar, what is ready a thin one, what is blocked a dashed line, and a miss is crossed.
 */
import { PreemptError, show } from "../input/errors.ts";
import { type GanttOptions, rangeOf, rowsOf } from "./gantt-range.ts";
import type { TraceRecord } from "./record.ts";
import { svgStyle } from "./svg-style.ts";
import { niceStep, showTick, ticks } from "./ticks.ts";
import { type JobSpan, type JobStory, type Row, type Span, timelineOf } from "./timeline.ts";

export interface SvgGanttOptions extends GanttOptions {
  /** What the chart is called. Default "Schedule". */
  title?: string;
  /** Width in pixels, 200 or more. Default: that of whatever the chart is put into. */
  width?: number;
}

const rowHeight = 52;
const top = 44;
const bar = { y: 26, height: 16 } as const;
/** So much room beside the chart that marks at its ends are whole. */
const margin = 8;
/** The plot's place within the chart. */
const plot = 'x="1%" width="98%"';
const legendLine = 20;

/**
 * Draws a trace as an SVG: releases, deadlines and misses as marks above the states of each name's jobs. Use it in an `<img>`, or
 * inline in a page. Its style sheet applies to itself alone. It follows the reader's colour scheme.
 *
 * @throws PreemptError if the range or the width is out of bounds
 */
export function svgGantt(records: Iterable<TraceRecord>, options: SvgGanttOptions = {}): string {
  const { title = "Schedule", width } = options;
  if (width !== undefined && !(Number.isFinite(width) && width >= 200)) {
    throw new PreemptError("width_too_small", `the chart's width is ${show(width)}. Give 200 pixels or more.`);
  }
  const timeline = timelineOf(records);
  const rows = rowsOf(timeline, options);
  const range = rangeOf(timeline, options);
  const chart = new Chart(range, timeline);
  const body = rows.map((row, i) => `<svg y="${top + i * rowHeight}" class="row">${chart.row(row)}</svg>`);
  const chartHeight = top + rows.length * rowHeight;
  const legend = chart.legend();
  const height = chartHeight + legend.height + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="preempt-gantt" role="img" width="${width ?? "100%"}" height="${height}">`,
    `<title>${text(title)}</title>`,
    `<desc>${text(describe(rows, range))}</desc>`,
    `<style>${svgStyle}</style>`,
    `<rect class="ground" width="100%" height="100%"/>`,
    `<text class="title" x="1%" y="18">${text(title)}</text>`,
    // Percentages inside count from the plot's own width. Chromium takes none for an inner svg from a style sheet.
    `<svg ${plot} height="${chartHeight}">`,
    ...chart.axis(chartHeight),
    ...body,
    "</svg>",
    `<svg ${plot} y="${chartHeight + 6}">${legend.items}</svg>`,
    "</svg>",
  ].join("\n");
}

type Sign = "run" | "late" | "ready" | "blocked" | "release" | "deadline" | "miss" | "skip";

/** In the order of the legend. */
const words: Readonly<Record<Sign, string>> = {
  run: "running",
  late: "running late",
  ready: "ready",
  blocked: "blocked",
  release: "release",
  deadline: "deadline",
  miss: "missed",
  skip: "skipped",
};

class Chart {
  readonly #range: Span;
  readonly #trace: Span;
  readonly #used = new Set<Sign>();

  constructor(range: Span, trace: Span) {
    this.#range = range;
    this.#trace = trace;
  }

  axis(height: number): string[] {
    const { from, to } = this.#range;
    const step = niceStep((to - from) / 10);
    const all = ticks(from, to, step);
    return all.map((tick, i) => {
      const x = this.#x(tick);
      // Every other number goes where there is little room.
      const minor = i % 2 === 1 ? " minor" : "";
      // Near an end it would be cut: the first one, which has the unit, then begins with the chart, or with its line.
      const anchor = x > 95 ? " last" : x < 4 ? " first" : x < 8 ? " left" : "";
      const unit = i === 0 ? " ms" : "";
      return (
        `<line class="grid${minor}" x1="${percent(x)}" x2="${percent(x)}" y1="38" y2="${height}"/>` +
        `<text class="tick${minor}${anchor}" x="${x < 4 ? 0 : percent(x)}" y="34">${showTick(tick, step)}${unit}</text>`
      );
    });
  }

  row(row: Row): string {
    const stories = new Map(row.jobs.map((story) => [story.job, story]));
    return [
      `<text class="name" x="0" y="12">${text(row.label)}</text>`,
      `<line class="base" x2="100%" y1="${bar.y + bar.height}" y2="${bar.y + bar.height}"/>`,
      ...row.jobs.map((story) =>
        this.#span("ready", { from: story.release, to: story.finish ?? this.#trace.to }, story.job),
      ),
      ...row.blocked.map((span) => this.#span("blocked", span, span.job)),
      ...joined(row.slices).flatMap((slice) => this.#slice(slice, stories.get(slice.job))),
      ...row.jobs.map(({ job, release }) => this.#mark("release", release, job)),
      ...row.skipped.map((time) => this.#mark("skip", time, row.label)),
      ...row.jobs.map(({ job, deadline, missed }) => this.#mark(missed ? "miss" : "deadline", deadline, job)),
    ].join("");
  }

  /** The part of it that comes after the job's deadline is drawn apart. */
  #slice(slice: JobSpan, story: JobStory | undefined): string[] {
    const deadline = story?.deadline ?? Number.POSITIVE_INFINITY;
    const { from, to, job } = slice;
    if (deadline >= to) return [this.#span("run", slice, job)];
    if (deadline <= from) return [this.#span("late", slice, job)];
    return [this.#span("run", { from, to: deadline }, job), this.#span("late", { from: deadline, to }, job)];
  }

  #span(sign: Sign, span: Span, job: string): string {
    const from = Math.max(span.from, this.#range.from);
    const to = Math.min(span.to, this.#range.to);
    if (to <= from) return "";
    this.#used.add(sign);
    const x = this.#x(from);
    const title = `<title>${text(`${job} ${words[sign]} ${time(span.from)} to ${time(span.to)} ms`)}</title>`;
    const y = bar.y + bar.height;
    if (sign === "blocked") {
      return `<line class="blocked" x1="${percent(x)}" x2="${percent(this.#x(to))}" y1="${y - 3}" y2="${y - 3}">${title}</line>`;
    }
    const height = sign === "ready" ? 5 : bar.height;
    const rect = `x="${percent(x)}" y="${y - height}" width="${percent(this.#x(to) - x)}" height="${height}"`;
    if (sign !== "late") return `<rect class="${sign}" ${rect}>${title}</rect>`;
    // A light stripe along the middle: late is not told by colour alone.
    const stripe = `<rect class="stripe" x="${percent(x)}" y="${y - 9}" width="${percent(this.#x(to) - x)}" height="2"/>`;
    return `<rect class="late" ${rect}>${title}</rect>${stripe}`;
  }

  #mark(sign: Sign, at: number | undefined, job: string): string {
    if (at === undefined || at < this.#range.from || at > this.#range.to) return "";
    this.#used.add(sign);
    const title = text(`${job} ${words[sign]} ${time(at)} ms`);
    return `<svg x="${percent(this.#x(at))}" class="${sign}"><title>${title}</title>${shape(sign)}</svg>`;
  }

  /** Two columns fit a phone; what does not occur is not explained. */
  legend(): { readonly items: string; readonly height: number } {
    const signs = (Object.keys(words) as Sign[]).filter((sign) => this.#used.has(sign));
    const items = signs.map((sign, i) => {
      const [x, y] = [i % 2 === 0 ? "0" : "50%", Math.floor(i / 2) * legendLine];
      return `<svg x="${x}" y="${y}" class="key">${swatch(sign)}<text x="30" y="13">${words[sign]}</text></svg>`;
    });
    return { items: items.join(""), height: Math.ceil(signs.length / 2) * legendLine };
  }

  #x(at: number): number {
    return ((at - this.#range.from) / (this.#range.to - this.#range.from)) * 100;
  }
}

/** Marks stand above the bar, their foot at the bar's upper edge or line: releases point up, deadlines down. */
function shape(sign: Sign): string {
  if (sign === "release") return `<path d="M0 42V18M-3.5 22L0 17L3.5 22"/>`;
  if (sign === "deadline") return `<path d="M0 17V41M-3.5 37L0 42L3.5 37"/>`;
  if (sign === "miss") return `<path d="M0 24V42M-4 15L4 23M4 15L-4 23"/>`;
  return `<circle cy="20" r="3.5"/>`;
}

function swatch(sign: Sign): string {
  if (sign === "run") return `<rect class="run" y="2" width="22" height="14"/>`;
  if (sign === "late") {
    return `<rect class="late" y="2" width="22" height="14"/><rect class="stripe" y="8" width="22" height="2"/>`;
  }
  if (sign === "ready") return `<rect class="ready" y="7" width="22" height="5"/>`;
  if (sign === "blocked") return `<line class="blocked" x2="22" y1="9" y2="9"/>`;
  // Marks are taller than a line of the legend.
  const place = sign === "skip" ? "translate(0 -11)" : "translate(0 -11.6) scale(0.7)";
  return `<svg x="11" class="${sign}"><g transform="${place}">${shape(sign)}</g></svg>`;
}

/** Slices of one job that follow each other without a gap are one bar. */
function joined(slices: readonly JobSpan[]): JobSpan[] {
  const bars: JobSpan[] = [];
  for (const slice of slices) {
    const last = bars.at(-1);
    if (last?.job === slice.job && last.to === slice.from) bars[bars.length - 1] = { ...last, to: slice.to };
    else bars.push(slice);
  }
  return bars;
}

/** The chart in words, for those who do not see it. */
function describe(rows: readonly Row[], { from, to }: Span): string {
  const all = rows.map(({ label, jobs, skipped }) => {
    const missed = jobs.filter((job) => job.missed).length;
    const parts = [`${label}: ${count(jobs.length, "job")}`];
    if (jobs.some((job) => job.deadline !== undefined)) {
      parts.push(missed === 0 ? "no deadline missed" : `${count(missed, "deadline")} missed`);
    }
    if (skipped.length > 0) parts.push(`${count(skipped.length, "release")} skipped`);
    return parts.join(", ");
  });
  return `What ran from ${time(from)} to ${time(to)} ms. ${all.map((part) => `${part}.`).join(" ")}`;
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
const time = (ms: number) => String(Number(ms.toFixed(3)));
const percent = (x: number) => `${Number(x.toFixed(4))}%`;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Names are the user's: escaped, and without the characters that XML does not have. */
function text(raw: string): string {
  return raw
    .toWellFormed()
    .replace(notXml, "\ufffd")
    .replace(/[&<>"]/g, (c) => entities[c] as string);
}
