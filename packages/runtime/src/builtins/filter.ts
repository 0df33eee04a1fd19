/** `filter` of arrays and typed arrays. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { arrayCreate, type Indexed, putOwn, toObject } from "./abstract.ts";
import { invoked } from "./counterpart.ts";
import { counterparts } from "./walk.ts";

const { signal, state } = realm;

export const useFilter: () => void = counterparts(
  "filter",
  ({ lengthOf, hasHoles, speciesCreate }): Body =>
    function* (callback, thisArg) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(callback);
      // A typed array's length has to be known before it is made.
      const { made: chosen, put } = hasHoles ? speciesCreate(object, 0) : { made: arrayCreate(0), put: putOwn };
      let count = 0;
      for (let k = 0; k < length; k++) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        const value = object[k];
        let passes = call(invoke, thisArg, value, k, object);
        if (passes === signal) passes = yield;
        if (passes) put(chosen, count++, value);
      }
      return hasHoles ? chosen : yield* copied(chosen, count, speciesCreate(object, count).made);
    },
);

function* copied(from: Indexed, count: number, to: Indexed): Generator<unknown, Indexed, unknown> {
  for (let k = 0; k < count; k++) {
    if (--state.budget < 0) yield;
    to[k] = from[k];
  }
  return to;
}
