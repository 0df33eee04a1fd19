/** Declarations of variables as a plain body has them: what is declared at its top is only assigned where it was declared. */
import * as ts from "typescript";
import { valuePosition } from "../shared/positions.ts";
import { assignPattern, namedAsDeclared, toldAsDeclared } from "./patterns.ts";
import type { Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";

/** @param isScoped Whether it is `let` or `const` */
export function addVariable(
  statements: Surroundings,
  declaration: ts.VariableDeclaration,
  isScoped: boolean,
  steps: Steps,
): void {
  const { code, expressions, frame, unit } = statements;
  const { f } = unit;
  const { name, initializer } = declaration;
  const binding = unit.scopes.declaredBy(declaration);
  if (binding !== undefined && frame.variables.isBoxed(binding)) {
    const value = initializer ? expressions.value(initializer, steps) : f.createVoidZero();
    const boxed = f.createPropertyAssignment("v", namedAsDeclared(frame, declaration, value));
    const made = frame.assign(frame.variables.nameOf(binding), f.createObjectLiteralExpression([boxed]));
    steps.add(ts.setTextRange(made, declaration));
    return;
  }
  const isAround = !isScoped && frame.variables.isShared(declaration);
  const isVar = !isScoped && !isAround;
  if (initializer === undefined) {
    if (isAround) return;
    if (isVar) steps.add(f.createVariableStatement(undefined, f.createVariableDeclarationList([declaration])));
    else steps.add(frame.assign(assignPattern(frame, code, name), f.createVoidZero()));
    return;
  }
  const value = expressions.value(initializer, steps);
  const made = isVar ? declared(statements, name, value) : assigned(statements, declaration, initializer, value);
  steps.add(ts.setTextRange(made, declaration));
}

function declared({ code, unit }: Surroundings, name: ts.BindingName, value: ts.Expression): ts.Statement {
  const { f } = unit;
  const pattern = ts.isIdentifier(name) ? name : (ts.visitNode(name, code.visit) as ts.BindingName);
  const made = f.createVariableDeclaration(pattern, undefined, undefined, value);
  return f.createVariableStatement(undefined, f.createVariableDeclarationList([made]));
}

function assigned(
  { code, frame }: Surroundings,
  declaration: ts.VariableDeclaration,
  initializer: ts.Expression,
  value: ts.Expression,
): ts.Statement {
  const { name } = declaration;
  const told = toldAsDeclared(frame, declaration, namedAsDeclared(frame, declaration, value));
  const pattern = assignPattern(frame, code, name);
  // Where an engine reports that the iterator is closed.
  if (ts.isArrayBindingPattern(name))
    ts.setSourceMapRange(pattern, { pos: name.getStart(), end: valuePosition(initializer) });
  return frame.assign(pattern, told);
}
