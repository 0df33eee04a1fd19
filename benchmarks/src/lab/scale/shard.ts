/** A grid in parts that need not know of each other: `--shard 2/8` is the second of eight. */
import { LabError, show } from "../errors.ts";
import { lotOf } from "./hash.ts";
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
  const all = new Map<string, C>();
  for (const cell of cells) if (!all.has(cell.key)) all.set(cell.key, cell);
  const dealt = Array.from(all.values(), (cell) => ({
    cell,
    seconds: cell.expectedSeconds ?? 0,
    lot: lotOf(cell.key),
  }));
  dealt.sort((a, b) => b.seconds - a.seconds || a.lot - b.lot || (a.cell.key < b.cell.key ? -1 : 1));
  const own = new Set<C>();
  for (let i = index - 1; i < dealt.length; i += count) own.add((dealt[i] as { cell: C }).cell);
  return Array.from(all.values()).filter((cell) => own.has(cell));
}
