/** Cells by utilisation, in bins of one width from 0. */
import type { Cell } from "./cell.ts";

export interface Bin {
  /** Which one it is, from 0. */
  readonly index: number;
  /** Its lower end belongs to it, its upper end to the next, and so does what rounding has left a little below these. */
  readonly from: number;
  readonly to: number;
}

/**
 * Sets that were made for one utilisation, which rounded execution times miss a little, stand together: what is below an end
 * by this share of the width belongs to the bin above. It is 0.0001 of 0.1, by which ten tasks with execution times in
 * microseconds can miss it; the bins that the paper published leave no room for much more.
 */
const slack = 0.001;

/** 0.3 is in the bin that starts at 0.3, and so is 0.29999. */
export function binOf(utilisation: number, width: number): Bin {
  const index = Math.floor(utilisation / width + slack);
  return { index, from: tidy(index * width), to: tidy((index + 1) * width) };
}

export interface BinnedCells extends Bin {
  readonly cells: readonly Cell[];
}

/** The bins that have cells, in order. */
export function intoBins(cells: readonly Cell[], width: number): BinnedCells[] {
  const bins = new Map<number, Bin & { cells: Cell[] }>();
  for (const cell of cells) {
    const bin = binOf(cell.utilisation, width);
    const known = bins.get(bin.index);
    if (known === undefined) bins.set(bin.index, { ...bin, cells: [cell] });
    else known.cells.push(cell);
  }
  return [...bins.values()].sort((a, b) => a.index - b.index);
}

/** Without what binary adds to a multiple. */
export function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
