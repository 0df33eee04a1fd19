/**
 * `if (typeof s === "number") s -= 0; else s = $state.same(s);`: nothing happens, but an engine that has only seen numbers here
 * now counts on it: the call leads out of its code. Otherwise it would put each new value of s into memory, since s may have come
 * back with a frame. (In Firefox only what the call gives is no number, not s if it was left as it is: sieve 0.84 and 1.0 of plain.)
 */
import ts from "typescript";
import { numbersIn } from "../../2-analyze/numeric.ts";
import type { Surroundings } from "./surroundings.ts";

/** @param mayComeBack Whether the variables may have come back with a frame. In a body that starts they rarely have */
export function numbers(
  { frame, unit }: Surroundings,
  loop: ts.IterationStatement,
  mayComeBack = frame.part !== "start",
): ts.Statement[] {
  const { f } = unit;
  if (!unit.optimize.numbers || !mayComeBack) return [];
  const own = frame.variables.own.filter((binding) => !frame.variables.isBoxed(binding));
  return numbersIn(loop, own, unit.scopes).map((binding) => {
    const name = frame.variables.nameOf(binding);
    const isNumber = f.createStrictEquality(f.createTypeOfExpression(name), f.createStringLiteral("number"));
    const same = frame.assign(
      name,
      f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, f.createNumericLiteral(0)),
    );
    const other = f.createCallExpression(frame.state("same"), undefined, [name]);
    return f.createIfStatement(isNumber, same, frame.assign(name, other));
  });
}
