/** A counting semaphore: so many jobs at a time, for a pool of connections or a limit of requests. */

import { tableOf } from "@preempt/checks";
import { refuse, show } from "../input/errors.ts";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import { attach } from "../protocol/protocol.ts";
import type { Body, Callable } from "../realm/intrinsics.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Lock } from "./held.ts";
import { Permits } from "./permits.ts";
import { checkShared, type SharedLockOptions } from "./shared-options.ts";
import type { WaitOptions } from "./wait-limit.ts";

export interface SemaphoreOptions extends SharedLockOptions {
  /** How many locks there are at a time. An integer, 1 or above. */
  readonly count: number;
}

const names = tableOf<SemaphoreOptions>({ name: 1, count: 1, protocol: 1 });

/**
 * A counting semaphore: `count` jobs of one scheduler hold it at a time. The others wait, the most urgent first, and by arrival
 * among equals.
 *
 * Each permit belongs to the job that locked it, and is returned when that job ends. So it is no signal from one job to another
 * (see {@link Condition}). A job may hold several.
 */
export class Semaphore {
  /** The name, for messages and traces. */
  readonly name: string;
  /** How many permits there are. */
  readonly count: number;
  readonly #permits: Permits;

  static {
    // What annotated code calls in place of `lock`.
    const body = function* (this: Semaphore, options?: WaitOptions) {
      return yield* this.acquire(options);
    };
    attach(Semaphore.prototype.lock as unknown as Callable, body as unknown as Body);
  }

  /** @throws PreemptError if `count` is no integer of 1 or above, or the protocol is not for several holders */
  constructor(rt: Scheduler, options: SemaphoreOptions) {
    const { name, lends } = checkShared("semaphore", options, names);
    const { count } = options;
    if (!Number.isInteger(count) || count < 1) {
      refuse("count_not_positive", `the count of semaphore "${name}"`, show(count), "an integer, 1 or above");
    }
    this.name = name;
    this.count = count;
    this.#permits = new Permits(wholeKernel(rt, `semaphore "${name}"`), "semaphore", name, { count, lends });
  }

  /** How many permits are free. */
  get free(): number {
    return this.#permits.free;
  }

  /** How many jobs wait. */
  get waiting(): number {
    return this.#permits.waiting;
  }

  /**
   * Takes a permit for the running job, or for code outside of jobs. If none is free, the job waits, in annotated code.
   *
   * @param options How long to wait: `{ signal, timeout }`. Default: until it has one
   * @throws PreemptError if no permit could ever become free (`deadlock`), or if none is free and this code is not annotated;
   * `lock_timeout` when the time is over; the signal's reason when that is aborted, also before the call
   */
  lock(options?: WaitOptions): Lock {
    return this.#permits.lock(1, options, "tryLock");
  }

  /** {@link lock} for generator functions that run as jobs: `const lock = yield* semaphore.acquire();`. */
  *acquire(options?: WaitOptions): Generator<undefined, Lock> {
    return yield* this.#permits.acquire(1, options);
  }

  /** Takes a permit if that is possible at once, and no job that is at least as urgent waits. Otherwise returns undefined. */
  tryLock(): Lock | undefined {
    return this.#permits.tryTake(1);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Semaphore";
  }
}
