/**
 * A schedule as text: for terminals, logs and the messages of failing tests.
 *
 *   audio   ↑       ↕       ↕       ↓      releases and deadlines
 *           ███·····███·····░██·····       what its jobs did
 */
import { PreemptError, show } from "../input/errors.ts";
import { type GanttOptions, rangeOf, rowsOf } from "./gantt-range.ts";
import type { TraceRecord } from "./record.ts";
import { niceStep, showTick, ticks } from "./ticks.ts";
import { type Row, type Span, type Timeline, timelineOf } from "./timeline.ts";

export interface AsciiGanttOptions extends GanttOptions {
  /**
   * Columns of a line at most, 40 or more. Default 80. The chart is narrower where that makes a column a round number of
   * milliseconds, and every event falls between two columns.
   */
  width?: number;
  /** Which characters to draw with. "ascii" is for terminals and fonts without the others. Default "unicode". */
  characters?: "unicode" | "ascii";
}

const alphabets = {
  unicode: {
    run: "█",
    part: "▌",
    ready: "░",
    blocked: "╌",
    idle: "·",
    release: "↑",
    deadline: "↓",
    both: "↕",
    miss: "✗",
    skip: "○",
    axis: "─",
    tick: "┬",
    cut: "…",
  },
  ascii: {
    run: "#",
    part: "+",
    ready: "=",
    blocked: "-",
    idle: ".",
    release: "^",
    deadline: "v",
    both: "|",
    miss: "X",
    skip: "o",
    axis: "-",
    tick: "+",
    cut: "~",
  },
} as const;

type Alphabet = Record<keyof typeof alphabets.unicode, string>;

const longestLabel = 20;
/** Of a character of two code units the first. */
const halfAtEnd = /[\ud800-\udbff]$/;
/** Running for less than this share of a column shows as a part of it. */
const wholeColumn = 0.75;

/**
 * Draws a trace as text, with a time axis and a legend. Each name has two lines: marks above, and the jobs' states below.
 *
 * @throws PreemptError if the width or the range is out of bounds
 */
export function asciiGantt(records: Iterable<TraceRecord>, options: AsciiGanttOptions = {}): string {
  const { width = 80, characters = "unicode" } = options;
  const alphabet = alphabets[characters];
  if (!Number.isInteger(width) || width < 40) {
    throw new PreemptError("width_too_small", `the chart's width is ${show(width)}. Give an integer of 40 or more.`);
  }
  if (alphabet === undefined) {
    throw new PreemptError("characters_unknown", `the characters are ${show(characters)}. Give "unicode" or "ascii".`);
  }
  const timeline = timelineOf(records);
  const rows = rowsOf(timeline, options);
  const labels = rows.map(({ label }) =>
    label.length > longestLabel ? `${label.slice(0, longestLabel - 1).replace(halfAtEnd, "")}${alphabet.cut}` : label,
  );
  const gutter = Math.max(0, ...labels.map((label) => label.length)) + 2;
  // One column more than intervals: the last holds the marks of the very end.
  const scale = scaleOf(timeline, rangeOf(timeline, options), width - gutter - 1);
  const used = new Set<keyof Alphabet>();

  const lines = rows.flatMap((row, i) => {
    const bar = bars(row, timeline, scale).map((kind) => (kind === undefined ? " " : pick(kind)));
    const above = marks(row, scale).map((kind) => (kind === undefined ? " " : pick(kind)));
    return [`${(labels[i] as string).padEnd(gutter)}${above.join("")}`, `${" ".repeat(gutter)}${bar.join("")}`];
  });
  const head = axis(scale, alphabet, width - gutter).map((line, i) => `${(i === 0 ? "ms" : "").padEnd(gutter)}${line}`);
  const below = used.size === 0 ? [] : ["", ...legend(used, alphabet, width)];
  return [...head, ...lines, ...below].map((line) => line.trimEnd()).join("\n");

  function pick(kind: keyof Alphabet): string {
    used.add(kind);
    return alphabet[kind];
  }
}

class Scale {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
  readonly #perColumn: number;

  constructor({ from, to }: Span, columns: number) {
    this.from = from;
    this.to = to;
    this.columns = columns;
    this.#perColumn = (to - from) / columns;
  }

  /** The column that an instant falls into; undefined outside of the chart. The chart's end has one of its own. */
  column(time: number): number | undefined {
    const column = Math.floor((time - this.from) / this.#perColumn + 1e-9);
    return column < 0 || column > this.columns ? undefined : column;
  }

  /** Adds to each column the share of it that the span covers. */
  cover(shares: number[], span: Span): void {
    const from = Math.max(0, (span.from - this.from) / this.#perColumn);
    const to = Math.min(this.columns, (span.to - this.from) / this.#perColumn);
    for (let c = Math.floor(from + 1e-9); c < to - 1e-9; c++) {
      shares[c] = (shares[c] as number) + Math.min(to, c + 1) - Math.max(from, c);
    }
  }

  shares(spans: Iterable<Span>): number[] {
    const shares = new Array<number>(this.columns).fill(0);
    for (const span of spans) this.cover(shares, span);
    return shares;
  }
}

/** As wide as it may be, or less if no column is to be shared then. */
function scaleOf({ rows }: Timeline, range: Span, most: number): Scale {
  const column = niceStep((range.to - range.from) / most);
  const onGrid = (time: number) => {
    const columns = (time - range.from) / column;
    return Math.abs(columns - Math.round(columns)) < 1e-6;
  };
  const isExact =
    onGrid(range.to) && rows.every(({ slices }) => slices.every((slice) => onGrid(slice.from) && onGrid(slice.to)));
  return new Scale(range, isExact ? Math.round((range.to - range.from) / column) : most);
}

/** Where the trace tells nothing, the chart does not either. */
function bars(row: Row, trace: Span, scale: Scale): (keyof Alphabet | undefined)[] {
  const running = scale.shares(row.slices);
  const blocked = scale.shares(row.blocked);
  const present = scale.shares(row.jobs.map(({ release, finish }) => ({ from: release, to: finish ?? trace.to })));
  const known = scale.shares([trace]);
  return running.map((share, c) => {
    if (share >= wholeColumn) return "run";
    if (share > 1e-6) return "part";
    if ((blocked[c] as number) > 1e-6) return "blocked";
    if ((present[c] as number) > 1e-6) return "ready";
    return (known[c] as number) > 1e-6 ? "idle" : undefined;
  });
}

/** A miss hides what else is in its column, and a deadline meets a release in one sign. */
function marks(row: Row, scale: Scale): (keyof Alphabet | undefined)[] {
  const line = new Array<keyof Alphabet | undefined>(scale.columns + 1).fill(undefined);
  const put = (time: number | undefined, choose: (there: keyof Alphabet | undefined) => keyof Alphabet) => {
    const column = time === undefined ? undefined : scale.column(time);
    if (column !== undefined) line[column] = choose(line[column]);
  };
  for (const { release } of row.jobs) put(release, () => "release");
  for (const time of row.skipped) put(time, () => "skip");
  for (const { deadline } of row.jobs) {
    put(deadline, (there) => (there === "release" || there === "both" ? "both" : "deadline"));
  }
  for (const { deadline, missed } of row.jobs) if (missed) put(deadline, () => "miss");
  return line;
}

/** @param room Columns that a line may have */
function axis({ from, to, columns }: Scale, alphabet: Alphabet, room: number): string[] {
  const perColumn = (to - from) / columns;
  let step = niceStep(perColumn * 8);
  const longest = Math.max(showTick(from, step).length, showTick(to, step).length);
  if (longest > 6) step = niceStep(perColumn * (longest + 2));
  const numbers = new Array<string>(room).fill(" ");
  const line = new Array<string>(columns + 1).fill(alphabet.axis);
  let free = 0;
  for (const tick of ticks(from, to, step)) {
    const column = Math.round((tick - from) / perColumn);
    line[column] = alphabet.tick;
    const number = showTick(tick, step);
    // The last one ends with the chart, if it does not touch the one before it there.
    const at = Math.min(column, room - number.length);
    if (at < free) continue;
    numbers.splice(at, number.length, ...number);
    free = at + number.length + 1;
  }
  return [numbers.join(""), line.join("")];
}

function legend(used: ReadonlySet<keyof Alphabet>, alphabet: Alphabet, width: number): string[] {
  const words: [keyof Alphabet, string][] = [
    ["run", "running"],
    ["part", "part of a column"],
    ["ready", "ready"],
    ["blocked", "blocked"],
    ["release", "release"],
    ["deadline", "deadline"],
    ["both", "both"],
    ["miss", "deadline missed"],
    ["skip", "release skipped"],
  ];
  const lines = [""];
  for (const [kind, word] of words.filter(([kind]) => used.has(kind))) {
    const entry = `${alphabet[kind]} ${word}`;
    const line = lines.at(-1) as string;
    if (line === "") lines[lines.length - 1] = entry;
    else if (line.length + entry.length + 3 <= width) lines[lines.length - 1] = `${line}   ${entry}`;
    else lines.push(entry);
  }
  return lines;
}
