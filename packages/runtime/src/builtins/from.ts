/** `Array.from` and that of typed arrays, with a callback; and `Array.from` of preemptable generators. */
import { driverOf } from "../generators/attach-generator.ts";
import { StepIteration } from "../generators/walk-steps.ts";
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

/** A generator's steps are preempted with a callback and without. */
const isStepped: Applies = (self, args) =>
  hasMapper(self, args) ||
  (driverOf(args[0]) !== undefined && (args[1] === undefined || typeof args[1] === "function"));

const arrayFrom: Body = function* (items, mapper, thisArg) {
  const invoke = mapper === undefined ? undefined : invoked(mapper);
  const method = getMethod(items, iteratorKey);
  const Made = isConstructor(this) && this !== TheArray ? this : undefined;
  const put = Made === undefined ? putOwn : createDataProperty;
  let k = 0;
  if (method !== undefined) {
    const made = (Made === undefined ? arrayCreate(0) : new Made()) as Indexed;
    const steps = new StepIteration(iterableFrom(items, method), "object is not iterable");
    try {
      for (;;) {
        let value = steps.next();
        if (value === signal) value = yield;
        if (!steps.more(value)) break;
        if (--state.budget < 0) yield;
        value = steps.value;
        if (invoke !== undefined) {
          value = call(invoke, thisArg, value, k);
          if (value === signal) value = yield;
        }
        put(made, k, value);
        k++;
      }
    } catch (error) {
      if (steps.open) {
        try {
          if (steps.close() === signal) yield;
        } catch {
          // The error that was there first goes on.
        }
      }
      throw error;
    } finally {
      if (steps.open) {
        // The job was cancelled.
        let result = steps.close();
        if (result === signal) result = yield;
        steps.closed(result);
      }
    }
    made.length = k;
    return made;
  }
  const arrayLike = toObject(items);
  const length = lengthOfArrayLike(arrayLike);
  const made = (Made === undefined ? arrayCreate(length) : new Made(length)) as Indexed;
  for (; k < length; k++) {
    if (--state.budget < 0) yield;
    let value = invoke === undefined ? arrayLike[k] : call(invoke, thisArg, arrayLike[k], k);
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

const ofArrays = counterpart(Array.from, arrayFrom, isStepped);
const ofTypedArrays = counterpart(
  (TypedArray as unknown as { from?: unknown }).from,
  typedArrayFrom,
  (self, args) => isConstructor(self) && hasMapper(self, args),
);

export function useFrom(): void {
  ofArrays();
  ofTypedArrays();
}
