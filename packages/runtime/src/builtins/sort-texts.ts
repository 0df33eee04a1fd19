/**
 * The sort without a comparator: by the texts of the elements. Where all are primitive nobody sees what is compared, nor when a text is
 * made: the engine sorts a stretch at a time, and the stretches are merged. Of objects, whose `toString` is the user's, the comparisons
 * are V8's.
 */
import { uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { putOwn } from "./abstract.ts";
import { timSort } from "./timsort.ts";

const { state } = realm;
const { min } = Math;
/** The engine's own. */
export const nativeSort = uncurry(Array.prototype.sort) as (list: unknown[], comparator?: unknown) => unknown;

/** So many texts or numbers an engine sorts in some 0.1 ms. */
const stretch = 256;

// What sorts asks of an answer is whether it is below 0. They are bodies, which are told their depth and `this` first.
const byText = (_depth: number, _self: unknown, a: unknown, b: unknown): number => (`${a}` < `${b}` ? -1 : 0);
const byOwnText = (_depth: number, _self: unknown, a: unknown, b: unknown): number =>
  (a as string) < (b as string) ? -1 : 0;
const byKey = (_depth: number, _self: unknown, a: unknown, b: unknown): number =>
  (a as Keyed).text < (b as Keyed).text ? -1 : 0;

interface Keyed {
  readonly text: string;
  readonly value: unknown;
}

/** Whether values of this type have a text that nobody else has a say in. A symbol has none: who says so is up to the comparisons. */
const isPlain = (type: string): boolean => type === "number" || type === "boolean" || type === "bigint";

/** Sorts `list`, a private array without holes and `undefined`s. */
export function* sortTexts(list: unknown[]): Generator<unknown, void, unknown> {
  const { length } = list;
  let areTexts = true;
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    const value = list[k];
    if (typeof value === "string") continue;
    areTexts = false;
    if (value !== null && !isPlain(typeof value)) {
      yield* timSort(list, byText);
      return;
    }
  }
  for (let from = 0; from < length; from += stretch) {
    state.budget -= stretch;
    if (state.budget < 0) yield;
    sortStretch(list, from, min(from + stretch, length));
  }
  if (length <= stretch) return;
  if (areTexts) {
    yield* timSort(list, byOwnText);
    return;
  }
  const keyed: Keyed[] = [];
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    const value = list[k];
    putOwn(keyed, k, { text: `${value}`, value });
  }
  yield* timSort(keyed, byKey);
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    list[k] = (keyed[k] as Keyed).value;
  }
}

function sortStretch(list: unknown[], from: number, to: number): void {
  const part: unknown[] = [];
  for (let k = from; k < to; k++) putOwn(part, k - from, list[k]);
  nativeSort(part);
  for (let k = from; k < to; k++) list[k] = part[k - from];
}
