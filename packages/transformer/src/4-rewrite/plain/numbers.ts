/**
 * `if (typeof s === "number") s -= 0; else $state.other();`: nothing happens, but an engine that has only seen numbers here now
 * counts on it: the call leads out of its code. Otherwise it would put each new value of s into memory, since s may have come
 * back with a frame.
 */
import ts from "typescript";
import { numbersIn } from "../../2-analyze/numeric.ts";
import type { Surroundings } from "./surroundings.ts";

export function numbers({ frame, unit }: Surroundings, loop: ts.IterationStatement): ts.Statement[] {
  const { f } = unit;
  if (!unit.optimize.numbers) return [];
  return numbersIn(loop, frame.variables.own, unit.scopes).map((binding) => {
    const name = frame.variables.nameOf(binding);
    const isNumber = f.createStrictEquality(f.createTypeOfExpression(name), f.createStringLiteral("number"));
    const same = frame.assign(
      name,
      f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, f.createNumericLiteral(0)),
    );
    const other = f.createCallExpression(frame.state("other"), undefined, []);
    return f.createIfStatement(isNumber, same, f.createExpressionStatement(other));
  });
}
