/**
 * Statistics as text. A table of the jobs and one of the times, each narrow enough for a terminal: what is 0 or unknown
 * everywhere is left out, numbers are aligned at the decimal point.
 *
 *   jobs      released  done  missed  preempted  busy %
 *   ────────────────────────────────────────────────────
 *   audio          300   300       0          0     2.1
 *
 *            response                 lateness
 *   ms            p50    p99    max        p50     p99     max
 *   ────────────────────────────────────────────────────────────
 *   audio       0.206   1.13   1.16      -1.79  -0.871  -0.843
 */
import type { Histogram } from "./histogram.ts";
import { type Count, counts, type Tally } from "./tally.ts";

interface Column {
  readonly title: string;
  /** Over the first of the columns that belong together. */
  readonly group?: string;
  readonly cells: readonly string[];
}

const longestName = 20;
const titles: Partial<Record<Count, string>> = { finished: "done", preemptions: "preempted" };
const always: readonly Count[] = ["released", "finished", "missed", "preemptions"];

const times = [
  ["response", "responseTime"],
  ["lateness", "lateness"],
  ["execution", "executionTime"],
] as const;

const measures: readonly (readonly [title: string, of: (times: Histogram) => number | undefined])[] = [
  ["p50", (t) => t.quantile(0.5)],
  ["p99", (t) => t.quantile(0.99)],
  ["max", (t) => t.max],
];

export function statisticsTable(observed: number, tallies: readonly Tally[], total: Tally): string {
  if (tallies.length === 0) return "no jobs observed";
  // One name is its own total.
  const rows = tallies.length === 1 ? tallies : [...tallies, total];
  const names = rows.map(({ name }) => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name));
  const ruled = rows.length > tallies.length;

  const jobs: Column[] = counts
    .filter((count) => always.includes(count) || total[count] > 0)
    .map((count) => ({ title: titles[count] ?? count, cells: rows.map((row) => String(row[count])) }));
  jobs.push({ title: "busy %", cells: aligned(rows.map((row) => (row.utilisation * 100).toFixed(1))) });

  const known = times.filter(([, field]) => total[field].count > 0);
  const measured = known.flatMap(([group, field]) =>
    measures.map(([title, of], i) => ({
      title,
      ...(i === 0 && { group }),
      cells: aligned(rows.map((row) => milliseconds(of(row[field])))),
    })),
  );
  const head = `${milliseconds(observed)} ms observed`;
  const second = measured.length === 0 ? [] : ["", ...table("ms", names, measured, ruled)];
  return [head, "", ...table("jobs", names, jobs, ruled), ...second].join("\n");
}

function table(corner: string, names: readonly string[], columns: readonly Column[], ruled: boolean): string[] {
  const first = Math.max(corner.length, ...names.map((name) => name.length));
  const widths = columns.map(({ title, cells }) => Math.max(title.length, ...cells.map((cell) => cell.length)));
  // A group begins with a wider gap.
  const gaps = columns.map(({ group }) => (group === undefined ? 2 : 4));
  const line = (name: string, cell: (column: Column) => string) =>
    (
      name.padEnd(first) +
      columns.map((column, i) => " ".repeat(gaps[i] as number) + cell(column).padStart(widths[i] as number)).join("")
    ).trimEnd();

  const lines = [
    line(corner, ({ title }) => title),
    ...names.map((name, i) => line(name, ({ cells }) => cells[i] ?? "")),
  ];
  const rule = "─".repeat(Math.max(...lines.map(({ length }) => length)));
  lines.splice(1, 0, rule);
  if (ruled) lines.splice(-1, 0, rule);
  if (columns.some(({ group }) => group !== undefined)) lines.unshift(groups(columns, first, widths, gaps));
  return lines;
}

function groups(columns: readonly Column[], first: number, widths: readonly number[], gaps: readonly number[]): string {
  let at = first;
  let line = "";
  columns.forEach(({ group }, i) => {
    at += gaps[i] as number;
    if (group !== undefined) line = line.padEnd(at) + group;
    at += widths[i] as number;
  });
  return line;
}

/** Three digits that mean something, and not more than a microsecond. */
function milliseconds(value: number | undefined): string {
  if (value === undefined) return "–";
  const size = Math.abs(value);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  const text = value.toFixed(digits);
  return Number(text) === 0 ? "0" : text;
}

/** Padded on the right, so that right-aligned they have their decimal points below each other. */
function aligned(cells: readonly string[]): string[] {
  const fraction = (cell: string) => (cell.includes(".") ? cell.length - cell.indexOf(".") : 0);
  const longest = Math.max(0, ...cells.map(fraction));
  return cells.map((cell) => cell + " ".repeat(longest - fraction(cell)));
}
