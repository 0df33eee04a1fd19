/** A worker: takes cells from the queue, runs them here, and brings the results. */
import { type Job, WaitingError, Worker } from "bullmq";
import { LabError } from "../../errors.ts";
import type { Keyed } from "../keyed.ts";
import type { ResultHeader } from "../result-lines.ts";
import type { CellRunner } from "../work-through.ts";
import { bullPrefix, type CellQueue, withQueue } from "./cell-queue.ts";
import type { QueueAddress } from "./connection.ts";
import { Watch } from "./state.ts";

export interface Service<C extends Keyed, R extends Keyed> extends QueueAddress {
  /** For the grid of the queue. */
  readonly run: (header: ResultHeader) => CellRunner<C, R>;
  /** How many cells at a time. Default 1: cells that run beside each other disturb each other's times. */
  readonly parallel?: number;
  /** What runs is stopped and given back to the queue. */
  readonly signal?: AbortSignal;
  /** Default: the worker ends when all cells have results or were given up. True: it waits for more, until the signal. */
  readonly staysOn?: boolean;
  readonly onEvent?: (event: ServiceEvent) => void;
  /**
   * After this time without a sign of life, a worker's cells are given to others. The sign is given each half of it,
   * however long a cell takes: cells run in processes of their own. In milliseconds, default 60,000.
   */
  readonly lockMs?: number;
  /** How often a worker that has nothing to do looks whether the others have. In milliseconds, default 1000. */
  readonly pollMs?: number;
}

export type ServiceEvent =
  | { readonly kind: "start"; readonly key: string }
  /** Another worker may have been first, as this one stalled: then its result is thrown away. */
  | { readonly kind: "done"; readonly key: string; readonly isFirst: boolean; readonly seconds: number }
  | { readonly kind: "failed"; readonly key: string; readonly error: unknown }
  /** Of the connection, or of a lock that was lost. */
  | { readonly kind: "remark"; readonly text: string };

export interface ServiceReport {
  /** Results that count. */
  readonly done: number;
  /** Results that came too late. */
  readonly late: number;
  /** Attempts that failed here. */
  readonly failures: number;
  readonly isInterrupted: boolean;
}

type CellJob = Job<Keyed, null, string>;

/** A cell that takes its machine down with it must not take them all. */
const mostStalls = 3;

/**
 * @throws LabError if there is no Redis or it goes away for good, or if the queue has no cells, those of another grid,
 * or cells that nobody is going to run
 */
export async function serveQueue<C extends Keyed, R extends Keyed>(service: Service<C, R>): Promise<ServiceReport> {
  return await withQueue<C, R, ServiceReport>(service, async (queue) => {
    const served = new CellService(service, queue, await queue.header());
    await served.untilOver();
    return served.report();
  });
}

class CellService<C extends Keyed, R extends Keyed> {
  readonly #service: Service<C, R>;
  readonly #queue: CellQueue<C, R>;
  readonly #grid: string;
  readonly #run: CellRunner<C, R>;
  readonly #stop = new AbortController();
  #running = 0;
  #done = 0;
  #late = 0;
  #failures = 0;
  #trouble: { readonly error: unknown } | undefined;

  constructor(service: Service<C, R>, queue: CellQueue<C, R>, header: ResultHeader) {
    this.#service = service;
    this.#queue = queue;
    this.#grid = header.grid;
    this.#run = service.run(header);
  }

  report(): ServiceReport {
    const isInterrupted = this.#service.signal?.aborted === true;
    return { done: this.#done, late: this.#late, failures: this.#failures, isInterrupted };
  }

  async untilOver(): Promise<void> {
    const { signal, staysOn = false, pollMs = 1000 } = this.#service;
    const interrupt = () => this.#stop.abort(signal?.reason);
    if (signal?.aborted) interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    const lose = () => this.#giveUp(new Error("the connection is closed."));
    this.#queue.redis.once("end", lose);
    const worker = this.#startWorker();
    try {
      const watch = new Watch(this.#queue, pollMs);
      while (!this.#stop.signal.aborted) {
        // Whoever runs a cell knows that there is work, and is not to be disturbed.
        if (!staysOn && this.#running === 0 && (await watch.look()).isOver) break;
        await watch.pause(this.#stop.signal);
      }
    } catch (error) {
      this.#giveUp(error);
    } finally {
      signal?.removeEventListener("abort", interrupt);
      // What runs ends, or is given back. There is nobody to tell if the connection is gone.
      await worker.close(this.#queue.isLost);
      this.#queue.redis.off("end", lose);
    }
    if (this.#trouble !== undefined) throw this.#trouble.error;
  }

  #startWorker(): Worker<Keyed, null, string> {
    const { queueName, parallel = 1, lockMs = 60_000, onEvent = () => {} } = this.#service;
    const process = async (job: CellJob, token?: string): Promise<null> => {
      this.#running++;
      try {
        return await this.#runJob(job, token);
      } finally {
        this.#running--;
      }
    };
    const worker = new Worker<Keyed, null, string>(queueName, process, {
      connection: this.#queue.redis,
      prefix: bullPrefix,
      concurrency: parallel,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: mostStalls,
    });
    worker.on("error", (error) => onEvent({ kind: "remark", text: error.message }));
    return worker;
  }

  async #runJob(job: CellJob, token: string | undefined): Promise<null> {
    const { onEvent = () => {} } = this.#service;
    const { signal } = this.#stop;
    const cell = job.data as C;
    const { key } = cell;
    if (job.name !== this.#grid) {
      const words = `${this.#queue.name} has got cells of another grid`;
      this.#giveUp(new LabError("other_grid", `${words}. Start the worker again for that one.`));
    }
    if (signal.aborted) return giveBack(job, token);
    // Another worker stalled at it, and ended all the same.
    if (await this.#queue.hasResult(key)) return null;
    onEvent({ kind: "start", key });
    const start = performance.now();
    let result: R;
    try {
      result = await this.#run(cell, signal);
      if (result.key !== key) throw new Error(`the result of ${key} has the key ${result.key}.`);
    } catch (error) {
      if (signal.aborted) return giveBack(job, token);
      this.#failures++;
      onEvent({ kind: "failed", key, error });
      throw error;
    }
    if (signal.aborted) return giveBack(job, token);
    const isFirst = await this.#queue.store(result);
    if (isFirst) this.#done++;
    else this.#late++;
    onEvent({ kind: "done", key, isFirst, seconds: (performance.now() - start) / 1000 });
    return null;
  }

  #giveUp(error: unknown): void {
    this.#trouble ??= { error };
    this.#stop.abort(error);
  }
}

/** For the next one to take; not an attempt that failed. */
async function giveBack(job: CellJob, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}
