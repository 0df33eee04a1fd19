/**
 * What emitted code asks where it runs without preemption: see `guard` of the transformer. The engine calls such code: `toString`, callbacks
 * of promises, async functions that nothing awaits. It cannot be suspended, so the guard throws.
 *
 * To read the clock costs more than many rounds of a loop. So the guard counts rounds, and adapts their number to what they take.
 */
import type { Job } from "@preempt/runtime";
import { state } from "@preempt/runtime/abi";
import { afterThisTurn } from "./turns.ts";

/** Milliseconds that should pass between two looks at the clock. */
const target = 0.05;
const fewest = 4;
const most = 4096;

/** What the guard does not decide itself. */
export interface Guarded {
  /** Milliseconds of computing that the script has. */
  readonly limit: number;
  /** Milliseconds that code which cannot be preempted may keep the thread. */
  readonly stretchLimit: number;
  /** The script is stopped. Returns the error to throw. */
  exceed(code: "time_limit" | "blocked"): unknown;
  /** Looks at other limits. Returns the error to throw, if one is exceeded. */
  look(): unknown;
}

export class Guard {
  /** Counted down by emitted code. */
  fuel = 0;
  /** The job that the script runs as. */
  job: Job | undefined;
  readonly #guarded: Guarded;
  #refill = fewest;
  #last = 0;
  /** The error that ends everything of the script, in a list: it may be undefined. */
  #end: readonly [error: unknown] | undefined;
  #endAt = 0;
  /** When the code began that keeps the thread now. */
  #since = 0;
  /** The job's time then: if it is another one now, the job was suspended meanwhile. */
  #charged = -1;
  #isSameTurn = false;

  constructor(guarded: Guarded) {
    this.#guarded = guarded;
  }

  /**
   * The script is stopped: code of it that runs without preemption ends with this error.
   *
   * @param cleanup Milliseconds for which it may go on, as its `finally` blocks may
   */
  end(error: unknown, cleanup: number): void {
    if (this.#end !== undefined) return;
    this.#end = [error];
    this.#endAt = performance.now() + cleanup;
    this.fuel = 0;
  }

  /** @param isBody Whether a job may run this code preemptably */
  check(isBody = false): void {
    this.fuel = this.#refill;
    if (isBody && !state.exact) return;
    const now = performance.now();
    if (this.#end !== undefined && now >= this.#endAt) throw this.#end[0];
    const passed = now - this.#last;
    this.#last = now;
    const computed = this.job?.executionTime ?? 0;
    if (!this.#isSameTurn || computed !== this.#charged) {
      this.#since = now;
      this.#charged = computed;
      if (!this.#isSameTurn)
        afterThisTurn(() => {
          this.#isSameTurn = false;
        });
      this.#isSameTurn = true;
      return;
    }
    this.#adapt(passed);
    const stretch = now - this.#since;
    const { limit, stretchLimit } = this.#guarded;
    if (stretch > stretchLimit) throw this.#guarded.exceed("blocked");
    if (this.job?.state === "running" && computed + stretch > limit) throw this.#guarded.exceed("time_limit");
    const error = this.#guarded.look();
    if (error !== undefined) throw error;
  }

  /** An async function of the script has failed. What was stopped never settles: nobody waits for it any more. */
  failed(error: unknown): Promise<never> {
    if (this.#end?.[0] === error) return new Promise(() => {});
    throw error;
  }

  #adapt(passed: number): void {
    if (passed < target / 2) this.#refill = Math.min(most, this.#refill * 2);
    else if (passed > target * 2) this.#refill = Math.max(fewest, this.#refill >> 1);
  }
}
