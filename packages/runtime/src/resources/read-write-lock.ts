/** A read-write lock: many jobs read at a time, or one writes. Readers take one permit of very many, a writer takes all. */

import { tableOf } from "@preempt/checks";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import { attach } from "../protocol/protocol.ts";
import type { Body, Callable } from "../realm/intrinsics.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Lock } from "./held.ts";
import { Permits } from "./permits.ts";
import { checkShared, type SharedLockOptions } from "./shared-options.ts";
import type { WaitOptions } from "./wait-limit.ts";

export interface ReadWriteLockOptions extends SharedLockOptions {}

const names = tableOf<ReadWriteLockOptions>({ name: 1, protocol: 1 });

const all = 2 ** 31;

/**
 * Several jobs of one scheduler read at a time, or one writes. Waiting jobs stand in one line, the most urgent first, and by
 * arrival among equals. A new reader goes behind a waiting writer that is at least as urgent. So among equals, neither side
 * starves the other.
 *
 * A job that reads may read again at once. A reader that wants to write would wait for itself: a `deadlock`.
 */
export class ReadWriteLock {
  /** The name, for messages and traces. */
  readonly name: string;
  readonly #permits: Permits;

  static {
    // What annotated code calls in place of `read` and `write`.
    const read = function* (this: ReadWriteLock, options?: WaitOptions) {
      return yield* this.acquireRead(options);
    };
    const write = function* (this: ReadWriteLock, options?: WaitOptions) {
      return yield* this.acquireWrite(options);
    };
    attach(ReadWriteLock.prototype.read as unknown as Callable, read as unknown as Body);
    attach(ReadWriteLock.prototype.write as unknown as Callable, write as unknown as Body);
  }

  /** @throws PreemptError if the name is missing, or the protocol is not for several holders */
  constructor(rt: Scheduler, options: ReadWriteLockOptions) {
    const { name, lends } = checkShared("read-write lock", options, names);
    const kernel = wholeKernel(rt, `read-write lock "${name}"`);
    this.name = name;
    this.#permits = new Permits(kernel, "read-write lock", name, { count: all, lends, mayTakeMore: true });
  }

  /** How many read locks are held. */
  get readers(): number {
    return this.isWriting ? 0 : all - this.#permits.free;
  }

  /** Whether a job writes. */
  get isWriting(): boolean {
    return this.#permits.free === 0;
  }

  /** How many jobs wait for it. */
  get waiting(): number {
    return this.#permits.waiting;
  }

  /**
   * Locks it for reading. While a job writes, or a writer that is at least as urgent waits, the job waits, in annotated code.
   *
   * @param options How long to wait: `{ signal, timeout }`. Default: until it may read
   * @throws PreemptError if it would never become free (`deadlock`), or if it is locked and this code is not annotated;
   * `lock_timeout` when the time is over; the signal's reason when that is aborted, also before the call
   */
  read(options?: WaitOptions): Lock {
    return this.#permits.lock(1, options, "tryRead");
  }

  /** Locks it for writing. While others read or write, the job waits, in annotated code. Parameters and errors as in {@link read}. */
  write(options?: WaitOptions): Lock {
    return this.#permits.lock(all, options, "tryWrite");
  }

  /** {@link read} for generator functions that run as jobs: `const lock = yield* config.acquireRead();`. */
  *acquireRead(options?: WaitOptions): Generator<undefined, Lock> {
    return yield* this.#permits.acquire(1, options);
  }

  /** {@link write} for generator functions that run as jobs: `const lock = yield* config.acquireWrite();`. */
  *acquireWrite(options?: WaitOptions): Generator<undefined, Lock> {
    return yield* this.#permits.acquire(all, options);
  }

  /** Locks it for reading if that is possible at once. Otherwise returns undefined. */
  tryRead(): Lock | undefined {
    return this.#permits.tryTake(1);
  }

  /** Locks it for writing if that is possible at once. Otherwise returns undefined. */
  tryWrite(): Lock | undefined {
    return this.#permits.tryTake(all);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "ReadWriteLock";
  }
}
