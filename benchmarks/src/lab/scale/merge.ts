/** The results of shards in one file. */
import { LabError } from "../errors.ts";
import { hashOf } from "./hash.ts";
import type { Keyed } from "./keyed.ts";
import { readResultLines } from "./read-results.ts";
import { ResultFile } from "./result-file.ts";
import { gridDifference, type ResultHeader } from "./result-lines.ts";

export interface MergeReport {
  readonly header: ResultHeader;
  /** In the file now. */
  readonly results: number;
  /** Further results for a key that had one, in the files that were read. The first counts. */
  readonly duplicates: number;
  /** How many of these differ from the first: the cell was run twice. */
  readonly conflicting: number;
  /** Of the file. */
  readonly remarks: readonly string[];
}

/** Written at once; a result may have some hundred kilobytes. */
const batchSize = 64;

/**
 * Results in the order of `paths`, and in that of each file. What `out` has already, of the same grid, stays there and
 * comes first: the merge may be done again with more files.
 *
 * @throws LabError if one cannot be read or written, is damaged, or is of another grid
 */
export function mergeResults(paths: readonly [string, ...string[]], out: string, signal?: AbortSignal): MergeReport {
  const header = commonHeader(paths);
  const firsts = new Map<string, string>();
  let [duplicates, conflicting] = [0, 0];
  using file = ResultFile.open<Keyed>(out, header);
  for (const result of file.results()) firsts.set(result.key, hashOf(result));
  const beforehand = new Set(firsts.keys());
  let batch: Keyed[] = [];
  for (const path of paths) {
    for (const { result } of readResultLines(path).results) {
      const hash = hashOf(result);
      const first = firsts.get(result.key);
      if (first === undefined) {
        firsts.set(result.key, hash);
        batch.push(result);
      } else if (first !== hash || !beforehand.delete(result.key)) {
        duplicates++;
        if (first !== hash) conflicting++;
      }
      if (batch.length < batchSize) continue;
      signal?.throwIfAborted();
      file.appendAll(batch);
      batch = [];
    }
  }
  file.appendAll(batch);
  return { header: file.header, results: file.size, duplicates, conflicting, remarks: file.remarks };
}

/** That of the first; all are looked at before anything is written. */
function commonHeader(paths: readonly [string, ...string[]]): ResultHeader {
  const headers = paths.map((path) => readResultLines(path).header);
  const [first] = headers as [ResultHeader, ...ResultHeader[]];
  headers.forEach((header, i) => {
    const difference = gridDifference(first, header);
    if (difference === undefined) return;
    const words = `${paths[i]} is of another grid than ${paths[0]} (${difference})`;
    throw new LabError("other_grid", `${words}. Merge the results of one grid.`);
  });
  return first;
}
