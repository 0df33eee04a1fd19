/** Fuzzy search over all rows, ranked: what each keystroke asks for. Nothing in here knows of pages or schedulers. */
import { align, places, plainScore, type Scratch, scratchFor } from "./align.ts";
import { folded } from "./letters.ts";
import { type Columns, columnsFor, nearly, shortestForgiven } from "./nearly.ts";
import { longestRow, type Rows } from "./rows.ts";

export { makeRows, type Rows, rowsOfFile } from "./rows.ts";

/** From (included) and to (excluded) in a row's text. */
export type Range = readonly [from: number, to: number];

export interface Hit {
  readonly text: string;
  readonly score: number;
  /** What to mark, in order, not touching each other. */
  readonly marks: readonly Range[];
}

export interface Found {
  /** The rows that match, the best first; among equals the shorter, then the earlier one. */
  readonly order: Uint32Array;
  readonly top: readonly Hit[];
}

const mostLetters = 64;

/** Memory of one search. */
interface Memory extends Scratch {
  readonly columns: Columns;
}

/** @preempt */
export function search(rows: Rows, query: string, topCount: number): Found {
  const words = wordsOf(query);
  const memory = { ...scratchFor(mostLetters, longestRow), columns: columnsFor(mostLetters) };
  const count = rows.text.length;
  const scores = new Int32Array(count);
  const hits = new Uint32Array(count);
  let found = 0;
  for (let row = 0; row < count; row++) {
    const score = scoreOf(rows, row, words, memory);
    if (score < 0) continue;
    scores[row] = score;
    hits[found++] = row;
  }
  const order = hits.subarray(0, found);
  // The engine's own sort cannot be suspended; the build puts one here that can, and compares in the same order.
  if (words.length > 0) order.sort((a, b) => before(a, b, scores, rows.starts));
  const top: Hit[] = [];
  for (let i = 0; i < Math.min(topCount, found); i++) {
    const row = order[i] as number;
    top.push({
      text: rows.text[row] as string,
      score: scores[row] as number,
      marks: marksOf(rows, row, words, memory),
    });
  }
  return { order, top };
}

/** The sum over all words, -1 if one does not match. @preempt */
function scoreOf(rows: Rows, row: number, words: readonly Uint16Array[], memory: Memory): number {
  let sum = 0;
  for (const word of words) {
    const scattered = align(rows, row, word, memory);
    const score = isBetter(scattered, word) && nearly(rows, row, word, memory.columns) ? mistaken(word) : scattered;
    if (score === 0) return -1;
    sum += score;
  }
  return sum;
}

/** The score of a word with a mistake in it: less than that of the same word without. */
const mistaken = (word: Uint16Array) => (word.length - 2) * plainScore;

/** Whether the word with a mistake in it would be better than its letters, so scattered. */
const isBetter = (scattered: number, word: Uint16Array) =>
  word.length >= shortestForgiven && mistaken(word) > scattered;

/** @preempt never: short. */
function before(a: number, b: number, scores: Int32Array, starts: Uint32Array): number {
  const byScore = (scores[b] as number) - (scores[a] as number);
  if (byScore !== 0) return byScore;
  const length = (row: number) => (starts[row + 1] as number) - (starts[row] as number);
  return length(a) - length(b) || a - b;
}

/** @preempt never: a query is short. */
function wordsOf(query: string): Uint16Array[] {
  const words = query.slice(0, mostLetters).normalize("NFC").split(/\s+/);
  return words.filter((word) => word !== "").map((word) => Uint16Array.from(word, (c) => folded(c.charCodeAt(0))));
}

/** @preempt never: for the best hits only. */
function marksOf(rows: Rows, row: number, words: readonly Uint16Array[], memory: Memory): Range[] {
  const marked = new Set<number>();
  for (const word of words) {
    const scattered = align(rows, row, word, memory);
    const meant = isBetter(scattered, word) ? nearly(rows, row, word, memory.columns) : undefined;
    const [from, to] = meant ?? [0, 0];
    for (let place = from; place < to; place++) marked.add(place);
    if (meant === undefined) for (const place of places(rows, row, word, memory)) marked.add(place);
  }
  const ranges: [number, number][] = [];
  for (const place of [...marked].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === place) last[1]++;
    else ranges.push([place, place + 1]);
  }
  return ranges;
}
