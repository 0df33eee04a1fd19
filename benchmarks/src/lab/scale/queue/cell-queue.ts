/**
 * A grid in Redis: BullMQ gives its cells to workers, and beside that stands what counts.
 *
 *     header    of which grid the queue is; the first to offer says so
 *     cells     the keys of all cells
 *     results   key → result: the first one of a key stays, however many workers bring one
 *     order     the keys in the order of their results, for those who collect them
 *
 * BullMQ promises that each job is done at least once: a worker that is killed or stalls loses its job to another, and
 * may still end it. So what is done is what has a result here, and a job is only the occasion to get one.
 */
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { LabError } from "../../errors.ts";
import { hashOf } from "../hash.ts";
import type { Keyed } from "../keyed.ts";
import { gridDifference, type ResultHeader } from "../result-lines.ts";
import { connect, type QueueAddress, withoutPassword } from "./connection.ts";

/** Of BullMQ's keys; ours start with another, so that no job is called as one of them. */
export const bullPrefix = "preempt-lab";

/** KEYS: results, order. ARGV: key, result. */
const storeFirst = `
if redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call("RPUSH", KEYS[2], ARGV[1])
return 1`;

export interface QueueCounts {
  /** All that were offered. */
  readonly cells: number;
  readonly results: number;
  /** For a worker, and with one. */
  readonly waiting: number;
  readonly running: number;
  /** Given up, after all attempts. */
  readonly failedJobs: number;
}

/**
 * Opens the queue for as long as `work` takes.
 *
 * @throws LabError if there is no Redis at the address, or the connection breaks and does not come back; what `work`
 * throws
 */
export async function withQueue<C extends Keyed, R extends Keyed, T>(
  address: QueueAddress,
  work: (queue: CellQueue<C, R>) => Promise<T>,
): Promise<T> {
  const queue = new CellQueue<C, R>(address, await connect(address));
  try {
    return await work(queue);
  } catch (error) {
    if (error instanceof LabError || !queue.isLost) throw error;
    const words = `the connection to ${queue.name} broke and did not come back`;
    throw new LabError("redis_lost", `${words}. What was done is kept there: try again when it is.`, { cause: error });
  } finally {
    await queue.close();
  }
}

export class CellQueue<C extends Keyed, R extends Keyed> {
  readonly redis: Redis;
  /** A job's name is the hash of its grid, and its identifier that of its cell's key. */
  readonly jobs: Queue<Keyed, null, string>;
  readonly #address: QueueAddress;

  constructor(address: QueueAddress, redis: Redis) {
    this.#address = address;
    this.redis = redis;
    this.jobs = new Queue(address.queueName, { connection: redis, prefix: bullPrefix });
    // It comes up where a command fails.
    this.jobs.on("error", () => {});
  }

  async close(): Promise<void> {
    if (!this.isLost) await this.jobs.close();
    this.redis.disconnect();
  }

  /** The connection is given up: commands fail. */
  get isLost(): boolean {
    return this.redis.status === "end";
  }

  /** In messages. */
  get name(): string {
    return `queue "${this.#address.queueName}" at ${withoutPassword(this.#address.connection)}`;
  }

  /** @throws LabError if nothing was offered */
  async header(): Promise<ResultHeader> {
    const text = await this.redis.get(this.#key("header"));
    if (text !== null) return JSON.parse(text) as ResultHeader;
    throw new LabError("nothing_offered", `${this.name} has no cells. Offer some first, or give another name.`);
  }

  /**
   * Says of which grid the queue is, if nobody has.
   *
   * @throws LabError if it is of another
   */
  async claim(header: ResultHeader): Promise<void> {
    await this.redis.set(this.#key("header"), JSON.stringify(header), "NX");
    const difference = gridDifference(await this.header(), header);
    if (difference === undefined) return;
    const words = `${this.name} has another grid (${difference})`;
    throw new LabError("other_grid", `${words}. Give another queue name, or forget what is in this one.`);
  }

  /** @returns how many were not known */
  announce(cells: readonly C[]): Promise<number> {
    return this.redis.sadd(this.#key("cells"), ...cells.map(({ key }) => key));
  }

  /** Nothing happens to a cell that has a job already. */
  async addJobs(cells: readonly C[], grid: string, retries: number): Promise<void> {
    await this.jobs.addBulk(
      cells.map((cell) => ({
        name: grid,
        data: cell,
        opts: { jobId: jobIdOf(cell.key), attempts: retries + 1, removeOnComplete: true, removeOnFail: false },
      })),
    );
  }

  async hasResult(key: string): Promise<boolean> {
    return (await this.redis.hexists(this.#key("results"), key)) === 1;
  }

  /** Of `cells`, those that have no result. */
  async withoutResult<T extends Keyed>(cells: readonly T[]): Promise<T[]> {
    const has = await Promise.all(cells.map(({ key }) => this.hasResult(key)));
    return cells.filter((_, i) => !has[i]);
  }

  /** @returns false if there was one with its key: the first stays */
  async store(result: R): Promise<boolean> {
    const keys = [this.#key("results"), this.#key("order")];
    return (await this.redis.eval(storeFirst, 2, ...keys, result.key, JSON.stringify(result))) === 1;
  }

  /** Keys in the order of their results. @param from How many are known */
  keysFrom(from: number, count: number): Promise<string[]> {
    return this.redis.lrange(this.#key("order"), from, from + count - 1);
  }

  async results(keys: readonly string[]): Promise<R[]> {
    if (keys.length === 0) return [];
    const texts = await this.redis.hmget(this.#key("results"), ...keys);
    return texts.map((text) => JSON.parse(text as string) as R);
  }

  async counts(): Promise<QueueCounts> {
    // Jobs first: one that ends in between is counted twice, and never not at all.
    const jobs = await this.jobs.getJobCounts("waiting", "prioritized", "delayed", "active", "failed");
    const { active = 0, failed = 0, ...others } = jobs;
    const [cells, results] = await Promise.all([
      this.redis.scard(this.#key("cells")),
      this.redis.hlen(this.#key("results")),
    ]);
    const waiting = Object.values(others).reduce((sum, count) => sum + count, 0);
    return { cells, results, waiting, running: active, failedJobs: failed };
  }

  /** Cells that were given up and have no result from elsewhere. */
  async failures(): Promise<{ key: string; reason: string }[]> {
    const failed: { key: string; reason: string }[] = [];
    for (let from = 0; ; from += 1000) {
      const jobs = await this.jobs.getFailed(from, from + 999);
      failed.push(...jobs.map(({ data, failedReason }) => ({ key: data.key, reason: failedReason ?? "" })));
      if (jobs.length < 1000) return this.withoutResult(failed);
    }
  }

  /** Everything, as if nothing had been offered. */
  async forget(): Promise<void> {
    await this.jobs.obliterate({ force: true });
    await this.redis.del(...(["header", "cells", "results", "order"] as const).map((name) => this.#key(name)));
  }

  #key(name: "header" | "cells" | "results" | "order"): string {
    return `${bullPrefix}-cells:${this.#address.queueName}:${name}`;
  }
}

/** BullMQ takes no identifier that is an integer, and none with a colon. */
export function jobIdOf(key: string): string {
  return `c-${hashOf(key, 32)}`;
}
