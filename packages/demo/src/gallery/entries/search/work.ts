/** Fuzzy search in many rows: Fuse.js. */
import Fuse, { type FuseResult, type IFuseOptions } from "fuse.js";
import { makeRows } from "../../../scenarios/search/rows.ts";
import { hashTexts } from "../../../work/hash.ts";
import type { Pause } from "../../entry.ts";

const count = 20_000;
/** What one call searches if a person cuts the list into parts. */
const partLength = 250;

const options: IFuseOptions<string> = { includeScore: true, ignoreLocation: true, threshold: 0.4 };

export type Found = Pick<FuseResult<string>, "item" | "refIndex" | "score">;

export interface Data {
  readonly whole: Fuse<string>;
  readonly parts: readonly Fuse<string>[];
}

export function prepare(): Data {
  const rows = makeRows(count).text;
  const parts: Fuse<string>[] = [];
  for (let at = 0; at < rows.length; at += partLength) parts.push(new Fuse(rows.slice(at, at + partLength), options));
  return { whole: new Fuse(rows, options), parts };
}

/** @preempt */
export function run({ whole }: Data, query: string): Found[] {
  return whole.search(query).map(({ item, refIndex, score }) => ({ item, refIndex, score: score ?? 1 }));
}

/** An index for each part of the list, and the results put together by score. */
export async function runInParts({ parts }: Data, query: string, pause: Pause): Promise<Found[]> {
  const found: Found[] = [];
  for (const [i, part] of parts.entries()) {
    await pause();
    for (const { item, refIndex, score } of part.search(query))
      found.push({ item, refIndex: refIndex + i * partLength, score: score ?? 1 });
  }
  return found.sort((a, b) => (a.score ?? 1) - (b.score ?? 1) || a.refIndex - b.refIndex);
}

export function digest(found: Found[]): string {
  return hashTexts(found.map(({ refIndex, score }) => `${refIndex} ${score}`));
}
