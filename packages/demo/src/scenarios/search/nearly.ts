/**
 * One mistake forgiven: whether a word of the query stands in a row but for one letter that is wrong, missing, too many,
 * or has changed places with its neighbour (Sellers' search, with transpositions).
 */
import type { Rows } from "./rows.ts";

/** Words of fewer letters are nearly everywhere. */
export const shortestForgiven = 4;

/** Three columns of the table, for the letter of the row that is looked at and the two before: mistakes, and beginnings. */
export interface Columns {
  readonly mistakes: readonly [Uint16Array, Uint16Array, Uint16Array];
  readonly begins: readonly [Uint16Array, Uint16Array, Uint16Array];
}

export function columnsFor(letters: number): Columns {
  const column = () => new Uint16Array(letters + 3);
  return { mistakes: [column(), column(), column()], begins: [column(), column(), column()] };
}

/** The first place where the word stands with one mistake at most. @preempt */
export function nearly(rows: Rows, row: number, word: Uint16Array, columns: Columns): [number, number] | undefined {
  const from = rows.starts[row] as number;
  const length = (rows.starts[row + 1] as number) - from;
  for (let i = 0; i <= word.length; i++) columns.mistakes[2][i] = i;
  columns.begins[2].fill(0);
  let most = 1;
  for (let j = 0; j < length; j++) {
    most = nextColumn(rows.letters, from, j, word, columns, most);
    if (most === word.length) return [(columns.begins[j % 3] as Uint16Array)[most] as number, j + 1];
  }
  return undefined;
}

/**
 * How much of the word may end at letter `j` with one mistake at most, by the same of the letter before.
 *
 * @preempt never: a tenth of a microsecond.
 */
function nextColumn(
  letters: Uint16Array,
  from: number,
  j: number,
  word: Uint16Array,
  { mistakes, begins }: Columns,
  mostBefore: number,
): number {
  // the columns change places: the oldest is written over
  const [here, last, before] = [j % 3, (j + 2) % 3, (j + 1) % 3] as [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2];
  const now = mistakes[here];
  const begin = begins[here];
  const letter = letters[from + j] as number;
  now[0] = 0;
  begin[0] = j + 1;
  // no further than to where the column before has two mistakes (Ukkonen): more do not become fewer
  const end = Math.min(mostBefore + 1, word.length);
  let most = 0;
  for (let i = 1; i <= end; i++) {
    const isSame = word[i - 1] === letter;
    let least = (mistakes[last][i - 1] as number) + (isSame ? 0 : 1);
    let at = begins[last][i - 1] as number;
    if (!isSame) {
      const tooMany = (mistakes[last][i] as number) + 1;
      if (tooMany < least) [least, at] = [tooMany, begins[last][i] as number];
      const missing = (now[i - 1] as number) + 1;
      if (missing < least) [least, at] = [missing, begin[i - 1] as number];
      if (i > 1 && j > 0 && word[i - 2] === letter && word[i - 1] === letters[from + j - 1]) {
        const swapped = (mistakes[before][i - 2] as number) + 1;
        if (swapped < least) [least, at] = [swapped, begins[before][i - 2] as number];
      }
    }
    now[i] = least;
    begin[i] = at;
    if (least <= 1) most = i;
  }
  now[end + 1] = 2;
  now[end + 2] = 2;
  return most;
}
