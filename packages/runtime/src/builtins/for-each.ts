/** `forEach` of arrays, typed arrays, maps and sets. */
import { call } from "../protocol/call.ts";
import { type Body, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { toObject } from "./abstract.ts";
import { type Applies, counterpart, invoked, isPreemptable } from "./counterpart.ts";
import { counterparts } from "./walk.ts";

const { signal, state } = realm;

const ofSequences = counterparts(
  "forEach",
  ({ lengthOf, hasHoles }): Body =>
    function* (callback, thisArg) {
      const object = toObject(this);
      const length = lengthOf(object);
      const invoke = invoked(callback);
      for (let k = 0; k < length; k++) {
        if (--state.budget < 0) yield;
        if (hasHoles && !(k in object)) continue;
        if (call(invoke, thisArg, object[k], k, object) === signal) yield;
      }
    },
);

interface Collection {
  readonly entries: (self: unknown) => object;
  readonly next: (iterator: object) => IteratorResult<unknown[], unknown>;
  readonly size: (self: unknown) => unknown;
}

/** A map's or a set's own iterator sees what is added and deleted during the walk, as `forEach` does. */
function collection(prototype: Map<unknown, unknown> | Set<unknown>, sample: object): Collection {
  return {
    entries: uncurry(prototype.entries) as Collection["entries"],
    next: uncurry(Object.getPrototypeOf(sample).next) as Collection["next"],
    size: uncurry(Object.getOwnPropertyDescriptor(prototype, "size")?.get) as Collection["size"],
  };
}

function ofCollection(native: unknown, { entries, next, size }: Collection): () => void {
  const body: Body = function* (callback, thisArg) {
    const invoke = invoked(callback);
    const iterator = entries(this);
    for (let step = next(iterator); !step.done; step = next(iterator)) {
      if (--state.budget < 0) yield;
      const entry = step.value;
      if (call(invoke, thisArg, entry[1], entry[0], this) === signal) yield;
    }
  };
  const applies: Applies = (self, args) => {
    if (!isPreemptable(args[0])) return false;
    try {
      size(self);
      return true;
    } catch {
      return false;
    }
  };
  return counterpart(native, body, applies);
}

const ofMaps = ofCollection(Map.prototype.forEach, collection(Map.prototype, new Map().entries()));
const ofSets = ofCollection(Set.prototype.forEach, collection(Set.prototype, new Set().entries()));

export function useForEach(): void {
  ofSequences();
  ofMaps();
  ofSets();
}
