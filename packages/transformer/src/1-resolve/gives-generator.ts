/** Which expressions give the objects of generator functions: calls of these, and constants that hold what such a call gave. */
import ts from "typescript";
import { isConst, unwrap } from "../syntax/nodes.ts";
import type { Scopes } from "./scopes.ts";
import { allOf, type FunctionNode, type Targets } from "./target.ts";

export function givesGenerator(
  value: ts.Expression,
  scopes: Scopes,
  isWanted: (f: FunctionNode) => boolean,
  targets: Targets,
): boolean {
  const e = unwrap(value);
  if (ts.isCallExpression(e)) return allOf(targets.of(e.expression)).some(isWanted);
  if (ts.isConditionalExpression(e)) return [e.whenTrue, e.whenFalse].some(isGiven);
  if (!ts.isIdentifier(e)) return false;
  const [declaration, ...others] = scopes.resolve(e)?.declarations ?? [];
  if (declaration === undefined || others.length > 0 || !ts.isVariableDeclaration(declaration)) return false;
  return isConst(declaration) && declaration.initializer !== undefined && isGiven(declaration.initializer);

  function isGiven(part: ts.Expression): boolean {
    return givesGenerator(part, scopes, isWanted, targets);
  }
}
