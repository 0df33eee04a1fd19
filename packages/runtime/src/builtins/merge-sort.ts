/**
 * The sort of typed arrays, resumable at every comparison: the comparisons are those of V8
 * (third_party/v8/builtins/typed-array-sort.tq).
 */
import { generatorWeight, type PlainBody } from "@preempt/abi";
import { realm } from "../realm/realm.ts";

const { signal, state } = realm;

/** Sorts what stands from `from` to `to` in both lists into `target`. On the way down the two change places. */
export function* mergeSort(
  source: unknown[],
  target: unknown[],
  from: number,
  to: number,
  compare: PlainBody,
): Generator<unknown, void, unknown> {
  if (to - from < 2) return;
  const middle = from + ((to - from) >> 1);
  if (middle - from > 1) yield* mergeSort(target, source, from, middle, compare);
  if (to - middle > 1) yield* mergeSort(target, source, middle, to, compare);
  let left = from;
  let right = middle;
  for (let k = from; k < to; k++) {
    let takesLeft = right >= to;
    if (left < middle && right < to) {
      if (--state.budget < 0) yield;
      let answer = compare(state.depth + generatorWeight, undefined, source[left], source[right]);
      if (answer === signal) answer = yield;
      takesLeft = (+(answer as number) || 0) <= 0;
    }
    target[k] = takesLeft ? source[left++] : source[right++];
  }
}
