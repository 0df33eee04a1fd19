/**
 * Exact arithmetic on times: integers in numbers as far as numbers are exact, in BigInt beyond.
 *
 * Quotients: for integers a ≥ 0 and b > 0 with a + b ≤ 2^53, `Math.floor(a / b)` and `Math.ceil(a / b)` are exact. A
 * wrong result would need a quotient that is no integer, at least 1/b away from one, q, and yet rounds to it; so
 * 1/b ≤ q · 2^-53, so q · b ≥ 2^53, but q · b < a + b.
 */
import { PreemptError } from "../input/errors.ts";

/** The longest time that the analyses calculate with: 2^52, in microseconds 142 years. */
export const longestTime = 2 ** 52;

/**
 * Passes a sum of times on.
 *
 * @throws PreemptError where it is longer than {@link longestTime}
 */
export function exact(time: number): number {
  if (time <= longestTime) return time;
  throw new PreemptError(
    "time_too_long",
    `a time of ${time} units came up; up to 2^52 units are calculated exactly. Give the times in a coarser unit.`,
  );
}

/** How long an analysis may take. */
export interface EffortOptions {
  /**
   * Terms (a task's jobs in a window of time) that may be looked at before the analysis gives up with an error. A busy
   * period may be as long as the hyperperiod, so no analysis here is polynomial. Default 100,000,000: one to ten seconds.
   */
  readonly maxSteps?: number | undefined;
}

const defaultSteps = 100_000_000;

/** Counts the steps of an analysis, so that every loop ends. */
export class Effort {
  readonly #allowed: number;
  #left: number;

  constructor({ maxSteps = defaultSteps }: EffortOptions = {}) {
    this.#allowed = maxSteps;
    this.#left = maxSteps;
  }

  /** What may still be spent. */
  get left(): number {
    return this.#left;
  }

  /** @returns false, and spends nothing, where there is not enough left */
  trySpend(steps: number): boolean {
    if (this.#left < steps) return false;
    this.#left -= steps;
    return true;
  }

  /** @throws PreemptError once more than `maxSteps` were spent */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left >= 0) return;
    throw new PreemptError(
      "analysis_too_long",
      `the analysis needs more than ${this.#allowed} steps, as it may where the utilisation is 1 or almost 1. ` +
        "Allow more with maxSteps, or give the times in a coarser unit.",
    );
  }
}

/**
 * The smallest fixed point of `next` that is not below `start`, for a non-decreasing `next` and a `start` not above it.
 * Ends by itself where there is one; `next` spends effort, so it ends in any case.
 */
export function fixedPoint(start: number, next: (time: number) => number): number {
  let time = start;
  for (;;) {
    const grown = exact(next(time));
    if (grown <= time) return time;
    time = grown;
  }
}

export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}
