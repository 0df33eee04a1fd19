/**
 * `if (typeof s === "number") s -= 0; else s = $state.same(s);`: nothing happens, but an engine that has only seen numbers here
 * now counts on it: the call leads out of its code. Otherwise it would put each new value of s into memory, since s may have come
 * back with a frame. (In Firefox only what the call gives is no number, not s if it was left as it is: sieve 0.84 and 1.0 of plain.)
 */
import ts from "typescript";
import { assignment } from "./assignment.ts";
import type { Unit } from "./unit.ts";

export function showNumber(unit: Unit, name: ts.Identifier): ts.Statement {
  const { f } = unit;
  const isNumber = f.createStrictEquality(f.createTypeOfExpression(name), f.createStringLiteral("number"));
  const same = f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, f.createNumericLiteral(0));
  const other = f.createPropertyAccessExpression(unit.runtime("state"), "same");
  const called = f.createCallExpression(other, undefined, [name]);
  return f.createIfStatement(isNumber, assignment(f, name, same), assignment(f, name, called));
}
