/**
 * `sort` and `toSorted` of arrays, and of typed arrays with a comparator: also with one that cannot be preempted, since
 * there is time to be lost in the comparisons all together. (Without one the engine sorts numbers of a typed array in a tenth of the
 * time.)
 */
import type { Body } from "../intrinsics.ts";
import { realm } from "../realm.ts";
import {
  arrayCreate,
  deleteProperty,
  type Indexed,
  lengthOfArrayLike,
  putOwn,
  TypedArray,
  toObject,
} from "./abstract.ts";
import { type Applies, counterpart, invoked, isPreemptable } from "./counterpart.ts";
import { mergeSort } from "./merge-sort.ts";
import { nativeSort, sortTexts } from "./sort-texts.ts";
import { timSort } from "./timsort.ts";
import { isTypedArray, typedArrayCreateSameType, typedArrayLength } from "./typed-array.ts";

const { state } = realm;

/** So many elements the engine sorts at once if the comparator cannot be preempted: it takes microseconds. */
const fewElements = 64;

/** By the letter, sorting writes to an array of one element; V8 leaves it alone. */
const leavesOneAlone = (() => {
  try {
    nativeSort(Object.freeze([0]) as unknown[], () => 0);
    return true;
  } catch {
    return false;
  }
})();

/** SortIndexedProperties, apart from the reading. The `undefined`s are not among the elements of `list`. */
function* sorted(list: unknown[], comparator: unknown): Generator<unknown, void, unknown> {
  if (list.length <= fewElements && !isPreemptable(comparator)) nativeSort(list, comparator);
  else if (comparator !== undefined) yield* timSort(list, invoked(comparator));
  else yield* sortTexts(list);
}

function* read(object: Indexed, length: number, hasHoles: boolean) {
  const list: unknown[] = [];
  let undefineds = 0;
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    if (hasHoles && !(k in object)) continue;
    const value = object[k];
    if (value === undefined) undefineds++;
    else putOwn(list, list.length, value);
  }
  return { list, count: list.length + undefineds };
}

/** The elements of a typed array, sorted as V8 sorts them: another sort, with other comparisons. */
function* sortedElements(array: Indexed, length: number, comparator: unknown) {
  const { list } = yield* read(array, length, false);
  const work: unknown[] = [];
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    putOwn(work, k, list[k]);
  }
  yield* mergeSort(work, list, 0, length, invoked(comparator));
  return list;
}

const sort: Body = function* (comparator) {
  const object = toObject(this);
  const length = lengthOfArrayLike(object);
  if (length < 2 && leavesOneAlone) return object;
  const { list, count } = yield* read(object, length, true);
  yield* sorted(list, comparator);
  for (let k = 0; k < count; k++) {
    if (--state.budget < 0) yield;
    object[k] = list[k];
  }
  for (let k = count; k < length; k++) {
    if (--state.budget < 0) yield;
    deleteProperty(object, k);
  }
  return object;
};

const toSorted: Body = function* (comparator) {
  const object = toObject(this);
  const length = lengthOfArrayLike(object);
  const made = arrayCreate(length);
  const { list } = yield* read(object, length, false);
  yield* sorted(list, comparator);
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    putOwn(made, k, list[k]);
  }
  return made;
};

const typedSort: Body = function* (comparator) {
  const array = this as Indexed;
  const length = typedArrayLength(array);
  const list = yield* sortedElements(array, length, comparator);
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    array[k] = list[k];
  }
  return array;
};

const typedToSorted: Body = function* (comparator) {
  const array = this as Indexed;
  const length = typedArrayLength(array);
  const made = typedArrayCreateSameType(array, length);
  const list = yield* sortedElements(array, length, comparator);
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    made[k] = list[k];
  }
  return made;
};

const onObject: Applies = (self, args) =>
  self !== undefined && self !== null && (args[0] === undefined || typeof args[0] === "function");
const onTypedArray: Applies = (self, args) =>
  isTypedArray(self) && typedArrayLength(self as Indexed) > 0 && typeof args[0] === "function";
const { prototype } = TypedArray as unknown as { prototype: typeof Uint8Array.prototype };

const stamps = [
  counterpart(Array.prototype.sort, sort, onObject),
  counterpart(Array.prototype.toSorted, toSorted, onObject),
  counterpart(prototype.sort, typedSort, onTypedArray),
  counterpart(prototype.toSorted, typedToSorted, onTypedArray),
];

export function useSort(): void {
  for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
}
