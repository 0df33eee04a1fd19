/** `Array.from` and that of typed arrays, with a callback. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import {
  arrayCreate,
  type Constructor,
  createDataProperty,
  getMethod,
  type Indexed,
  isConstructor,
  iterableFrom,
  iteratorKey,
  lengthOfArrayLike,
  putOwn,
  TypedArray,
  toObject,
} from "./abstract.ts";
import { type Applies, counterpart, invoked, isPreemptable } from "./counterpart.ts";
import { typedArrayCreate } from "./typed-array.ts";

const { signal, state } = realm;
const TheArray: unknown = Array;

const hasMapper: Applies = (_self, args) => args[0] !== undefined && args[0] !== null && isPreemptable(args[1]);

const arrayFrom: Body = function* (items, mapper, thisArg) {
  const invoke = invoked(mapper);
  const method = getMethod(items, iteratorKey);
  const Made = isConstructor(this) && this !== TheArray ? this : undefined;
  const put = Made === undefined ? putOwn : createDataProperty;
  let k = 0;
  if (method !== undefined) {
    const made = (Made === undefined ? arrayCreate(0) : new Made()) as Indexed;
    // Closing the iterator when the callback throws, or the job is cancelled, is what the loop does.
    for (const item of iterableFrom(items, method)) {
      if (--state.budget < 0) yield;
      let value = call(invoke, thisArg, item, k);
      if (value === signal) value = yield;
      put(made, k, value);
      k++;
    }
    made.length = k;
    return made;
  }
  const arrayLike = toObject(items);
  const length = lengthOfArrayLike(arrayLike);
  const made = (Made === undefined ? arrayCreate(length) : new Made(length)) as Indexed;
  for (; k < length; k++) {
    if (--state.budget < 0) yield;
    let value = call(invoke, thisArg, arrayLike[k], k);
    if (value === signal) value = yield;
    put(made, k, value);
  }
  made.length = length;
  return made;
};

const typedArrayFrom: Body = function* (items, mapper, thisArg) {
  const Made = this as unknown as Constructor;
  const invoke = invoked(mapper);
  const method = getMethod(items, iteratorKey);
  let source: Indexed;
  let length: number;
  if (method !== undefined) {
    source = arrayCreate(0);
    length = 0;
    for (const item of iterableFrom(items, method)) {
      if (--state.budget < 0) yield;
      putOwn(source, length++, item);
    }
  } else {
    source = toObject(items);
    length = lengthOfArrayLike(source);
  }
  const made = typedArrayCreate(Made, length);
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    let value = call(invoke, thisArg, source[k], k);
    if (value === signal) value = yield;
    made[k] = value;
  }
  return made;
};

const ofArrays = counterpart(Array.from, arrayFrom, hasMapper);
const ofTypedArrays = counterpart(
  (TypedArray as unknown as { from?: unknown }).from,
  typedArrayFrom,
  (self, args) => isConstructor(self) && hasMapper(self, args),
);

export function useFrom(): void {
  ofArrays();
  ofTypedArrays();
}
