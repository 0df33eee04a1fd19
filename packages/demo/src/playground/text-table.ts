/** What console.table shows, as lines of text: a row for each item, a column for each of their properties. */
import { entriesOf, first, most, show } from "./show.ts";

const widest = 32;
type Cells = ReadonlyMap<string, string>;

/** @returns undefined if `data` has no rows: then it is logged like anything else */
export function textTable(data: unknown, wanted?: readonly string[]): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const found = first(rowsOf(data));
  if (found.length === 0) return undefined;
  const rows = found.slice(0, most).map(([name, value]) => [name, cellsOf(value)] as const);
  const columns = [...new Set(rows.flatMap(([, cells]) => [...cells.keys()]))];
  // Values that are no objects stand in a column of their own, the last one.
  const named = wanted ?? columns.filter((column) => column !== "").slice(0, most);
  const shown = columns.includes("") ? [...named, ""] : named;
  const head = ["(index)", ...shown.map((column) => column || "Values")];
  const lines = [head, ...rows.map(([name, cells]) => [name, ...shown.map((column) => cells.get(column) ?? "")])];
  const widths = head.map((_, i) => Math.max(...lines.map((line) => cut(line[i]).length)));
  const text = lines.map((line) =>
    line
      .map((cell, i) => cut(cell).padEnd(widths[i] ?? 0))
      .join(" │ ")
      .trimEnd(),
  );
  text.splice(1, 0, widths.map((width) => "─".repeat(width)).join("─┼─"));
  return [...text, ...(found.length > most ? ["…"] : [])].join("\n");
}

function* rowsOf(data: object): Generator<[string, unknown]> {
  if (data instanceof Map) for (const [key, value] of data) yield [show(key), value];
  else if (data instanceof Set) yield* numbered(data);
  else if (Array.isArray(data) || ArrayBuffer.isView(data)) yield* numbered(data as unknown as Iterable<unknown>);
  else yield* entriesOf(data);
}

function* numbered(items: Iterable<unknown>): Generator<[string, unknown]> {
  let i = 0;
  for (const item of items) yield [String(i++), item];
}

function cellsOf(value: unknown): Cells {
  if (typeof value !== "object" || value === null) return new Map([["", show(value, 1)]]);
  return new Map(first(entriesOf(value)).map(([key, cell]) => [key, show(cell, 1)]));
}

function cut(cell = ""): string {
  return cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell;
}
