/**
 * Parameters of a plain body.
 *
 *   (a, b = f(a), { c, d = 1 })   ⇒   ($depth, $this, a, $b, $c)     and, when the function starts,
 *                                     b = $b === undefined ? f(a) : $b;
 *                                     if ($c === undefined || $c === null) (({ c }) => {})($c);     throws as it would have
 *                                     ({ c: c, d: d = 1 } = $c);
 */
import ts from "typescript";
import { isThis } from "../../2-analyze/locals.ts";
import { isHarmless } from "../../2-analyze/plain-parameters.ts";
import { assignPattern, refuseNothing } from "./patterns.ts";
import type { Statements } from "./statements.ts";
import type { Steps } from "./steps.ts";

export function addParameters(
  { frame, code, unit }: Statements,
  parameters: readonly ts.ParameterDeclaration[],
  steps: Steps,
): ts.ParameterDeclaration[] {
  const { f } = unit;
  return parameters
    .filter((p) => !isThis(p))
    .map((p) => {
      if (isHarmless(p)) {
        return f.updateParameterDeclaration(
          p,
          undefined,
          p.dotDotDotToken,
          p.name,
          undefined,
          undefined,
          p.initializer,
        );
      }
      const given = unit.freshName("$given");
      let value: ts.Expression = given;
      if (p.initializer !== undefined) {
        const isMissing = f.createStrictEquality(given, f.createVoidZero());
        value = f.createConditionalExpression(isMissing, undefined, code.expression(p.initializer), undefined, given);
      }
      if (ts.isIdentifier(p.name))
        steps.add(frame.assign(frame.variables.take(f.createIdentifier(p.name.text)), value));
      else {
        for (const e of p.name.elements) {
          if (ts.isBindingElement(e)) frame.variables.take(f.createIdentifier((e.name as ts.Identifier).text));
        }
        if (value !== given) steps.add(frame.assign(given, value));
        steps.add(refuseNothing(unit, given, p.name as ts.ObjectBindingPattern, (first) => taking(first, given)));
        steps.add(frame.assign(assignPattern(frame, code, p.name), given));
      }
      return f.createParameterDeclaration(undefined, undefined, given);
    });

  /** `(({ c }) => {})($c);` */
  function taking(pattern: ts.ObjectBindingPattern, given: ts.Expression): ts.Statement {
    const arrow = f.createArrowFunction(
      undefined,
      undefined,
      [f.createParameterDeclaration(undefined, undefined, pattern)],
      undefined,
      f.createToken(ts.SyntaxKind.EqualsGreaterThanToken),
      f.createBlock([]),
    );
    const call = f.createCallExpression(f.createParenthesizedExpression(arrow), undefined, [given]);
    return f.createExpressionStatement(call);
  }
}
