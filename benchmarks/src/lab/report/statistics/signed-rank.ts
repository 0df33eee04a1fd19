/** Wilcoxon's signed-rank test: do the differences of pairs tend to one side? */
import { sumsOfAny, twoSided } from "./exact.ts";
import { bothTails } from "./normal.ts";
import { ranksOf, tieTerm } from "./ranks.ts";

export interface SignedRankTest {
  /** Pairs that differ, and pairs that do not: those are left out, as Wilcoxon did. */
  readonly pairs: number;
  readonly equal: number;
  /** Sum of the ranks of the positive differences. */
  readonly w: number;
  /** Two-sided; 1 if no pair differs. */
  readonly p: number;
  /** By counting all ways to set the signs, ties included; else by the normal approximation. */
  readonly exact: boolean;
  /** Matched-pairs rank-biserial correlation: from -1, all differences negative, to 1; 0 if no pair differs. */
  readonly correlation: number;
}

/** Up to so many pairs are counted out. */
export const mostPairsCounted = 50;

export function signedRankTest(differences: readonly number[]): SignedRankTest {
  const some = differences.filter((difference) => difference !== 0);
  const n = some.length;
  const { ranks, ties } = ranksOf(some.map(Math.abs));
  const w = ranks.reduce((sum, rank, i) => sum + ((some[i] as number) > 0 ? rank : 0), 0);
  const all = (n * (n + 1)) / 2;
  const exact = n <= mostPairsCounted;
  const p = exact ? twoSided(sumsOfAny(ranks), w) : approximate(w, n, ties);
  return {
    pairs: n,
    equal: differences.length - n,
    w,
    p,
    exact,
    correlation: n === 0 ? 0 : (2 * w - all) / all,
  };
}

function approximate(w: number, n: number, ties: readonly number[]): number {
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieTerm(ties) / 48;
  const distance = Math.max(0, Math.abs(w - (n * (n + 1)) / 4) - 0.5);
  return bothTails(distance / Math.sqrt(variance));
}
