/**
 * `JSON.stringify` of objects, where the program has a preemptable `toJSON`. Nobody can know whether an object holds one without a
 * look at its properties, which may be getters: so this walks over all that may.
 */
import { run } from "../protocol/protocol.ts";
import { type Body, privateList, privateSet } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Indexed, isObject, lengthOfArrayLike } from "./abstract.ts";
import { counterpart, invoked, isPreemptable } from "./counterpart.ts";
import { stampForMore } from "./json-stringify.ts";
import { gapOf, isNumber, isString, textFor } from "./json-text.ts";

const { signal } = realm;
const { isArray } = Array;

/** The names in a list that is given as replacer, each once. */
function namesIn(list: Indexed): readonly string[] {
  const names = privateList<string>();
  const seen = privateSet<string>();
  const length = lengthOfArrayLike(list);
  for (let i = 0; i < length; i++) {
    const given = list[i];
    const isName =
      typeof given === "string" ||
      typeof given === "number" ||
      (typeof given === "object" && given !== null && (isString(given) || isNumber(given)));
    if (!isName) continue;
    const name = `${given as string}`;
    if (seen.has(name)) continue;
    seen.add(name);
    names[names.length] = name;
  }
  return names;
}

const body: Body = function* (value, replacer, space): Generator<unknown, unknown, unknown> {
  const f = typeof replacer === "function" ? invoked(replacer) : undefined;
  const names = f === undefined && isObject(replacer) && isArray(replacer) ? namesIn(replacer) : undefined;
  let text: unknown = run(textFor(value, f, names, gapOf(space)));
  if (text === signal) text = yield;
  return text;
};

const mayHold = (value: unknown) => isObject(value) || typeof value === "bigint";
const stamp = counterpart(JSON.stringify, body, (_self, args) => mayHold(args[0]) || isPreemptable(args[1]));

export function useToJSON(): void {
  stampForMore(stamp);
}
