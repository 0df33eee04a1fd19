/** `map` of arrays and typed arrays. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { toObject } from "./abstract.ts";
import { invoked } from "./counterpart.ts";
import { counterparts } from "./walk.ts";

const { signal, state } = realm;

export const useMap: () => void = counterparts(
  "map",
  ({ lengthOf, hasHoles, speciesCreate }): Body =>
    function* (callback, thisArg) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(callback);
      const { made, put } = speciesCreate(object, length);
      for (let k = 0; k < length; k++) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        let value = call(invoke, thisArg, object[k], k, object);
        if (value === signal) value = yield;
        put(made, k, value);
      }
      return made;
    },
);
