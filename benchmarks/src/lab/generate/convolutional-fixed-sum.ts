/**
 * Utilisations with a given sum, each between bounds of its own: uniform over {least_i ≤ u_i ≤ most_i, Σ u = sum}. The
 * distribution that Dirichlet-Rescale aims at (Griffin, Bate and Davis, RTSS 2020) and Convolutional Fixed Sum has, by
 * the same authors. As in the latter the distribution of partial sums is found by convolution; here it is that of
 * integers, which is exact, and what is between them is left to RandFixedSum.
 */
import { LabError } from "../errors.ts";
import { boxSlice } from "./box-slice.ts";
import type { Random } from "./random.ts";

export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** More, and the density of a sum of them leaves the range of numbers. */
export const mostBounded = 100;

/**
 * @param bounds One for each value, at most 100
 * @throws LabError if the bounds exclude `sum`; when a vector is drawn, if bounds differ so much in width that 100,000
 * attempts find none
 */
export function convolutionalFixedSum(bounds: readonly Bounds[], sum: number): (random: Random) => number[] {
  const least = bounds.reduce((all, bound) => all + bound.least, 0);
  const most = bounds.reduce((all, bound) => all + bound.most, 0);
  const rounding = 1e-9;
  if (!(sum >= least - rounding && sum <= most + rounding)) {
    const words = `the bounds of ${bounds.length} tasks allow utilisations from ${round(least)} to ${round(most)}`;
    throw new LabError("bounds_exclude_sum", `${words}, and ${sum} is asked for. Change one of them.`);
  }
  // From the side that is nearer: what is above the lower bounds, or what is below the upper ones.
  const isBelow = sum - least > most - sum;
  const distance = Math.max(0, isBelow ? most - sum : sum - least);
  const widths = bounds.map((bound) => Math.min(distance, bound.most - bound.least));
  const distances = boxSlice(widths, distance);
  return (random) =>
    distances(random).map((x, i) => {
      const bound = bounds[i] as Bounds;
      return Math.min(bound.most, Math.max(bound.least, isBelow ? bound.most - x : bound.least + x));
    });
}

const round = (value: number) => Number(value.toFixed(9));
