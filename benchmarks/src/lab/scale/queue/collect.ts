/** Results out of the queue, into a file. */
import type { Keyed } from "../keyed.ts";
import type { ResultFile } from "../result-file.ts";
import { withQueue } from "./cell-queue.ts";
import type { QueueAddress } from "./connection.ts";
import { type CellFailure, type QueueState, Watch } from "./state.ts";

export interface Collection<R extends Keyed> extends QueueAddress {
  /** Opened with the header that `queueHeader` tells. */
  readonly file: Pick<ResultFile<R>, "has" | "appendAll">;
  /** Default: ends when no cell waits and none runs. False: takes what is there. */
  readonly waits?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (state: QueueState) => void;
  /** How often to look for more. In milliseconds, default 1000. */
  readonly pollMs?: number;
}

export interface CollectionReport {
  /** Results that the file did not have. */
  readonly collected: number;
  /** All cells of the queue. */
  readonly cells: number;
  readonly failed: readonly CellFailure[];
  /** Every cell has a result, and the file has it. */
  readonly isComplete: boolean;
}

/** A result may have some hundred kilobytes. */
const batchSize = 64;

/**
 * May be interrupted and done again, into this file or another: the queue keeps its results.
 *
 * @throws LabError if there is no Redis, nothing was offered, the file cannot be written, or cells are left that
 * nobody is going to run
 */
export async function collectResults<R extends Keyed>(collection: Collection<R>): Promise<CollectionReport> {
  const { file, waits = true, onProgress = () => {}, pollMs = 1000 } = collection;
  const signal = collection.signal ?? new AbortController().signal;
  return await withQueue<Keyed, R, CollectionReport>(collection, async (queue) => {
    await queue.header();
    const watch = new Watch(queue, pollMs);
    let [known, collected] = [0, 0];
    for (;;) {
      // Before the results: what is over then is in them.
      const state = await watch.look();
      for (;;) {
        const keys = await queue.keysFrom(known, batchSize);
        if (keys.length === 0 || signal.aborted) break;
        known += keys.length;
        collected += file.appendAll(await queue.results(keys.filter((key) => !file.has(key))));
      }
      onProgress(state);
      if (state.isOver || !waits || signal.aborted) {
        return { collected, cells: state.cells, failed: state.failed, isComplete: known >= state.cells };
      }
      await watch.pause(signal);
    }
  });
}
