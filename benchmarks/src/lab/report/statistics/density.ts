/**
 * Kernel density estimates of samples of millions: values are counted on a grid first, each shared by the two points beside
 * it, and the counts are smoothed. With a grid much finer than the bandwidth the result is that of the plain sum.
 */
import { type Description, describe } from "./describe.ts";

export interface Density {
  /** Of the Gaussian kernel: the normal reference rule, 1.06 · min(s, IQR / 1.34) · n^(-1/5). */
  readonly bandwidth: number;
  readonly points: readonly (readonly [x: number, density: number])[];
}

/** Narrower would be lost between the points. */
const leastSteps = 1.5;

/**
 * @param from Values outside of the range are counted at its ends
 * @param count Points of the grid
 */
export function densityOf(values: readonly number[], from: number, to: number, count = 256): Density {
  return densityOfCounts(
    values.map((value) => [value, 1] as const),
    describe(values),
    from,
    to,
    count,
  );
}

/** What the bandwidth depends on. */
export type Spread = Pick<Description, "count" | "deviation" | "lower" | "upper">;

/** As {@link densityOf}, of values that stand for several each. */
export function densityOfCounts(
  values: Iterable<readonly [value: number, count: number]>,
  spread: Spread,
  from: number,
  to: number,
  count = 256,
): Density {
  const step = (to - from) / (count - 1);
  const grid = new Float64Array(count);
  for (const [value, weight] of values) {
    const place = Math.min(count - 1, Math.max(0, (value - from) / step));
    const below = Math.min(count - 2, Math.floor(place));
    grid[below] = (grid[below] as number) + weight * (below + 1 - place);
    grid[below + 1] = (grid[below + 1] as number) + weight * (place - below);
  }
  const bandwidth = Math.max(normalReference(spread), leastSteps * step);
  const reach = Math.ceil((5 * bandwidth) / step);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * (((i - reach) * step) / bandwidth) ** 2),
  );
  const weight = 1 / (spread.count * bandwidth * Math.sqrt(2 * Math.PI));
  const points = Array.from(grid, (_, i) => {
    let sum = 0;
    for (let k = -reach; k <= reach; k++) sum += (grid[i + k] ?? 0) * (kernel[k + reach] as number);
    return [from + i * step, sum * weight] as const;
  });
  return { bandwidth, points };
}

function normalReference({ count, deviation, lower, upper }: Spread): number {
  const middle = (upper - lower) / 1.34;
  const spread = middle > 0 ? Math.min(deviation, middle) : deviation;
  return count < 2 ? 0 : 1.06 * spread * count ** -0.2;
}
