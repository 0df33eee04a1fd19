/** A cell, run in a process of its own. */
import { runChild } from "../../child.ts";
import type { CellRunner } from "../scale/work-through.ts";
import { type Cell, longestCell, runSetOf } from "./cell.ts";
import { isDisturbed } from "./disturbed.ts";
import type { SessionOrder, Settings } from "./order.ts";
import type { CellResult } from "./result.ts";
import type { SessionReport } from "./session-report.ts";
import type { VariantName } from "./variant.ts";

/**
 * The engine compiles and collects garbage on the main thread: a cell needs one core, and other threads of the process do not
 * take it from the jobs at moments that nobody chose. What they would have done is part of what is measured.
 */
export const engineFlags: readonly string[] = ["--single-threaded"];

export const sessionModule = new URL("./session.ts", import.meta.url);

export interface CellRunnerOptions {
  readonly settings: Settings;
  /** Addresses of the compiled bodies. */
  readonly modules: ReadonlyMap<VariantName, string>;
  /** How often a disturbed run is repeated at once, in the hope of a quiet one; the least disturbed counts. */
  readonly redo: number;
}

export function cellRunner({ settings, modules, redo }: CellRunnerOptions): CellRunner<Cell, CellResult> {
  async function once(cell: Cell, signal: AbortSignal): Promise<CellResult> {
    const { key, set, repetition, variant } = cell;
    const module = modules.get(variant) as string;
    const order: SessionOrder = { variant, sets: [runSetOf(cell)], settings, redo: 0, module };
    const [report] = await runChild<[SessionReport]>(key, sessionModule, order, {
      signal,
      timeout: longestCell(settings),
      engineFlags,
    });
    const ended = new Date().toISOString();
    return { key, set, repetition, ...report, disturbed: isDisturbed(report, settings.load), ended };
  }

  return async (cell, signal) => {
    let best = await once(cell, signal);
    for (let left = redo; left > 0 && best.disturbed && !signal.aborted; left--) {
      const next = await once(cell, signal);
      if (next.disturbance.stolen < best.disturbance.stolen) best = next;
    }
    return best;
  };
}
