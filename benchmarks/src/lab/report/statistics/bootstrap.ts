/** How sure a median is: the bootstrap's percentile interval (Efron). */
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { probit, quantileSorted } from "simple-statistics";

export interface BootstrapOptions {
  /** The same seed gives the same interval. Default 1. */
  readonly seed?: number;
  /** How many samples are drawn from the sample. Default 1000. */
  readonly draws?: number;
  /** Default 0.95. */
  readonly confidence?: number;
}

export type Interval = readonly [lower: number, upper: number];

/** From so many values on, drawing tells nothing that is not known: see below. */
const drawnUpTo = 10_000;

/**
 * Both ends NaN if there are no values.
 *
 * The median of a drawn sample is at most the value of rank k if half of the draws, binomial in k / n, are: of many values
 * its quantiles are the values of rank n/2 ± z √n / 2, and nothing needs to be drawn.
 */
export function medianInterval(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const { seed = 1, draws = 1000, confidence = 0.95 } = options;
  const n = values.length;
  if (n === 0) return [Number.NaN, Number.NaN];
  const sorted = Float64Array.from(values).sort();
  const tail = (1 - confidence) / 2;
  if (n > drawnUpTo) {
    const reach = (probit(1 - tail) * Math.sqrt(n)) / 2;
    const at = (rank: number) => sorted[Math.round(rank)] as number;
    return [at((n - 1) / 2 - reach), at((n - 1) / 2 + reach)];
  }
  const random = xoroshiro128plus(seed);
  // Of a sample drawn from sorted values the places tell the order: integers sort faster than what stands there.
  const places = new Uint32Array(n);
  const [low, high] = [(n - 1) >> 1, n >> 1];
  const medians = Array.from({ length: draws }, () => {
    for (let i = 0; i < n; i++) places[i] = uniformInt(random, 0, n - 1);
    places.sort();
    return ((sorted[places[low] as number] as number) + (sorted[places[high] as number] as number)) / 2;
  }).sort((a, b) => a - b);
  return [quantileSorted(medians, tail), quantileSorted(medians, 1 - tail)];
}
