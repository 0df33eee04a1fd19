/** Cells, run one after the other with a bar for whoever waits: what `run`, `validate` and `paper` have in common. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Terminal } from "../command.ts";
import { showProgress } from "../scale/progress.ts";
import type { ResultFile } from "../scale/result-file.ts";
import { type WorkReport, workThrough } from "../scale/work-through.ts";
import type { Cell } from "./cell.ts";
import { compileBodies } from "./compile-bodies.ts";
import type { Settings } from "./order.ts";
import type { CellResult } from "./result.ts";
import { cellRunner } from "./run-cell.ts";

export interface ExecuteOptions {
  readonly cells: readonly Cell[];
  readonly settings: Settings;
  readonly file: ResultFile<CellResult>;
  readonly terminal: Terminal;
  /** Processes at a time. Default 1. */
  readonly parallel?: number;
  /** How often a run that others disturbed is repeated at once. Default 1. */
  readonly redo?: number;
  /** How often a cell that failed is tried again. Default 1. */
  readonly retries?: number;
}

/** Those that the file has are left out. */
export async function executeCells(options: ExecuteOptions): Promise<WorkReport<Cell>> {
  const { cells, settings, file, terminal, parallel = 1, redo = 1, retries = 1 } = options;
  // From here on a signal finds somebody who removes the folder.
  const { signal } = terminal;
  const folder = mkdtempSync(join(tmpdir(), "preempt-run-"));
  const progress = showProgress(terminal, { parallel });
  try {
    const variants = [...new Set(cells.map(({ variant }) => variant))];
    const modules = compileBodies(settings.body, variants, folder);
    return await workThrough({
      cells,
      file,
      run: cellRunner({ settings, modules, redo }),
      parallel,
      retries,
      signal,
      onProgress: progress.onProgress,
    });
  } finally {
    progress.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
