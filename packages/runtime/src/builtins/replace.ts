/**
 * `replace` and `replaceAll` of strings, and `RegExp.prototype[Symbol.replace]`, with a function.
 */
import { call } from "../protocol/call.ts";
import { of } from "../protocol/protocol.ts";
import { type Body, type Callable, privateList, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { getMethod, type Indexed, isObject, toLength } from "./abstract.ts";
import { type Applies, counterpart, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
const { apply } = Reflect;
const { trunc, max, min } = Math;
const { replace: replaceKey, match: matchKey } = Symbol;
const TheTypeError = TypeError;
const nativeExec = RegExp.prototype.exec as unknown as Callable;
const isRegExpObject = (() => {
  const source = uncurry(Object.getOwnPropertyDescriptor(RegExp.prototype, "source")?.get);
  const { prototype } = RegExp;
  return (value: unknown): boolean => {
    if (value === prototype) return false;
    try {
      source(value);
      return true;
    } catch {
      return false;
    }
  };
})();
const indexOf = uncurry(String.prototype.indexOf) as (text: string, search: string, from: number) => number;
const slice = uncurry(String.prototype.slice) as (text: string, from: number, to?: number) => string;
const includes = uncurry(String.prototype.includes) as (text: string, search: string) => boolean;
const codePointAt = uncurry(String.prototype.codePointAt) as (text: string, index: number) => number;
const stringPrototype = String.prototype as unknown as Indexed;

/**
 * Editions differ in whether a primitive is asked for its `Symbol.replace`. Where nobody gave strings one the question
 * has no answer and no effect.
 */
const onString: Applies = (self, args) =>
  self !== undefined &&
  self !== null &&
  (isObject(args[0]) || (typeof args[0] === "string" && !(replaceKey in stringPrototype))) &&
  isPreemptable(args[1]);

/** IsRegExp */
function isRegExp(value: Indexed): boolean {
  const matcher = value[matchKey];
  return matcher !== undefined ? Boolean(matcher) : isRegExpObject(value);
}

const replacing = (all: boolean): Body =>
  function* (search, replacer): Generator<unknown, unknown, unknown> {
    if (isObject(search)) {
      if (all && isRegExp(search)) {
        const { flags } = search;
        if (flags === undefined || flags === null || !includes(`${flags as string}`, "g")) {
          throw new TheTypeError("replaceAll must be called with a global RegExp");
        }
      }
      const method = getMethod(search, replaceKey);
      if (method !== undefined) {
        let value = call(of(method, "replace"), search, this, replacer);
        if (value === signal) value = yield;
        return value;
      }
    }
    const text = `${this as unknown as string}`;
    const sought = `${search as string}`;
    const invoke = invoked(replacer);
    const advance = max(1, sought.length);
    const positions = privateList<number>();
    for (let at = indexOf(text, sought, 0); at >= 0; ) {
      if (--state.budget < 0) yield;
      positions[positions.length] = at;
      at = all && at + advance <= text.length ? indexOf(text, sought, at + advance) : -1;
    }
    let result = "";
    let end = 0;
    for (let i = 0; i < positions.length; i++) {
      const at = positions[i] as number;
      if (--state.budget < 0) yield;
      let replacement = call(invoke, undefined, sought, at, text);
      if (replacement === signal) replacement = yield;
      result += `${slice(text, end, at)}${replacement as string}`;
      end = at + sought.length;
    }
    return result + slice(text, end);
  };

/** ES2023 and later read `flags`; engines of before, V8 among them, read `global` and `unicode`. */
const readsFlags = (() => {
  let reads = false;
  const observed = {
    get flags() {
      reads = true;
      return "";
    },
    exec: () => null,
  };
  apply(RegExp.prototype[Symbol.replace] as unknown as Callable, observed, ["", ""]);
  return reads;
})();
const unicodeSetsOf = uncurry(Object.getOwnPropertyDescriptor(RegExp.prototype, "unicodeSets")?.get ?? (() => false));

function isUnicodeSets(regExp: Indexed): boolean {
  try {
    return unicodeSetsOf(regExp) as boolean;
  } catch {
    return false;
  }
}

/** AdvanceStringIndex */
function advanceIndex(text: string, index: number, unicode: boolean): number {
  return index + (unicode && index < text.length && codePointAt(text, index) > 0xffff ? 2 : 1);
}

const replaceMatches: Body = function* (string, replacer): Generator<unknown, unknown, unknown> {
  const regExp = this as unknown as Indexed;
  const text = `${string as string}`;
  const invoke = invoked(replacer);
  let global: boolean;
  let unicode: boolean;
  if (readsFlags) {
    const flags = `${regExp.flags as string}`;
    global = includes(flags, "g");
    unicode = includes(flags, "u") || includes(flags, "v");
  } else {
    global = Boolean(regExp.global);
    unicode = global && (Boolean(regExp.unicode) || isUnicodeSets(regExp));
  }
  if (global) regExp.lastIndex = 0;
  const results = privateList<Indexed>();
  for (;;) {
    if (--state.budget < 0) yield;
    // RegExpExec
    const { exec } = regExp;
    let result: unknown;
    if (typeof exec === "function" && exec !== nativeExec) {
      result = call(of(exec, "exec"), regExp, text);
      if (result === signal) result = yield;
      if (result !== null && !isObject(result)) throw new TheTypeError("object null is not a function");
    } else result = apply(nativeExec, regExp, [text]);
    if (result === null) break;
    results[results.length] = result as Indexed;
    if (!global) break;
    if (`${(result as Indexed)[0] as string}` === "") {
      regExp.lastIndex = advanceIndex(text, toLength(regExp.lastIndex), unicode);
    }
  }
  let replaced = "";
  let end = 0;
  for (let i = 0; i < results.length; i++) {
    if (--state.budget < 0) yield;
    const result = results[i] as Indexed;
    const count = max(toLength(result.length) - 1, 0);
    const matched = `${result[0] as string}`;
    const position = max(min(toIntegerOrInfinity(result.index), text.length), 0);
    const args = privateList<unknown>();
    args[0] = matched;
    for (let n = 1; n <= count; n++) {
      const capture = result[n];
      args[n] = capture === undefined ? undefined : `${capture as string}`;
    }
    const { groups } = result;
    args[args.length] = position;
    args[args.length] = text;
    if (groups !== undefined) args[args.length] = groups;
    let value = apply(invoke, undefined, args);
    if (value === signal) value = yield;
    const replacement = `${value as string}`;
    if (position >= end) {
      replaced += slice(text, end, position) + replacement;
      end = position + matched.length;
    }
  }
  return end >= text.length ? replaced : replaced + slice(text, end);
};

function toIntegerOrInfinity(value: unknown): number {
  return trunc(+(value as number)) || 0;
}

const stamps = [
  counterpart(String.prototype.replace, replacing(false), onString),
  counterpart(String.prototype.replaceAll, replacing(true), onString),
  counterpart(
    RegExp.prototype[Symbol.replace],
    replaceMatches,
    (self, args) => isObject(self) && isPreemptable(args[1]),
  ),
];

export function useReplace(): void {
  for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
}
