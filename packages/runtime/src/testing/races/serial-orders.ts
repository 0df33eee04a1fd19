/** What is allowed: what some order gives in which each job runs to its end before the next one starts. */
import type { Random } from "./random.ts";

/** More orders than these are drawn. */
const most = 24;

/** Orders of `n` things, the given one first. */
export function serialOrders(n: number, random: Random): number[][] {
  const all = Array.from({ length: n }, (_, i) => i);
  if (n <= 4) return permutations(all);
  const rotations = all.map((i) => [...all.slice(i), ...all.slice(0, i)]);
  const drawn = Array.from({ length: Math.max(0, most - n) }, () => random.shuffled(all));
  return [...rotations.slice(0, most), ...drawn];
}

function permutations(list: readonly number[]): number[][] {
  if (list.length <= 1) return [[...list]];
  return list.flatMap((first) => permutations(list.filter((x) => x !== first)).map((rest) => [first, ...rest]));
}
