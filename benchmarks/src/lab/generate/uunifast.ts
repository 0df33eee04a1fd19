/** Utilisations with a given sum, all vectors equally likely, by roots of uniform numbers. */
import { LabError } from "../errors.ts";
import { root } from "./elementary.ts";
import type { Random } from "./random.ts";

/**
 * UUniFast (Bini and Buttazzo, Measuring the Performance of Schedulability Tests, Real-Time Systems 30, 2005):
 * uniform over {u ≥ 0, Σ u = sum}. For a sum above 1 single values may be above 1.
 */
export function uunifast(random: Random, n: number, sum: number): number[] {
  const values: number[] = [];
  let left = sum;
  for (let others = n - 1; others > 0; others--) {
    // What n - 1 of n values take of the sum has the distribution function x^(n-1).
    const next = left * root(random.real(), others);
    values.push(left - next);
    left = next;
  }
  values.push(left);
  return values;
}

/** For one vector: enough where 1 in 1000 is accepted, which then fails once in 22,000 vectors. */
const mostAttempts = 10_000;

/**
 * UUniFast-Discard (Davis and Burns, Priority Assignment for Global Fixed Priority Pre-emptive Scheduling in
 * Multiprocessor Real-Time Systems, RTSS 2009): UUniFast, again until no value is above 1. Uniform over
 * {0 ≤ u ≤ 1, Σ u = sum}.
 *
 * @throws LabError after 10,000 attempts, which are too few for sums above about n/2 unless n is small
 */
export function uunifastDiscard(random: Random, n: number, sum: number): number[] {
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const values = uunifast(random, n, sum);
    if (values.every((value) => value <= 1)) return values;
  }
  const words = `uunifast-discard drew ${mostAttempts} vectors of ${n} utilisations with the sum ${sum}`;
  const advice = "Take randfixedsum, which has the same distribution and discards nothing";
  throw new LabError("discard_hopeless", `${words}, and each had one above 1. ${advice}.`);
}
