/**
 * Wilcoxon's rank-sum test, which is Mann and Whitney's U test: does one of two independent samples tend to larger values?
 * With its effect sizes, for with many values every difference is significant.
 */
import { sumsOfSome, twoSided } from "./exact.ts";
import { bothTails } from "./normal.ts";
import { ranksOf, tieTerm } from "./ranks.ts";

export interface RankSumTest {
  readonly counts: readonly [a: number, b: number];
  /** In how many of the pairs `a` is larger; a tie counts a half. */
  readonly u: number;
  /** Two-sided; NaN if a sample is empty. */
  readonly p: number;
  /** By counting all ways to share out the ranks, ties included; else by the normal approximation. */
  readonly exact: boolean;
  /** Vargha and Delaney's A: how likely a value of `a` is larger than one of `b`, a tie counting a half. */
  readonly larger: number;
  /** Cliff's delta, the rank-biserial correlation: from -1, all of `a` smaller, to 1. */
  readonly delta: number;
}

/** Samples of up to so many values are counted out: beyond, the approximation is good to three digits. */
export const mostCounted = 25;

export function rankSumTest(a: readonly number[], b: readonly number[]): RankSumTest {
  const [n, m] = [a.length, b.length];
  const { ranks, ties } = ranksOf([...a, ...b]);
  const sum = ranks.slice(0, n).reduce((all, rank) => all + rank, 0);
  const u = sum - (n * (n + 1)) / 2;
  const larger = u / (n * m);
  const exact = Math.max(n, m) <= mostCounted;
  const p = () => (exact ? twoSided(sumsOfSome(ranks, n), sum) : approximate(u, n, m, ties));
  return { counts: [n, m], u, p: n * m === 0 ? Number.NaN : p(), exact, larger, delta: 2 * larger - 1 };
}

/** The variance less what ties take of it; half a step towards the middle, for U is discrete. */
function approximate(u: number, n: number, m: number, ties: readonly number[]): number {
  const all = n + m;
  const variance = ((n * m) / 12) * (all + 1 - tieTerm(ties) / (all * (all - 1)));
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return variance > 0 ? bothTails(distance / Math.sqrt(variance)) : 1;
}
