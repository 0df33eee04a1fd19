/** Bins and totals as a table for other tools: a line for each series, measure and bin. */
import { csvField } from "../csv.ts";
import type { Measured } from "./measured.ts";
import type { Summary } from "./summary.ts";

type Column = readonly [name: string, value: (row: Measured) => string | number];

const columns: readonly Column[] = [
  ["series", ({ series }) => series],
  ["measure", ({ measure }) => measure],
  // Empty: over all bins.
  ["from", ({ bin }) => bin?.from ?? ""],
  ["to", ({ bin }) => bin?.to ?? ""],
  ["cells", ({ count }) => count],
  ["jobs", ({ jobs }) => jobs],
  ["mean", ({ mean }) => mean],
  ["deviation", ({ deviation }) => deviation],
  ["least", ({ least }) => least],
  ["lower", ({ lower }) => lower],
  ["median", ({ median }) => median],
  ["upper", ({ upper }) => upper],
  ["most", ({ most }) => most],
  ["medianFrom", ({ medianInterval }) => medianInterval[0]],
  ["medianTo", ({ medianInterval }) => medianInterval[1]],
];

/** What is not defined, as the deviation of one value, is empty. */
export function summaryCsv({ measured }: Summary): string {
  const lines = measured.map((row) => columns.map(([, value]) => field(value(row))).join(","));
  return [columns.map(([name]) => name).join(","), ...lines, ""].join("\n");
}

function field(value: string | number): string {
  if (typeof value === "number") return Number.isNaN(value) ? "" : String(value);
  return csvField(value);
}
