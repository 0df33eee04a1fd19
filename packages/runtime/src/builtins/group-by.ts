/** `Object.groupBy` and `Map.groupBy`. */
import { call } from "../protocol/call.ts";
import { type Body, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { arrayCreate, createDataProperty, type Indexed, putOwn, toPropertyKey } from "./abstract.ts";
import { type Applies, counterpart, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
const TheMap = Map;
const { create } = Object;
const mapGet = uncurry(Map.prototype.get) as (map: object, key: unknown) => Indexed | undefined;
const mapSet = uncurry(Map.prototype.set);
const mapKeys = uncurry(Map.prototype.keys) as (map: object) => object;
const nextKey = uncurry(Object.getPrototypeOf(new Map().keys()).next) as (
  iterator: object,
) => IteratorResult<PropertyKey, undefined>;

const onIterable: Applies = (_self, args) => args[0] !== undefined && args[0] !== null && isPreemptable(args[1]);

/** GroupBy: a map from each key to the array of its elements, in the order of their first elements. */
function* grouped(items: unknown, callback: unknown, keyOf: (key: unknown) => unknown) {
  const invoke = invoked(callback);
  const groups = new TheMap<unknown, Indexed>();
  let k = 0;
  for (const item of items as Iterable<unknown>) {
    if (--state.budget < 0) yield;
    let answer = call(invoke, undefined, item, k);
    if (answer === signal) answer = yield;
    const key = keyOf(answer);
    let group = mapGet(groups, key);
    if (group === undefined) {
      group = arrayCreate(0);
      mapSet(groups, key, group);
    }
    putOwn(group, group.length as number, item);
    k++;
  }
  return groups;
}

const intoObject: Body = function* (items, callback): Generator<unknown, unknown, unknown> {
  const groups = yield* grouped(items, callback, toPropertyKey);
  const made = create(null) as object;
  const keys = mapKeys(groups);
  for (let step = nextKey(keys); !step.done; step = nextKey(keys)) {
    if (--state.budget < 0) yield;
    createDataProperty(made, step.value, mapGet(groups, step.value));
  }
  return made;
};

const intoMap: Body = function* (items, callback): Generator<unknown, unknown, unknown> {
  return yield* grouped(items, callback, (key) => key);
};

const ofObject = counterpart(Object.groupBy, intoObject, onIterable);
const ofMap = counterpart(Map.groupBy, intoMap, onIterable);

export function useGroupBy(): void {
  ofObject();
  ofMap();
}
