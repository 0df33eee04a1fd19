/** `flatMap` of arrays. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { arraySpeciesCreate, type Indexed, lengthOfArrayLike, toObject } from "./abstract.ts";
import { counterpart, invoked, onObject } from "./counterpart.ts";

const { signal, state } = realm;
const { isArray } = Array;

const body: Body = function* (callback, thisArg) {
  const object = toObject(this);
  const length = lengthOfArrayLike(object);
  const invoke = invoked(callback);
  const { made, put } = arraySpeciesCreate(object, 0);
  let count = 0;
  for (let k = 0; k < length; k++) {
    if (--state.budget < 0) yield;
    if (!(k in object)) continue;
    let value = call(invoke, thisArg, object[k], k, object);
    if (value === signal) value = yield;
    if (!isArray(value)) {
      put(made, count++, value);
      continue;
    }
    const inner = value as unknown as Indexed;
    const innerLength = lengthOfArrayLike(inner);
    for (let i = 0; i < innerLength; i++) {
      if (--state.budget < 0) yield;
      if (i in inner) put(made, count++, inner[i]);
    }
  }
  return made;
};

export const useFlatMap: () => void = counterpart(Array.prototype.flatMap, body, onObject);
