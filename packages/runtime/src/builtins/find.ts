/** `find`, `findIndex`, `findLast` and `findLastIndex` of arrays and typed arrays: they do not pass over holes. */
import { call } from "../protocol/call.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { toObject } from "./abstract.ts";
import { invoked } from "./counterpart.ts";
import { counterparts, type Kind } from "./walk.ts";

const { signal, state } = realm;

const finding =
  (step: 1 | -1, what: "value" | "index") =>
  ({ lengthOf }: Kind): Body =>
    function* (predicate, thisArg) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(predicate);
      const end = step === 1 ? length : -1;
      for (let k = step === 1 ? 0 : length - 1; k !== end; k += step) {
        if (--state.budget < 0) yield;
        const value = object[k];
        let found = call(invoke, thisArg, value, k, object);
        if (found === signal) found = yield;
        if (found) return what === "value" ? value : k;
      }
      return what === "value" ? undefined : -1;
    };

const stamps = [
  counterparts("find", finding(1, "value")),
  counterparts("findIndex", finding(1, "index")),
  counterparts("findLast", finding(-1, "value")),
  counterparts("findLastIndex", finding(-1, "index")),
];

export function useFind(): void {
  for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
}
