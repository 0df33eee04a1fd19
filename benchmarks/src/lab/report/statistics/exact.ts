/**
 * Exact distributions of sums of ranks, by counting: in how many ways can ranks be chosen so that they add up to s? Shared
 * ranks are halves, so everything is counted in halves; with ties this is the distribution given these ties (Streitberg
 * and Röhmel's shift algorithm).
 */

/**
 * Of the sums of `size` of the ranks, all choices equally likely.
 *
 * @returns P(sum = s / 2) at index s
 */
export function sumsOfSome(ranks: readonly number[], size: number): Float64Array {
  const doubled = ranks.map((rank) => Math.round(2 * rank));
  const most = doubled.reduce((sum, rank) => sum + rank, 0);
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1));
  (ways[0] as Float64Array)[0] = 1;
  for (const rank of doubled) {
    for (let k = size; k >= 1; k--) addShifted(ways[k] as Float64Array, ways[k - 1] as Float64Array, rank);
  }
  return shares(ways[size] as Float64Array);
}

/**
 * Of the sums of ranks each of which is in or out, as a coin decides.
 *
 * @returns P(sum = s / 2) at index s
 */
export function sumsOfAny(ranks: readonly number[]): Float64Array {
  const doubled = ranks.map((rank) => Math.round(2 * rank));
  const ways = new Float64Array(doubled.reduce((sum, rank) => sum + rank, 0) + 1);
  ways[0] = 1;
  for (const rank of doubled) addShifted(ways, ways, rank);
  return shares(ways);
}

/** Twice the smaller tail, at most 1. */
export function twoSided(distribution: Float64Array, sum: number): number {
  const at = Math.round(2 * sum);
  let below = 0;
  let above = 0;
  distribution.forEach((share, s) => {
    if (s <= at) below += share;
    if (s >= at) above += share;
  });
  return Math.min(1, 2 * Math.min(below, above));
}

/** From the end, so that both may be the same array. */
function addShifted(to: Float64Array, from: Float64Array, by: number): void {
  for (let s = to.length - 1; s >= by; s--) to[s] = (to[s] as number) + (from[s - by] as number);
}

function shares(ways: Float64Array): Float64Array {
  const all = ways.reduce((sum, count) => sum + count, 0);
  return ways.map((count) => count / all);
}
