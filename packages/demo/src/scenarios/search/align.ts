/**
 * How well a word of the query fits a row, in the manner of fzf: its letters stand in the row in this order, others may
 * be between them. Letters side by side and at the beginning of words count more, gaps cost. Of all ways to place the
 * letters the best one counts (Smith and Waterman, with Gotoh's gaps).
 */
import type { Rows } from "./rows.ts";

const letterScore = 16;
const headScore = 8;
const adjacentScore = 8;
const gapStart = 3;
const gapMore = 1;
const none = -1_000_000;

/** What letters side by side in the middle of a word are worth, each. */
export const plainScore = letterScore + adjacentScore;

/** Memory for one search: it is not shared between jobs, which may be suspended at any place. */
export interface Scratch {
  /** Row by row of the query's letters, the best score of an alignment whose last letter stands there. */
  readonly scores: Int32Array;
  readonly width: number;
}

export function scratchFor(letters: number, width: number): Scratch {
  return { scores: new Int32Array(letters * width), width };
}

/** The score of `word` in a row; 0 if its letters are not all there in this order. @preempt */
export function align(rows: Rows, row: number, word: Uint16Array, scratch: Scratch): number {
  const from = rows.starts[row] as number;
  const length = (rows.starts[row + 1] as number) - from;
  if (!isSubsequence(rows.letters, from, from + length, word)) return 0;
  let best = alignFirst(rows, from, length, word, scratch);
  for (let i = 1; i < word.length; i++) best = alignNext(rows, from, length, word, i, scratch);
  return Math.max(best, 1); // letters far from each other have cost more than they are worth
}

/**
 * The best score of the first letter.
 *
 * @preempt never: a tenth of a microsecond, as is all between two points. A budget counts points: they should weigh the same.
 */
function alignFirst({ letters, heads }: Rows, from: number, length: number, word: Uint16Array, { scores }: Scratch) {
  let best = none;
  for (let j = 0; j < length; j++) {
    // the first letter of a word says most
    scores[j] = letters[from + j] === word[0] ? letterScore + 2 * headScore * (heads[from + j] as number) : none;
    if ((scores[j] as number) > best) best = scores[j] as number;
  }
  return best;
}

/** The best score of the letters up to `i`. @preempt never: as above. */
function alignNext(
  { letters, heads }: Rows,
  from: number,
  length: number,
  word: Uint16Array,
  i: number,
  { scores, width }: Scratch,
): number {
  const above = (i - 1) * width;
  const here = i * width;
  let afterGap = none;
  let best = none;
  scores[here] = none;
  for (let j = 1; j < length; j++) {
    if (j > 1) afterGap = Math.max(afterGap - gapMore, (scores[above + j - 2] as number) - gapStart);
    let score = none;
    if (letters[from + j] === word[i]) {
      score = Math.max((scores[above + j - 1] as number) + adjacentScore, afterGap);
      score += letterScore + headScore * (heads[from + j] as number);
    }
    scores[here + j] = score;
    if (score > best) best = score;
  }
  return best;
}

/** Where the letters stand in the alignment that `align` has just found. @preempt never: for the best hits only. */
export function places(rows: Rows, row: number, word: Uint16Array, { scores, width }: Scratch): number[] {
  const { heads, starts } = rows;
  const from = starts[row] as number;
  const length = (starts[row + 1] as number) - from;
  const found: number[] = [];
  const last = (word.length - 1) * width;
  let at = 0;
  for (let j = 1; j < length; j++) if ((scores[last + j] as number) > (scores[last + at] as number)) at = j;
  for (let i = word.length - 1; i > 0; i--) {
    found.push(at);
    const before = (scores[i * width + at] as number) - letterScore - headScore * (heads[from + at] as number);
    const above = (i - 1) * width;
    let previous = at - 1;
    if ((scores[above + previous] as number) + adjacentScore !== before) {
      previous = at - 2;
      for (let gap = gapStart; (scores[above + previous] as number) - gap !== before; gap += gapMore) previous--;
    }
    at = previous;
  }
  found.push(at);
  return found.reverse();
}

/** @preempt never: as above. */
function isSubsequence(letters: Uint16Array, from: number, to: number, word: Uint16Array): boolean {
  let i = 0;
  for (let j = from; j < to && i < word.length; j++) if (letters[j] === word[i]) i++;
  return i === word.length;
}
