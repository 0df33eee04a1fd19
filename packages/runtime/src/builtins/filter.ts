/** `filter` of arrays and typed arrays. */
import { type Body, call } from "../intrinsics.ts";
import { realm } from "../realm.ts";
import { arrayCreate, createDataProperty, type Indexed, toObject } from "./abstract.ts";
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
      const chosen = hasHoles ? speciesCreate(object, 0) : arrayCreate(0);
      let count = 0;
      for (let k = 0; k < length; k++) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        const value = object[k];
        let passes = call(invoke, thisArg, value, k, object);
        if (passes === signal) passes = yield;
        if (passes) createDataProperty(chosen, count++, value);
      }
      return hasHoles ? chosen : yield* copied(chosen, count, speciesCreate(object, count));
    },
);

function* copied(from: Indexed, count: number, to: Indexed): Generator<unknown, Indexed, unknown> {
  for (let k = 0; k < count; k++) {
    if (--state.budget < 0) yield;
    to[k] = from[k];
  }
  return to;
}
