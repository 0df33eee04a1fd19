/** Cells into the queue, for workers on any machine. */
import type { Keyed } from "../keyed.ts";
import type { ResultHeader } from "../result-lines.ts";
import { withQueue } from "./cell-queue.ts";
import type { QueueAddress } from "./connection.ts";

export interface Offer<C extends Keyed> extends QueueAddress {
  readonly cells: Iterable<C>;
  readonly header: ResultHeader;
  /** How often a cell that fails is tried again, by any worker. Default 0. */
  readonly retries?: number;
  /** Cells that were given up are tried once more. Default false. */
  readonly again?: boolean;
  readonly signal?: AbortSignal;
}

export interface OfferReport {
  /** Cells that the queue did not know. */
  readonly added: number;
  /** Cells that it knew: they have a result or wait for one. */
  readonly known: number;
}

/** In one command to Redis. */
const batchSize = 1000;

/**
 * Offering twice changes nothing; after an interruption, offering again completes what was begun.
 *
 * @throws LabError if there is no Redis, or the queue has another grid
 */
export async function offerCells<C extends Keyed>(offer: Offer<C>): Promise<OfferReport> {
  const { header, retries = 0, again = false, signal } = offer;
  const batches = batchesOf([...offer.cells], batchSize);
  return await withQueue<C, Keyed, OfferReport>(offer, async (queue) => {
    await queue.claim(header);
    let [added, all] = [0, 0];
    // All are announced before the first has a job: nobody may find the grid done that is not all there.
    for (const batch of batches) {
      signal?.throwIfAborted();
      added += await queue.announce(batch);
      all += batch.length;
    }
    // Whatever the clocks of the workers said when they failed.
    if (again) await queue.jobs.retryJobs({ state: "failed", timestamp: Number.MAX_SAFE_INTEGER });
    for (const batch of batches) {
      signal?.throwIfAborted();
      await queue.addJobs(await queue.withoutResult(batch), header.grid, retries);
    }
    return { added, known: all - added };
  });
}

function batchesOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
