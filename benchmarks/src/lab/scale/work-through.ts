/** Cells, worked through on this machine: what the file has not is run, and each result is written as it comes. */
import type { Keyed } from "./keyed.ts";
import type { ResultFile } from "./result-file.ts";

/** Measures one cell. Rejects if that fails, and soon after the signal is aborted. */
export type CellRunner<C extends Keyed, R extends Keyed> = (cell: C, signal: AbortSignal) => Promise<R>;

export interface Work<C extends Keyed, R extends Keyed> {
  /** In the order in which they are begun. */
  readonly cells: Iterable<C>;
  readonly file: Pick<ResultFile<R>, "has" | "append">;
  readonly run: CellRunner<C, R>;
  /** How many at a time. Default 1: cells that run beside each other disturb each other's times. */
  readonly parallel?: number;
  /** What runs is stopped, and is not counted; what is in the file stays there. */
  readonly signal?: AbortSignal;
  /** How often a cell that fails is tried again, at once. Default 0. */
  readonly retries?: number;
  readonly onProgress?: (event: WorkEvent<C>) => void;
}

export type WorkEvent<C> =
  /** Before the first: what there is to do, and how many are in the file already. */
  | { readonly kind: "begin"; readonly cells: readonly C[]; readonly skipped: number }
  | { readonly kind: "start"; readonly cell: C }
  | { readonly kind: "retry"; readonly cell: C; readonly error: unknown }
  /** In the file; how long it took, with the attempts that failed. */
  | { readonly kind: "done"; readonly cell: C; readonly seconds: number }
  | { readonly kind: "failed"; readonly cell: C; readonly error: unknown };

export interface WorkReport<C> {
  /** How many were run and written. */
  readonly done: number;
  /** How many the file had, or came twice in the list. */
  readonly skipped: number;
  /** Those that stay open, each with its last error. */
  readonly failed: readonly { readonly cell: C; readonly error: unknown }[];
  readonly isInterrupted: boolean;
}

/**
 * Ends when nothing runs any more, also after an interruption.
 *
 * @throws what `file.append` throws (after it has stopped what runs); a cell that fails does not stop the others
 */
export async function workThrough<C extends Keyed, R extends Keyed>(work: Work<C, R>): Promise<WorkReport<C>> {
  const { file, run, parallel = 1, signal, retries = 0, onProgress = () => {} } = work;
  const { open, skipped } = openCells(work.cells, file);
  const failed: { cell: C; error: unknown }[] = [];
  let done = 0;
  const stop = new AbortController();
  const interrupt = () => stop.abort(signal?.reason);
  if (signal?.aborted) interrupt();
  signal?.addEventListener("abort", interrupt, { once: true });

  /** @returns undefined if it was interrupted */
  async function attempt(cell: C, left: number): Promise<R | undefined> {
    try {
      const result = await run(cell, stop.signal);
      if (result.key === cell.key) return stop.signal.aborted ? undefined : result;
      throw new Error(`the result of ${cell.key} has the key ${result.key}.`);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (left === 0) throw error;
      onProgress({ kind: "retry", cell, error });
      return attempt(cell, left - 1);
    }
  }

  async function workOn(cell: C): Promise<void> {
    onProgress({ kind: "start", cell });
    const start = performance.now();
    let result: R | undefined;
    try {
      result = await attempt(cell, retries);
    } catch (error) {
      failed.push({ cell, error });
      return onProgress({ kind: "failed", cell, error });
    }
    if (result === undefined) return;
    file.append(result);
    done++;
    onProgress({ kind: "done", cell, seconds: (performance.now() - start) / 1000 });
  }

  const cells = open.values();
  async function lane(): Promise<void> {
    try {
      for (const cell of cells) {
        if (stop.signal.aborted) return;
        await workOn(cell);
      }
    } catch (error) {
      // Of the file, or of the observer: nothing more can be kept.
      stop.abort(error);
      throw error;
    }
  }

  try {
    onProgress({ kind: "begin", cells: open, skipped });
    const lanes = await Promise.allSettled(Array.from({ length: parallel }, lane));
    for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
  } finally {
    signal?.removeEventListener("abort", interrupt);
  }
  return { done, skipped, failed, isInterrupted: stop.signal.aborted && done + failed.length < open.length };
}

function openCells<C extends Keyed>(cells: Iterable<C>, file: { has(key: string): boolean }) {
  const open = new Map<string, C>();
  let all = 0;
  for (const cell of cells) {
    all++;
    if (!file.has(cell.key) && !open.has(cell.key)) open.set(cell.key, cell);
  }
  return { open: [...open.values()], skipped: all - open.size };
}
