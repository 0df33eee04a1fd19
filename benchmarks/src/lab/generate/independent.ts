/** Utilisations that are drawn one by one, whatever they add up to. */
import { LabError } from "../errors.ts";
import { mostTasks } from "../task-set.ts";
import { exp, log } from "./elementary.ts";
import type { Random } from "./random.ts";

/**
 * - exponential: with this mean, drawn again if above 1 (Baker, A Comparison of Global and Partitioned EDF
 *   Schedulability Tests for Multiprocessors, 2005); SchedCAT's light, medium and heavy have the means 0.1, 0.25 and 0.5
 * - uniform, log-uniform: between the two
 */
export type Independent =
  | { readonly kind: "exponential"; readonly mean: number }
  | { readonly kind: "uniform" | "log-uniform"; readonly least: number; readonly most: number };

export function independentUtilisation(random: Random, of: Independent): number {
  switch (of.kind) {
    case "exponential":
      // The inverse of (1 - e^(-u/mean)) / (1 - e^(-1/mean)): what drawing again leads to.
      return -of.mean * log(1 - random.real() * (1 - exp(-1 / of.mean)));
    case "uniform":
      return random.between(of.least, of.most);
    case "log-uniform":
      return exp(random.between(log(of.least), log(of.most)));
  }
}

/**
 * As many as reach the sum; the last is cut, so that they do exactly (Brandenburg, Scheduling and Locking in
 * Multiprocessor Real-Time Operating Systems, 2011).
 *
 * @throws LabError if 10,000 are too few
 */
export function independentUpTo(random: Random, of: Independent, sum: number): number[] {
  const values: number[] = [];
  for (let left = sum; values.length < mostTasks; ) {
    const value = independentUtilisation(random, of);
    values.push(Math.min(value, left));
    left -= value;
    if (left <= 0) return values;
  }
  throw new LabError(
    "utilisations_too_small",
    `${mostTasks} tasks do not reach the utilisation ${sum}. Make their utilisations larger.`,
  );
}
