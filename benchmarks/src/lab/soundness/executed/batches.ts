/** Several sets in one process: it calibrates once. What an interruption leaves undone is one batch. */
import { runChild } from "../../../child.ts";
import { longestCell, runSetOf } from "../../run/cell.ts";
import { isDisturbed } from "../../run/disturbed.ts";
import type { SessionOrder, Settings } from "../../run/order.ts";
import type { CellResult } from "../../run/result.ts";
import { engineFlags, sessionModule } from "../../run/run-cell.ts";
import type { SessionReport } from "../../run/session-report.ts";
import type { VariantName } from "../../run/variant.ts";
import type { Keyed } from "../../scale/keyed.ts";
import type { ExecutedCell } from "./sets.ts";

/** So many sets are executed in some seconds. */
const size = 8;

export interface Batch extends Keyed {
  readonly variant: VariantName;
  readonly cells: readonly ExecutedCell[];
  readonly expectedSeconds: number;
}

export interface BatchResult extends Keyed {
  readonly results: readonly CellResult[];
}

/** Calibrating and warming up. */
const preparation = 1.5;

/** A batch has one variant. */
export function batchesOf(cells: readonly ExecutedCell[]): Batch[] {
  const byVariant = Map.groupBy(cells, ({ variant }) => variant);
  const lists = [...byVariant].map(([variant, own]) =>
    Array.from({ length: Math.ceil(own.length / size) }, (_, i): Batch => {
      const some = own.slice(i * size, (i + 1) * size);
      const seconds = some.reduce((sum, { expectedSeconds }) => sum + expectedSeconds, preparation);
      return { key: `${variant} ${i}`, variant, cells: some, expectedSeconds: seconds };
    }),
  );
  // In turn, so that a campaign that is stopped early has some of all.
  const most = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

export interface BatchOptions {
  readonly settings: Settings;
  readonly modules: ReadonlyMap<VariantName, string>;
  /** How often a disturbed run is repeated at once. */
  readonly redo: number;
}

export async function runBatch(
  { key, variant, cells }: Batch,
  { settings, modules, redo }: BatchOptions,
  signal: AbortSignal,
): Promise<BatchResult> {
  const order: SessionOrder = {
    variant,
    sets: cells.map(runSetOf),
    settings,
    redo,
    module: modules.get(variant) as string,
  };
  const timeout = longestCell(settings) * cells.length * (redo + 1);
  const reports = await runChild<SessionReport[]>(key, sessionModule, order, { signal, timeout, engineFlags });
  const ended = new Date().toISOString();
  const results = reports.map((report, i): CellResult => {
    const { key: own, set, repetition } = cells[i] as ExecutedCell;
    return { key: own, set, repetition, ...report, disturbed: isDisturbed(report, settings.load), ended };
  });
  return { key, results };
}
