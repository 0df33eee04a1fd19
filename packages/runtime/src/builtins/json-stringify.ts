/**
 * `JSON.stringify` with a replacer function. `toJSON` methods that it meets are then preemptable too; without such a
 * replacer the engine does it all, and calls them itself.
 */
import { call } from "../protocol/call.ts";
import { of, run } from "../protocol/protocol.ts";
import { type Body, type Callable, privateList, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Indexed, isObject, lengthOfArrayLike } from "./abstract.ts";
import { counterpart, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
const { stringify } = JSON;
const { keys } = Object;
const { isArray } = Array;
const { min, trunc } = Math;
const numberValueOf = uncurry(Number.prototype.valueOf);
const stringValueOf = uncurry(String.prototype.valueOf);
const slice = uncurry(String.prototype.slice) as (text: string, from: number, to: number) => string;
const repeat = uncurry(String.prototype.repeat) as (text: string, count: number) => string;
const TheTypeError = TypeError;

const noProperties: string[] = [];

/**
 * What the engine makes of a value that is no array and has been through `toJSON` and replacer already: `"{}"` for an
 * object whose properties are still to be looked at. Boxed primitives, and raw JSON, it recognises better than we could.
 */
function textOf(value: unknown): string | undefined {
  return stringify({ toJSON: () => value }, noProperties);
}

class Serialization {
  readonly #replacer: Callable;
  readonly #gap: string;
  /** The objects around the current one. */
  readonly #stack = privateList<object>();
  #indent = "";

  constructor(replacer: Callable, gap: string) {
    this.#replacer = replacer;
    this.#gap = gap;
  }

  /** SerializeJSONProperty */
  *property(holder: Indexed, key: string): Generator<unknown, unknown, unknown> {
    if (--state.budget < 0) yield;
    let value = holder[key];
    if (isObject(value) || typeof value === "bigint") {
      const toJSON = (value as Indexed).toJSON;
      if (typeof toJSON === "function") {
        value = call(of(toJSON, "toJSON"), value, key);
        if (value === signal) value = yield;
      }
    }
    value = call(this.#replacer, holder, key, value);
    if (value === signal) value = yield;
    const isList = isArray(value);
    if (!isList) {
      const text = textOf(value);
      if (text !== "{}") return text;
    }
    const object = value as unknown as Indexed;
    const stack = this.#stack;
    for (let i = 0; i < stack.length; i++) {
      if (stack[i] === object) throw new TheTypeError("Converting circular structure to JSON");
    }
    stack[stack.length] = object;
    const stepback = this.#indent;
    this.#indent += this.#gap;
    const before = this.#gap === "" ? "" : `\n${this.#indent}`;
    const colon = this.#gap === "" ? ":" : ": ";
    const names = isList ? undefined : keys(object);
    const length = names === undefined ? lengthOfArrayLike(object) : names.length;
    let members = "";
    for (let i = 0; i < length; i++) {
      const name = names === undefined ? `${i}` : (names[i] as string);
      let text = run(this.property(object, name));
      if (text === signal) text = yield;
      if (names === undefined) text ??= "null";
      if (text === undefined) continue;
      if (members !== "") members += ",";
      members += names === undefined ? `${before}${text}` : `${before}${stringify(name)}${colon}${text}`;
    }
    stack.length--;
    this.#indent = stepback;
    if (members !== "" && this.#gap !== "") members += `\n${stepback}`;
    return names === undefined ? `[${members}]` : `{${members}}`;
  }
}

/** The space argument as the text of one step of indentation. */
function gapOf(space: unknown): string {
  let given = space;
  if (isObject(space)) {
    if (has(numberValueOf, space)) given = +(space as unknown as number);
    else if (has(stringValueOf, space)) given = `${space as unknown as string}`;
  }
  if (typeof given === "number") {
    const count = min(10, trunc(given) || 0);
    return count < 1 ? "" : repeat(" ", count);
  }
  return typeof given === "string" ? slice(given, 0, 10) : "";
}

/** Whether `value` is what the method takes for its `this`. */
function has(method: (self: unknown) => unknown, value: object): boolean {
  try {
    method(value);
    return true;
  } catch {
    return false;
  }
}

const body: Body = function* (value, replacer, space): Generator<unknown, unknown, unknown> {
  const serialization = new Serialization(invoked(replacer), gapOf(space));
  let text = run(serialization.property({ "": value }, ""));
  if (text === signal) text = yield;
  return text;
};

export const useStringify: () => void = counterpart(stringify, body, (_self, args) => isPreemptable(args[1]));
