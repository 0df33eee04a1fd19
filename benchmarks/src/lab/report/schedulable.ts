/**
 * Which share of the task sets was run without a miss? By bin, and weighted by utilisation into one number, for easy sets are
 * no merit: Σ U·S / Σ U over the sets, S = 1 if none of the set's jobs missed in any repetition (Bastoni et al., 2010).
 */
import { intoBins } from "./bins.ts";
import type { Cell } from "./cell.ts";
import type { Series } from "./series.ts";

export interface Schedulability {
  readonly series: string;
  readonly sets: number;
  readonly withoutMiss: number;
  /** From 0 to 1; NaN if all sets are empty. */
  readonly weighted: number;
  readonly bins: readonly {
    readonly from: number;
    readonly to: number;
    readonly sets: number;
    readonly withoutMiss: number;
  }[];
}

export function schedulabilityOf({ name, cells }: Series, binWidth: number): Schedulability {
  const sets = bySet(cells);
  const kept = sets.filter(({ misses }) => misses === 0);
  const bins = intoBins(sets, binWidth).map(({ from, to, cells }) => ({
    from,
    to,
    sets: cells.length,
    withoutMiss: cells.filter(({ misses }) => misses === 0).length,
  }));
  const weight = (some: readonly Cell[]) => some.reduce((sum, { utilisation }) => sum + utilisation, 0);
  return { series: name, sets: sets.length, withoutMiss: kept.length, weighted: weight(kept) / weight(sets), bins };
}

/** The worst repetition of each set. */
function bySet(cells: readonly Cell[]): Cell[] {
  const worst = new Map<string, Cell>();
  for (const cell of cells) {
    const known = worst.get(cell.set);
    if (known === undefined || cell.misses > known.misses) worst.set(cell.set, cell);
  }
  return [...worst.values()];
}
