/**
 * `for` … `in` loops whose rounds are a few operations: they are no place to be suspended, but part of what stands around them, as a
 * call of `Object.assign` is. The engine walks the keys.
 *
 *   for (const key in from) to[key] = from[key];      for (const key in o) if (o.hasOwnProperty(key)) n++;
 *
 * An engine looks all keys up before the first round, at once, and that takes as long as such rounds do: V8 needs 100 to 800 ns a key
 * where there are many. To keep its place among them costs 30 times what a key costs: a generator has to stand in the loop.
 */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";

/** Whether nothing in the loop needs to be suspended, if nothing in it can be. */
export function isLightWalk(loop: ts.IterationStatement, scopes: Scopes): boolean {
  if (!ts.isForInStatement(loop)) return false;
  return [loop.initializer, loop.statement].every((part) => !effectsOf(part, scopes).takesLong);
}
