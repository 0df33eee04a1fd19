/**
 * `if (typeof s === "number") s -= 0; else s = $state.same(s);`: nothing happens, but an engine that has only seen numbers here
 * now counts on it: the call leads out of its code. Otherwise it would put each new value of s into memory, since s may have come
 * back with a frame. (In Firefox only what the call gives is no number, not s if it was left as it is: sieve 0.84 and 1.0 of plain.)
 */
import type { SharedState } from "@preempt/abi";
import * as ts from "typescript";
import * as js from "./build.ts";
import { assignment } from "./expression-statement.ts";
import type { Unit } from "./unit.ts";

export function showNumber(unit: Unit, name: ts.Identifier): ts.Statement {
  const { f } = unit;
  const isNumber = js.isOfType(name, "number");
  const same = f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, js.number(0));
  const other = js.member(unit.runtime("state"), "same" satisfies keyof SharedState);
  const called = js.call(other, name);
  return js.when(isNumber, assignment(name, same), assignment(name, called));
}
