/**
 * Points of a slice of a box, {0 ≤ x_i ≤ w_i, Σ x = sum}, all equally likely.
 *
 * Each side is cut into cells of length h: x_i = h (k_i + y_i) with an integer k_i and y_i in [0, 1]. What lies in the
 * cell (k_1, …) is a slice of the unit cube with the sum `sum`/h - Σ k, whose volume depends on Σ k alone. So
 *
 *     Σ k   has weights (number of cells with this sum) · (volume of their slices)
 *     k     is any of these cells, found backwards through the numbers of cells for the first i sides
 *     y     is a point of the slice of the unit cube: RandFixedSum
 *
 * and all of it is exact, up to the rounding of numbers, if h divides the widths. Where it does not, sides are made
 * longer until it does, and points outside are thrown away, usually less than two thirds of them. Sides that would need
 * too small an h, together shorter than sum/2n, are drawn first, uniformly, and the draw is accepted with the probability
 * that the rest of the sum leaves to the others.
 *
 * Numbers of cells are rounded. Against exact ones, over the up to 20 sides and 280 cells that were compared, the
 * probabilities of all cells were off by less than 3e-14 together.
 */
import { LabError } from "../errors.ts";
import { irwinHall } from "./irwin-hall.ts";
import { pointOfSlice } from "./rand-fixed-sum.ts";
import type { Random } from "./random.ts";

const mostAttempts = 100_000;

/** @param widths At most `sum` each, and together at least twice `sum` or all that is asked for is 0 */
export function boxSlice(widths: readonly number[], sum: number): (random: Random) => number[] {
  if (sum === 0) return () => widths.map(() => 0);
  const { short, long } = splitByWidth(widths, sum);
  const grid = new Grid(
    long.map((i) => widths[i] as number),
    sum,
  );
  const always = short.length === 0 ? grid.slice(sum) : undefined;
  const mostLikely = always === undefined ? grid.largestDensity(sum - total(widths, short), sum) : 0;
  return (random) => {
    const point = widths.map(() => 0);
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      for (const i of short) point[i] = random.between(0, widths[i] as number);
      const rest = always ?? grid.slice(sum - total(point, short));
      if (always === undefined && random.real() * mostLikely > rest.density) continue;
      const found = rest.point(random);
      if (found === undefined) continue;
      for (const [k, i] of long.entries()) point[i] = found[k] as number;
      return point;
    }
    throw new LabError(
      "bounds_hopeless",
      `${mostAttempts} attempts found no utilisations in these bounds. Make the narrowest wider, or give it one value.`,
    );
  };
}

/** The shortest sides, together at most sum/2n; and the others, longest first. */
function splitByWidth(widths: readonly number[], sum: number): { short: number[]; long: number[] } {
  const byWidth = widths.map((_, i) => i).sort((a, b) => (widths[a] as number) - (widths[b] as number) || a - b);
  let together = 0;
  const from = byWidth.findIndex((i) => {
    together += widths[i] as number;
    return together > sum / (2 * widths.length);
  });
  return { short: byWidth.slice(0, from), long: byWidth.slice(from).reverse() };
}

const total = (values: readonly number[], of: readonly number[]) =>
  of.reduce((all, i) => all + (values[i] as number), 0);

/** The sides cut into cells. */
class Grid {
  readonly #widths: readonly number[];
  /** Length of a cell. */
  readonly #h: number;
  /** Of each side. */
  readonly #cells: readonly number[];
  /** `ways[i][K + 1]`: in how many ways the first i sides have cells with a sum up to K; over the most of its row. */
  readonly #ways: readonly Float64Array[];
  /** For the sum that is asked for; a single side may be full, which is the end of its last cell. */
  readonly #mostCells: number;

  constructor(widths: readonly number[], sum: number) {
    this.#widths = widths;
    this.#h = cellLength(widths, sum);
    this.#cells = widths.map((w) => cellsFor(w, this.#h));
    const all = this.#cells.reduce((sum, cells) => sum + cells, 0);
    this.#mostCells = Math.min(Math.floor(sum / this.#h), all - 1);
    const ways: Float64Array[] = [new Float64Array(this.#mostCells + 2).fill(1, 1)];
    for (const cells of this.#cells) ways.push(addSide(ways.at(-1) as Float64Array, cells));
    this.#ways = ways;
  }

  /** The largest density of a sum of all sides in a range. Such densities rise to the middle and fall from there. */
  largestDensity(least: number, most: number): number {
    const middle = (this.#h * this.#cells.reduce((all, cells) => all + cells, 0)) / 2;
    return this.slice(Math.min(most, Math.max(least, middle))).density * (1 + 1e-9);
  }

  /** The points with this sum: their density, up to a factor that is the same for all sums, and one of them. */
  slice(sum: number): { readonly density: number; point(random: Random): number[] | undefined } {
    const n = this.#cells.length;
    const cells = Math.min(Math.floor(sum / this.#h), this.#mostCells);
    const fraction = sum / this.#h - cells;
    const { rows, scale } = irwinHall(n, fraction);
    // weights[c]: all cells are `cells` - c, and the rest has the sum c + fraction.
    const weights = Array.from(rows[n] as Float64Array, (volume, c) => volume * this.#waysFor(n, cells - c));
    const sumOfWeights = weights.reduce((all, weight) => all + weight, 0);
    return {
      density: scale * sumOfWeights,
      point: (random) => {
        const c = chosen(weights, random.real() * sumOfWeights);
        const places = this.#places(random, cells - c);
        const rest = pointOfSlice(random, rows, n, c, fraction);
        const point = places.map((k, i) => this.#h * (k + (rest[i] as number)));
        return point.every((x, i) => x <= (this.#widths[i] as number) * (1 + 1e-12)) ? point : undefined;
      },
    };
  }

  /** Ways of the first i sides to have cells with the sum K. */
  #waysFor(i: number, K: number): number {
    const row = this.#ways[i] as Float64Array;
    return K < 0 ? 0 : (row[K + 1] as number) - (row[K] as number);
  }

  /** A cell on each side, with the sum K; all ways equally likely. */
  #places(random: Random, K: number): number[] {
    const places = new Array<number>(this.#cells.length);
    let left = K;
    for (let i = places.length; i > 0; i--) {
      const row = this.#ways[i - 1] as Float64Array;
      const least = Math.max(0, left + 1 - (this.#cells[i - 1] as number));
      const target = random.between(row[least] as number, row[left + 1] as number);
      const before = firstAbove(row, target, least, left);
      places[i - 1] = left - before;
      left = before;
    }
    return places;
  }
}

/** Ways with one side more: it has cells 0, …, cells - 1. */
function addSide(ways: Float64Array, cells: number): Float64Array {
  const all = new Float64Array(ways.length);
  for (let K = 0; K + 1 < ways.length; K++) {
    all[K + 1] = (all[K] as number) + (ways[K + 1] as number) - (ways[Math.max(0, K + 1 - cells)] as number);
  }
  const most = all.at(-1) as number;
  return all.map((value) => value / most);
}

/** The first K from `least` to `most` with row[K + 1] > target. */
function firstAbove(row: Float64Array, target: number, least: number, most: number): number {
  let [from, to] = [least, most];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((row[middle + 1] as number) > target) to = middle;
    else from = middle + 1;
  }
  return from;
}

function chosen(weights: readonly number[], target: number): number {
  let left = target;
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return found < 0 ? weights.findLastIndex((weight) => weight > 0) : found;
}

/** Cells for all sides together: 32 MB. Where more are needed they are made longer, and more points thrown away. */
const mostCells = 4_000_000;

/** The longest cell length for which sides grow by no more than their own length together; it divides the shortest. */
function cellLength(widths: readonly number[], sum: number): number {
  const shortest = widths.at(-1) as number;
  // With h = 1 / Σ 1/w each side grows by at most h, all of them in relation to their length by at most 1.
  for (let parts = 1; parts < widths.length; parts++) {
    const h = shortest / parts;
    const growth = widths.reduce((all, w) => all + (w === sum ? 0 : (cellsFor(w, h) * h) / w - 1), 0);
    if (growth <= 1) return Math.max(h, leastLength(widths, sum));
  }
  return Math.max(shortest / widths.length, leastLength(widths, sum));
}

const leastLength = (widths: readonly number[], sum: number) => (sum * widths.length) / mostCells;

/** A side that is a multiple of h but for rounding is taken for one. */
const cellsFor = (width: number, h: number) => Math.max(1, Math.ceil((width / h) * (1 - 1e-12)));
