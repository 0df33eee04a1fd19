/** What all merges of analyses of threads need. */
import type { SetAnalysis } from "../analysis.ts";

/** Of a thread with tasks. */
export interface Full {
  readonly places: readonly number[];
  readonly analysis: SetAnalysis;
}

export type Verdict = boolean | null;

/** False if it is for one of them; else null if one says nothing. */
export function all(verdicts: readonly (Verdict | undefined)[]): Verdict {
  if (verdicts.includes(false)) return false;
  return verdicts.every((verdict) => verdict === true) ? true : null;
}

export interface Found<Value> {
  readonly places: readonly number[];
  readonly found: Value;
}

/** By task of the set. */
export function byTask<Value>(lists: readonly Found<readonly Value[]>[]): Value[] {
  const merged: Value[] = [];
  for (const { places, found } of lists) {
    places.forEach((task, k) => {
      merged[task] = found[k] as Value;
    });
  }
  return merged;
}
