/** Ranks of a sample, from 1; equal values share the mean of theirs. */

export interface Ranks {
  /** In the order of the values. */
  readonly ranks: readonly number[];
  /** How many share a value, for each value that is shared. */
  readonly ties: readonly number[];
}

export function ranksOf(values: readonly number[]): Ranks {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Array<number>(values.length);
  const ties: number[] = [];
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to++;
    for (let i = from; i < to; i++) ranks[order[i] as number] = (from + 1 + to) / 2;
    if (to - from > 1) ties.push(to - from);
    from = to;
  }
  return { ranks, ties };
}

/** Σ (t³ - t): how much ties take from a variance. */
export function tieTerm(ties: readonly number[]): number {
  return ties.reduce((sum, t) => sum + t ** 3 - t, 0);
}
