/** `reduce` and `reduceRight` of arrays and typed arrays. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { toObject } from "./abstract.ts";
import { invoked } from "./counterpart.ts";
import { counterparts, type Kind } from "./walk.ts";

const { signal, state } = realm;
const TheTypeError = TypeError;

const reducing =
  (step: 1 | -1) =>
  ({ lengthOf, hasHoles }: Kind): Body =>
    function* (callback, ...initial) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(callback);
      const end = step === 1 ? length : -1;
      let k = step === 1 ? 0 : length - 1;
      let result = initial[0];
      if (initial.length === 0) {
        for (; hasHoles && k !== end && !(k in object); k += step) if (--state.budget < 0) yield;
        if (k === end) throw new TheTypeError("Reduce of empty array with no initial value");
        result = object[k];
        k += step;
      }
      for (; k !== end; k += step) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        result = call(invoke, undefined, result, object[k], k, object);
        if (result === signal) result = yield;
      }
      return result;
    };

const fromLeft = counterparts("reduce", reducing(1));
const fromRight = counterparts("reduceRight", reducing(-1));

export function useReduce(): void {
  fromLeft();
  fromRight();
}
