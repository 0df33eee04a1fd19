/** Cells and results to put into result files. */

export interface Cell {
  readonly key: string;
  readonly expectedSeconds?: number;
}

export interface Result {
  readonly key: string;
  readonly value: number | string;
}

export const header = { grid: "0123456789abcdef", variants: "edf" };

export function cellsTo(count: number): Cell[] {
  return Array.from({ length: count }, (_, i) => ({ key: `c${i}` }));
}
