/** Whether there is anything to wait for. */
import { setTimeout as wait } from "node:timers/promises";
import { LabError } from "../../errors.ts";
import type { Keyed } from "../keyed.ts";
import type { ResultHeader } from "../result-lines.ts";
import { type CellQueue, type QueueCounts, withQueue } from "./cell-queue.ts";
import type { QueueAddress } from "./connection.ts";

export interface CellFailure {
  readonly key: string;
  readonly reason: string;
}

export interface QueueState extends QueueCounts {
  /** All cells have results but `failed`: there is nothing to wait for. */
  readonly isOver: boolean;
  readonly failed: readonly CellFailure[];
}

/** Somebody may be about to give jobs to the cells that he has announced. */
const patienceMs = 10_000;

/** @throws LabError if there is no Redis, or nothing was offered */
export async function queueState(address: QueueAddress): Promise<QueueState> {
  return await withQueue(address, async (queue) => {
    await queue.header();
    return await stateOf(queue);
  });
}

/**
 * What a worker has to know of the grid, and the header for the file into which results are collected.
 *
 * @throws LabError if there is no Redis, or nothing was offered
 */
export async function queueHeader(address: QueueAddress): Promise<ResultHeader> {
  return await withQueue(address, (queue) => queue.header());
}

/** Jobs, results and whatever failed go from the server: the grid can be offered anew, or another one. */
export async function forgetQueue(address: QueueAddress): Promise<void> {
  await withQueue(address, (queue) => queue.forget());
}

export async function stateOf(queue: CellQueue<Keyed, Keyed>): Promise<QueueState> {
  const counts = await queue.counts();
  const failed = counts.failedJobs === 0 ? [] : await queue.failures();
  return { ...counts, isOver: counts.results + failed.length >= counts.cells, failed };
}

/** Asks for the state again and again. */
export class Watch {
  readonly #queue: CellQueue<Keyed, Keyed>;
  readonly #pollMs: number;
  #idleSince: number | undefined;

  constructor(queue: CellQueue<Keyed, Keyed>, pollMs: number) {
    this.#queue = queue;
    this.#pollMs = pollMs;
  }

  /** @throws LabError if cells are left that nobody is going to run */
  async look(): Promise<QueueState> {
    const state = await stateOf(this.#queue);
    const isLost = state.waiting + state.running === 0 && !state.isOver;
    this.#idleSince = isLost ? (this.#idleSince ?? performance.now()) : undefined;
    if (this.#idleSince === undefined || performance.now() - this.#idleSince < patienceMs) return state;
    const left = state.cells - state.results - state.failed.length;
    const words = `${left} cells of ${this.#queue.name} have neither a result nor a job`;
    throw new LabError("cells_lost", `${words}: offering them was interrupted. Offer the grid again.`);
  }

  /** Ends at once if the signal is aborted. */
  async pause(signal: AbortSignal): Promise<void> {
    await wait(this.#pollMs, undefined, { signal }).catch(() => {});
  }
}
