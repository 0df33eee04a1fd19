/** Utilisations from 0 to 1 with a given sum, without discarding any. */
import { root } from "./elementary.ts";
import { irwinHall } from "./irwin-hall.ts";
import type { Random } from "./random.ts";

/**
 * RandFixedSum (Stafford, Random Vectors with Fixed Sum, 2006; Emberson, Stafford and Davis, Techniques for the
 * Synthesis of Multiprocessor Tasksets, WATERS 2010): uniform over {0 ≤ u ≤ 1, Σ u = sum}. O(n²) once, then O(n) each.
 *
 * @param sum From 0 to n
 */
export function randFixedSum(n: number, sum: number): (random: Random) => number[] {
  const whole = Math.min(Math.floor(sum), n - 1);
  const { rows } = irwinHall(n, sum - whole, whole);
  return (random) => pointOfSlice(random, rows, n, whole, sum - whole);
}

/**
 * A point of {y in [0,1]^n, Σ y = whole + fraction}, all equally likely: in the slice a cone is chosen by its volume, on
 * the cone's face a point in the same way, and of the way there from the middle of the slice a part λ is gone; a cone of
 * dimension n - 1 has the part λ^(n-1) of its volume within λ.
 *
 * @param rows Of {@link irwinHall} for `fraction`
 */
export function pointOfSlice(
  random: Random,
  rows: readonly Float64Array[],
  n: number,
  whole: number,
  fraction: number,
): number[] {
  const point = new Array<number>(n);
  // The coordinates that are left are base + scale · y, with y in the slice of i coordinates with the sum c + fraction.
  let base = 0;
  let scale = 1;
  let c = whole;
  for (let i = n; i > 1; i--) {
    const sum = c + fraction;
    const atOne = (i - sum) * (rows[i - 1]?.[c - 1] ?? 0);
    const atZero = sum * (rows[i - 1]?.[c] ?? 0);
    // A face at 0 has room for the sum only if it is at most i - 1.
    const isAtOne = random.real() * (atOne + atZero) < atOne || c === i - 1;
    const way = root(random.real(), i - 1);
    base += (scale * (1 - way) * sum) / i;
    scale *= way;
    point[i - 1] = base + (isAtOne ? scale : 0);
    if (isAtOne) c--;
  }
  point[0] = base + scale * (c + fraction);
  // Cones over the faces of the last coordinate stand for those of all.
  return random.shuffle(point).map((value) => Math.min(1, value));
}
