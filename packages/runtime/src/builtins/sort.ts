/**
 * `sort` and `toSorted` of arrays, and of typed arrays with a comparator: also with one that cannot be preempted, since
 * there is time to be lost in the comparisons all together. (Without one the engine sorts numbers of a typed array in a tenth of the
 * time.)
 */
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import {
  arrayCreate,
  deleteProperty,
  type Indexed,
  lengthOfArrayLike,
  putOwn,
  TypedArray,
  toObject,
} from "./abstract.ts";
import { type Applies, counterpart, invokedBody, isPreemptable } from "./counterpart.ts";
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
  else if (comparator !== undefined) yield* timSort(list, invokedBody(comparator));
  else yield* sortTexts(list);
}

/** What is read of `object`, as far as it has come. Engines compile loops badly in generators: they stand in functions of their own. */
interface Reading {
  readonly list: unknown[];
  k: number;
  undefineds: number;
}

function* read(object: Indexed, length: number, hasHoles: boolean) {
  const reading: Reading = { list: [], k: 0, undefineds: 0 };
  while (reading.k < length) {
    if (--state.budget < 0) yield;
    readOn(reading, object, length, hasHoles);
  }
  const { list, undefineds } = reading;
  return { list, count: list.length + undefineds };
}

/** One element, and more as long as there is some budget left. */
function readOn(reading: Reading, object: Indexed, length: number, hasHoles: boolean): void {
  const { list } = reading;
  let { k } = reading;
  do {
    if (!hasHoles || k in object) {
      const value = object[k];
      if (value === undefined) reading.undefineds++;
      else putOwn(list, list.length, value);
    }
    k++;
  } while (k < length && --state.budget >= 0);
  reading.k = k;
}

function readAll(object: Indexed, length: number): { list: unknown[]; count: number } {
  const list: unknown[] = [];
  let undefineds = 0;
  for (let k = 0; k < length; k++) {
    if (!(k in object)) continue;
    const value = object[k];
    if (value === undefined) undefineds++;
    else putOwn(list, list.length, value);
  }
  return { list, count: list.length + undefineds };
}

/** Writes the elements from `k` on up to `end`, as {@link readOn} reads them. Returns the next one. */
function writeOn(list: readonly unknown[], object: Indexed, k: number, end: number): number {
  do object[k] = list[k];
  while (++k < end && --state.budget >= 0);
  return k;
}

/** The elements of a typed array, sorted as V8 sorts them: another sort, with other comparisons. */
function* sortedElements(array: Indexed, length: number, comparator: unknown) {
  const { list } = yield* read(array, length, false);
  const work: unknown[] = [];
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    putOwn(work, k, list[k]);
  }
  yield* mergeSort(work, list, 0, length, invokedBody(comparator));
  return list;
}

/** At once, as all of it takes microseconds. */
function sortFew(object: Indexed, length: number, comparator: unknown): unknown {
  const { list, count } = readAll(object, length);
  nativeSort(list, comparator);
  for (let k = 0; k < count; k++) object[k] = list[k];
  for (let k = count; k < length; k++) deleteProperty(object, k);
  return object;
}

const sort: Body = function* (comparator) {
  const object = toObject(this);
  const length = lengthOfArrayLike(object);
  if (length < 2 && leavesOneAlone) return object;
  if (length <= fewElements && !isPreemptable(comparator)) {
    if (--state.budget < 0) yield;
    return sortFew(object, length, comparator);
  }
  const { list, count } = yield* read(object, length, true);
  yield* sorted(list, comparator);
  for (let k = 0; k < count; ) {
    if (--state.budget < 0) yield;
    k = writeOn(list, object, k, count);
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
  for (let k = 0; k < length; ) {
    if (--state.budget < 0) yield;
    k = writeOn(list, array, k, length);
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
