/** A grid in parts that need not know of each other: `--shard 2/8` is the second of eight. */
import { LabError, show } from "../errors.ts";
import { hashOf } from "./hash.ts";
import type { Timed } from "./time-left.ts";

export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** @throws LabError if it is not "i/n" */
export function parseShard(text: string, what = "--shard"): Shard {
  const [, index, count] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  const words = `${what} is ${show(text)}`;
  throw new LabError("shard_not_valid", `${words}. Give i/n, which part of how many, counted from 1: 1/4 to 4/4.`);
}

/**
 * The cells of one part, in their order. Every cell is in one part, whoever computes it, and in whatever order the
 * cells were listed; one that is listed twice counts once.
 *
 * Cells are dealt out as cards are: the longest first, those of one length by the hash of their keys, so that no part
 * gets one variant alone. Parts differ by one cell at most, and by the longest cell's time.
 */
export function cellsOfShard<C extends Timed>(cells: Iterable<C>, { index, count }: Shard): C[] {
  const all = [...new Map([...cells].reverse().map((cell) => [cell.key, cell])).values()].reverse();
  const dealt = all
    .map((cell, place) => ({ place, seconds: cell.expectedSeconds ?? 0, hash: hashOf(cell.key), key: cell.key }))
    .sort((a, b) => b.seconds - a.seconds || compare(a.hash, b.hash) || compare(a.key, b.key));
  const own = new Set(dealt.filter((_, i) => i % count === index - 1).map(({ place }) => place));
  return all.filter((_, place) => own.has(place));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
