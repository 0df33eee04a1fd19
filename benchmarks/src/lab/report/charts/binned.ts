/** Bins of utilisation as columns of a chart. */
import { binOf, tidy } from "../bins.ts";
import type { Measure } from "../cell.ts";
import type { Measured } from "../measured.ts";
import type { Series } from "../series.ts";
import type { Columns, ColumnsLine, ColumnsPoint } from "./columns-chart.ts";
import { percent } from "./show.ts";

export interface BinnedOptions {
  readonly binWidth: number;
  readonly machine: string;
}

type InBin = Measured & { readonly bin: NonNullable<Measured["bin"]> };

/** From the first bin with cells to the last. */
export function binColumns(rows: readonly Pick<Measured, "bin">[], { binWidth }: BinnedOptions): Columns {
  const [first, last] = ends(rows, binWidth);
  return {
    at: "edges",
    names: Array.from({ length: last - first + 2 }, (_, i) => String(tidy((first + i) * binWidth))),
  };
}

/** @param spread What is drawn beside the mean */
export function binLines(
  series: readonly Series[],
  rows: readonly Measured[],
  measure: Measure,
  { binWidth }: BinnedOptions,
  spread: (row: Measured) => Pick<ColumnsPoint, "spread" | "box">,
): ColumnsLine[] {
  const [first] = ends(rows, binWidth);
  return series.flatMap(({ name, colour, shape, published }) => {
    const own = rows.filter(
      (row): row is InBin => row.series === name && row.measure === measure && row.bin !== undefined,
    );
    const points = own.map((row) => ({
      column: binOf(row.bin.from, binWidth).index - first,
      value: row.mean,
      ...spread(row),
      words: `utilisation ${row.bin.from} to ${row.bin.to}: ${percent(row.mean)} ± ${percent(row.deviation)}, ${row.count} cells`,
    }));
    return points.length === 0 ? [] : [{ name, colour, shape, published, points }];
  });
}

/** For those who hear the chart: where each line begins and ends. */
export function describeBins(lines: readonly ColumnsLine[], what: string): string {
  const ends = lines.map(({ name, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    return `${name}: ${percent(first?.value ?? Number.NaN)} in the lowest bin, ${percent(last?.value ?? Number.NaN)} in the highest`;
  });
  return `${what} by bins of utilisation. ${ends.join("; ")}.`;
}

function ends(rows: readonly Pick<Measured, "bin">[], binWidth: number): [first: number, last: number] {
  const all = rows.flatMap(({ bin }) => (bin === undefined ? [] : [binOf(bin.from, binWidth).index]));
  return [Math.min(...all), Math.max(...all)];
}
