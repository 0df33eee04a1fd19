/**
 * `JSON.parse` with a reviver. The text is parsed in one go by the engine; the walk that revives the values is ours.
 */
import { call } from "../protocol/call.ts";
import { run } from "../protocol/protocol.ts";
import { type Body, type Callable, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { Descriptor, type Indexed, isObject, lengthOfArrayLike } from "./abstract.ts";
import { counterpart, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
const { parse } = JSON;
const { keys, is } = Object;
const { isArray } = Array;
const { defineProperty, deleteProperty } = Reflect;
const TheMap = Map;
const mapGet = uncurry(Map.prototype.get) as (map: object, key: unknown) => unknown;
const mapSet = uncurry(Map.prototype.set);

/** Newer engines give the reviver a third argument, with the source text of a value that is still as it was parsed. */
const givesSource = (() => {
  let count = 0;
  parse("0", (...args: unknown[]) => {
    count = args.length;
  });
  return count > 2;
})();

/** A value as it was parsed. */
interface Parsed {
  readonly value: unknown;
  readonly source: string | undefined;
  /** What was parsed inside, by key. */
  readonly inner: Map<string, Parsed> | undefined;
}

function parsed(text: string): { readonly value: unknown; readonly record: Parsed | undefined } {
  if (!givesSource) return { value: parse(text), record: undefined };
  const inside = new TheMap<unknown, Map<string, Parsed>>();
  let record: Parsed | undefined;
  const value = parse(text, function (this: unknown, key: string, value: unknown, ...more: { source?: string }[]) {
    record = {
      value,
      source: more[0]?.source,
      inner: mapGet(inside, value) as Map<string, Parsed> | undefined,
    };
    let siblings = mapGet(inside, this);
    if (siblings === undefined) {
      siblings = new TheMap();
      mapSet(inside, this, siblings);
    }
    mapSet(siblings, key, record);
    return value;
  });
  return { value, record };
}

/** CreateDataProperty of a plain value, without the exception. */
function put(object: Indexed, key: string, value: unknown): void {
  if (value === undefined) deleteProperty(object, key);
  else defineProperty(object, key, new Descriptor(value));
}

/** InternalizeJSONProperty */
function* internalize(
  holder: Indexed,
  name: string,
  invoke: Callable,
  record: Parsed | undefined,
): Generator<unknown, unknown, unknown> {
  if (--state.budget < 0) yield;
  const value = holder[name];
  const asParsed = record !== undefined && is(record.value, value) ? record : undefined;
  if (isObject(value)) {
    const isList = isArray(value);
    const names = isList ? undefined : keys(value);
    const length = names === undefined ? lengthOfArrayLike(value) : names.length;
    for (let i = 0; i < length; i++) {
      const key = names === undefined ? `${i}` : (names[i] as string);
      const inner = asParsed?.inner && (mapGet(asParsed.inner, key) as Parsed | undefined);
      let revived = run(internalize(value, key, invoke, inner));
      if (revived === signal) revived = yield;
      put(value, key, revived);
    }
  }
  let revived: unknown;
  if (givesSource) {
    const source = asParsed?.source;
    revived = call(invoke, holder, name, value, source === undefined ? {} : { source });
  } else revived = call(invoke, holder, name, value);
  if (revived === signal) revived = yield;
  return revived;
}

const body: Body = function* (text, reviver): Generator<unknown, unknown, unknown> {
  const { value, record } = parsed(`${text as string}`);
  let revived = run(internalize({ "": value }, "", invoked(reviver), record));
  if (revived === signal) revived = yield;
  return revived;
};

export const useParse: () => void = counterpart(parse, body, (_self, args) => isPreemptable(args[1]));
