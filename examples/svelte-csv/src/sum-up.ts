/** Totals of a CSV file, parsed by Papa Parse. The build makes both preemptable: this because `useJob` gets it, Papa Parse by its name. */
import Papa from "papaparse";

export interface Total {
  readonly name: string;
  readonly count: number;
  readonly sum: number;
}

/**
 * How often each value of a column occurs, and the sum of the amounts beside it, the largest first.
 *
 * @param report Called with how much of the text was read, from 0 to 1
 */
export function sumUp(csv: string, column: string, report: (share: number) => void): Total[] {
  const totals = new Map<string, { count: number; sum: number }>();
  let rows = 0;
  Papa.parse<Record<string, string>>(csv, {
    header: true,
    skipEmptyLines: true,
    step: ({ data, meta }) => {
      const name = data[column] ?? "";
      const total = totals.get(name) ?? { count: 0, sum: 0 };
      total.count++;
      total.sum += Number(data.amount);
      totals.set(name, total);
      if (++rows % 1000 === 0) report(meta.cursor / csv.length);
    },
  });
  return Array.from(totals, ([name, total]) => ({ name, ...total })).sort((a, b) => b.sum - a.sum);
}
