/** `some` and `every` of arrays and typed arrays. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { toObject } from "./abstract.ts";
import { invoked } from "./counterpart.ts";
import { counterparts, type Kind } from "./walk.ts";

const { signal, state } = realm;

/** The walk ends at the first element whose answer is `last`. */
const asking =
  (last: boolean) =>
  ({ lengthOf, hasHoles }: Kind): Body =>
    function* (callback, thisArg) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(callback);
      for (let k = 0; k < length; k++) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        let answer = call(invoke, thisArg, object[k], k, object);
        if (answer === signal) answer = yield;
        if (!answer !== last) return last;
      }
      return !last;
    };

const some = counterparts("some", asking(true));
const every = counterparts("every", asking(false));

export function useSome(): void {
  some();
  every();
}
