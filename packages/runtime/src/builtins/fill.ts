/**
 * `fill` of long typed arrays, a stretch at a time. Nobody sees an element get its value, but memory that nobody has written to yet
 * takes the system microseconds for each page: 3 MB take 1 to 2 ms.
 */
import { type Body, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Indexed, TypedArray } from "./abstract.ts";
import { type Applies, counterpart } from "./counterpart.ts";
import { isBigIntArray, isTypedArray, typedArrayLength } from "./typed-array.ts";

const { state } = realm;
const { max, min, trunc } = Math;
const { prototype } = TypedArray as unknown as { prototype: typeof Float64Array.prototype };
const nativeFill = uncurry(prototype.fill) as (array: Indexed, value: unknown, from: number, to: number) => void;

/** Elements that the engine fills at once: eight pages or less. */
const stretch = 4096;
/** So many points they count: a page takes 2.5 µs. */
const points = 256;

const fill: Body = function* (value, start = 0, end) {
  const array = this as Indexed;
  const length = typedArrayLength(array);
  const to = end === undefined ? length : indexOf(end as number, length);
  for (let k = indexOf(start as number, length); k < to; k += stretch) {
    state.budget -= points;
    if (state.budget < 0) yield;
    // Meanwhile it may have become shorter, or have lost its buffer.
    const most = min(k + stretch, to, typedArrayLength(array));
    if (k < most) nativeFill(array, value, k, most);
  }
  return array;
};

/** A relative index, by ToIntegerOrInfinity. */
function indexOf(relative: number, length: number): number {
  const index = trunc(relative) || 0;
  return index < 0 ? max(0, length + index) : min(index, length);
}

const isIndex = (value: unknown): boolean => value === undefined || typeof value === "number";

/** Nothing has to be converted, which may run code, or be refused. */
const applies: Applies = (self, args) =>
  isTypedArray(self) &&
  typedArrayLength(self as Indexed) > stretch &&
  typeof args[0] === (isBigIntArray(self as Indexed) ? "bigint" : "number") &&
  isIndex(args[1]) &&
  isIndex(args[2]);

export const useFill: () => void = counterpart(prototype.fill, fill, applies);
