/**
 * `JSON.stringify` with a replacer function. `toJSON` methods that it meets are then preemptable too; without such a replacer the engine
 * does it all, and calls them itself, unless the program has a preemptable `toJSON` (json-to-json.ts).
 */
import { run } from "../protocol/protocol.ts";
import type { Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { counterpart, invoked, isPreemptable } from "./counterpart.ts";
import { gapOf, textFor } from "./json-text.ts";

const { signal } = realm;

const body: Body = function* (value, replacer, space): Generator<unknown, unknown, unknown> {
  let text: unknown = run(textFor(value, invoked(replacer), undefined, gapOf(space)));
  if (text === signal) text = yield;
  return text;
};

const stamp = counterpart(JSON.stringify, body, (_self, args) => isPreemptable(args[1]));

let isForMore = false;

export function useStringify(): void {
  if (!isForMore) stamp();
}

/** Another counterpart, which does this as well, takes its place. */
export function stampForMore(other: () => void): void {
  isForMore = true;
  other();
}
