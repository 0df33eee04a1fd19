/**
 * Parameters of a plain body.
 *
 *   (a, b = f(a), [c], { d, e = 1 })   ⇒   ($depth, $this, a, $b, $c, $d)     and, when the function starts,
 *                                          b = $b === undefined ? f(a) : $b;
 *                                          [c] = $c;
 *                                          if ($d === undefined || $d === null) (({ d: $first }) => {})($d);
 *                                          ({ d: d, e: e = 1 } = $d);
 *
 * where the arrow function throws what the original's parameters would have. (Of lists V8 says the same here and there.)
 */
import * as ts from "typescript";
import { isHarmless } from "../../4-plan/plain-parameters.ts";
import type { Preemptable } from "../../syntax/nodes.ts";
import { namedAs } from "../shared/anonymous.ts";
import * as js from "../shared/build.ts";
import { openingOf, valuePosition } from "../shared/positions.ts";
import { assignPattern, refuseNothing } from "./patterns.ts";
import type { Statements } from "./statements.ts";
import type { Steps } from "./steps.ts";

export function addParameters(
  { frame, code, unit }: Statements,
  parameters: readonly ts.ParameterDeclaration[],
  steps: Steps,
): ts.ParameterDeclaration[] {
  const { f } = unit;
  return parameters.map((p) => {
    if (isHarmless(p)) {
      return f.updateParameterDeclaration(p, undefined, p.dotDotDotToken, p.name, undefined, undefined, p.initializer);
    }
    const given = unit.freshName("$given");
    let value: ts.Expression = given;
    if (p.initializer !== undefined) {
      const isMissing = js.equal(given, js.nothing());
      const initial = code.expression(p.initializer);
      const named = ts.isIdentifier(p.name) ? namedAs(f, p.name, initial) : initial;
      value = js.choice(isMissing, named, given);
    }
    if (ts.isIdentifier(p.name)) steps.add(frame.assign(take(p.name), value));
    else {
      takeAll(p.name);
      if (value !== given) steps.add(frame.assign(given, value));
      if (ts.isObjectBindingPattern(p.name))
        steps.add(refuseNothing(unit, given, p.name, (first) => taking(first, given, p)));
      steps.add(frame.assign(closedAt(assignPattern(frame, code, p.name), p), given));
    }
    return f.createParameterDeclaration(undefined, p.dotDotDotToken, given);
  });

  /** What follows the pattern stands where an engine reports that the iterator of a parameter is closed. */
  function closedAt(pattern: ts.Expression, p: ts.ParameterDeclaration): ts.Expression {
    const end = p.initializer ? valuePosition(p.initializer) : openingOf(p.parent as Preemptable);
    return ts.setSourceMapRange(pattern, { pos: p.name.getStart(), end });
  }

  function take(name: ts.Identifier): ts.Identifier {
    return frame.variables.take(js.word(name.text));
  }

  function takeAll(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) take(name);
    else for (const e of name.elements) if (ts.isBindingElement(e)) takeAll(e.name);
  }

  /** `(({ d: $first }) => {})($d);`, or `(({ d: $first } = $d) => {})($d);`: of what has a default value an engine says something else. */
  function taking(
    pattern: ts.ObjectBindingPattern,
    given: ts.Expression,
    { initializer }: ts.ParameterDeclaration,
  ): ts.Statement {
    const initial = initializer && given;
    const arrow = js.arrow([js.parameter(pattern, initial)], js.block());
    const call = js.call(js.parenthesized(arrow), given);
    return js.statement(call);
  }
}
