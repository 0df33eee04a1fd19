/**
 * The walk of `JSON.stringify`, by the letter of the specification, with a preemption point at each property. `toJSON` methods and
 * the replacer may be suspended. It holds the objects around the current one in a list, so it goes deeper than the engine's stack.
 *
 *   { a: [1] }      level of the object, key "a"  ->  level of the array, key 0  ->  "1"  ->  "[1]"  ->  '{"a":[1]}'
 */
import { call } from "../protocol/call.ts";
import { of } from "../protocol/protocol.ts";
import { type Callable, privateList, privateSet, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Indexed, isObject, lengthOfArrayLike } from "./abstract.ts";
import { type Level, throwCircle } from "./json-circle.ts";

const { signal, state } = realm;
const { stringify } = JSON;
const { keys } = Object;
const { isArray } = Array;
const TheMap = Map;
const mapGet = uncurry(Map.prototype.get) as unknown as (map: Map<string, string>, key: string) => string | undefined;
const mapSet = uncurry(Map.prototype.set);
const { min, trunc } = Math;
const numberValueOf = uncurry(Number.prototype.valueOf);
const stringValueOf = uncurry(String.prototype.valueOf);
const slice = uncurry(String.prototype.slice) as (text: string, from: number, to: number) => string;
const repeat = uncurry(String.prototype.repeat) as (text: string, count: number) => string;

const noProperties: string[] = [];

/** So many objects around the current one are compared with it one by one. */
const shallow = 32;

/**
 * What the engine makes of a value that is no array and has been through `toJSON` and replacer already: `"{}"` for an
 * object whose properties are still to be looked at. Boxed primitives, and raw JSON, it recognises better than we could.
 */
function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return stringify(value);
    case "number":
      return value - value === 0 ? `${value}` : "null";
    case "boolean":
      return value ? "true" : "false";
    case "object":
    case "bigint":
      shown = value;
      return stringify(showing, noProperties);
    default:
      // A function may have a `toJSON` once more.
      return undefined;
  }
}

let shown: unknown;
const showing = {
  toJSON() {
    const value = shown;
    shown = undefined;
    return value;
  },
};

/**
 * @param replacer A function that is called with each value
 * @param list The properties that objects show, if not all of their own
 * @param gap One step of indentation
 */
export function* textFor(
  root: unknown,
  replacer: Callable | undefined,
  list: readonly string[] | undefined,
  gap: string,
): Generator<unknown, string | undefined, unknown> {
  const colon = gap === "" ? ":" : ": ";
  const levels = privateList<Level>();
  const quoted = new TheMap<string, string>();
  let deep: Set<object> | undefined;
  let indent = "";
  let holder: Indexed = { "": root };
  let key = "";
  for (;;) {
    if (--state.budget < 0) yield;
    // SerializeJSONProperty
    let value = holder[key];
    if (isObject(value) || typeof value === "bigint") {
      const toJSON = (value as Indexed).toJSON;
      if (typeof toJSON === "function") {
        value = call(of(toJSON, "toJSON"), value, key);
        if (value === signal) value = yield;
      }
    }
    if (replacer !== undefined) {
      value = call(replacer, holder, key, value);
      if (value === signal) value = yield;
    }
    const isList = typeof value === "object" && isArray(value);
    let text = isList ? "{}" : textOf(value);
    if (text === "{}" && typeof value === "object") {
      open(value as Indexed, isList);
      text = undefined;
    } else if (levels.length === 0) return text;
    else add(text);
    // The next property of the innermost object that has one
    for (;;) {
      const level = levels[levels.length - 1] as Level;
      if (level.index < level.length) {
        holder = level.object;
        key = level.names === undefined ? `${level.index}` : (level.names[level.index] as string);
        level.key = key;
        break;
      }
      const closed = close(level);
      if (levels.length === 0) return closed;
      add(closed);
    }
  }

  function open(object: Indexed, isList: boolean): void {
    const most = deep?.has(object) ? levels.length : min(levels.length, shallow);
    for (let i = 0; i < most; i++) if ((levels[i] as Level).object === object) throwCircle(levels, i);
    if (levels.length >= shallow) {
      deep ??= privateSet<object>();
      deep.add(object);
    }
    const names = isList ? undefined : (list ?? keys(object));
    const length = names === undefined ? lengthOfArrayLike(object) : names.length;
    levels[levels.length] = { object, isList, names, length, index: 0, key: "", members: "", stepback: indent };
    indent += gap;
  }

  function add(given: string | undefined): void {
    const level = levels[levels.length - 1] as Level;
    level.index++;
    const text = level.isList ? (given ?? "null") : given;
    if (text === undefined) return;
    if (level.members !== "") level.members += ",";
    if (gap !== "") level.members += `\n${indent}`;
    level.members += level.isList ? text : `${named(level.key)}${colon}${text}`;
  }

  /** Objects of one kind have the same keys. */
  function named(key: string): string {
    let text = mapGet(quoted, key);
    if (text !== undefined) return text;
    text = stringify(key);
    mapSet(quoted, key, text);
    return text;
  }

  function close(level: Level): string {
    levels.length--;
    deep?.delete(level.object);
    indent = level.stepback;
    const end = level.members !== "" && gap !== "" ? `\n${indent}` : "";
    return level.isList ? `[${level.members}${end}]` : `{${level.members}${end}}`;
  }
}

/** The space argument as the text of one step of indentation. */
export function gapOf(space: unknown): string {
  let given = space;
  if (isObject(space)) {
    if (isNumber(space)) given = +(space as unknown as number);
    else if (isString(space)) given = `${space as unknown as string}`;
  }
  if (typeof given === "number") {
    const count = min(10, trunc(given) || 0);
    return count < 1 ? "" : repeat(" ", count);
  }
  return typeof given === "string" ? slice(given, 0, 10) : "";
}

/** Whether it is `new Number(…)`. */
export const isNumber = (value: object): boolean => has(numberValueOf, value);
/** Whether it is `new String(…)`. */
export const isString = (value: object): boolean => has(stringValueOf, value);

/** Whether `value` is what the method takes for its `this`. */
function has(method: (self: unknown) => unknown, value: object): boolean {
  try {
    method(value);
    return true;
  } catch {
    return false;
  }
}
