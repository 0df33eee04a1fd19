/** A pure function, called for thousands of items on all cores. */
import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";
import type { Batch, BatchOutcome, SentError } from "./pool-thread.ts";

export interface PoolOptions {
  /** How many threads. Default: one for each core that this process may use. */
  readonly parallel?: number;
  /** What runs is stopped; the iteration throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** How many items go to a thread at a time. Default 8: enough that messages cost little, for items of 0.1 ms. */
  readonly batchSize?: number;
}

export type Mapped<T, R> =
  | { readonly item: T; readonly value: R }
  /** Thrown for this item, or it has taken its thread down. The others have their values. */
  | { readonly item: T; readonly error: Error };

/** Batches in work or done for each thread: a slow one does not hold up the others until so many wait behind it. */
const batchesAhead = 8;

/**
 * One outcome for each item, in the order of the items, as soon as it and those before it are known. Items are taken as
 * they are needed, so that there may be more than fit into memory. Items and values are copied between threads.
 *
 * @param module The address of the module: `import.meta.resolve("./analyse-set.ts")`
 * @param name Of the exported function. It may answer a promise; it must not end its thread (`process.exit`)
 * @throws an error if there is no such module or function
 */
export async function* mapParallel<T, R>(
  items: Iterable<T>,
  module: URL | string,
  name: string,
  { parallel = availableParallelism(), signal, batchSize = 8 }: PoolOptions = {},
): AsyncGenerator<Mapped<T, R>, void, undefined> {
  signal?.throwIfAborted();
  const pool = new Tinypool({
    filename: new URL("./pool-thread.ts", import.meta.url).href,
    minThreads: parallel,
    maxThreads: parallel,
  });
  const ahead: Promise<Mapped<T, R>[]>[] = [];
  try {
    for (const batch of batchesOf(items, batchSize)) {
      const outcomes = runBatch<T, R>(pool, { module: String(module), name }, batch, signal);
      // Whoever stops early does not await it.
      outcomes.catch(() => {});
      ahead.push(outcomes);
      if (ahead.length >= parallel * batchesAhead) yield* await (ahead.shift() as Promise<Mapped<T, R>[]>);
    }
    for (const outcomes of ahead) yield* await outcomes;
  } finally {
    await pool.destroy();
  }
}

async function runBatch<T, R>(
  pool: Tinypool,
  what: Omit<Batch, "items">,
  items: readonly T[],
  signal: AbortSignal | undefined,
): Promise<Mapped<T, R>[]> {
  let outcomes: BatchOutcome;
  try {
    outcomes = (await pool.run({ ...what, items } satisfies Batch, { signal: signal ?? null })) as BatchOutcome;
  } catch (error) {
    signal?.throwIfAborted();
    // The thread is gone. With whom of them?
    if (items.length === 1) return [{ item: items[0] as T, error: error as Error }];
    const alone = await Promise.all(items.map((item) => runBatch<T, R>(pool, what, [item], signal)));
    return alone.flat();
  }
  if ("unusable" in outcomes) throw received(outcomes.unusable);
  return outcomes.map((outcome, i) => {
    const item = items[i] as T;
    return "error" in outcome ? { item, error: received(outcome.error) } : { item, value: outcome.value as R };
  });
}

function received({ name, message, code, stack }: SentError): Error {
  const error = new Error(message);
  return Object.assign(error, { name }, code === undefined ? {} : { code }, stack === undefined ? {} : { stack });
}

function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[], void, undefined> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
