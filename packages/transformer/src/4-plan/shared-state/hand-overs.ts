/**
 * Calls that hand state to code which the file does not show. What becomes of it there is known of two kinds: lists (see
 * filled-by-others.ts), and
 *
 *   const attribute = /…/g;                matches(text, attribute)     a regular expression is run, and remembers where it ended
 */
import * as ts from "typescript";
import { globalFunctions, globalObjects, isLikelyBuiltin } from "../../1-resolve/language/builtins.ts";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { unwrap } from "../../syntax/nodes.ts";
import type { ResolvedCall } from "./shown-calls.ts";
import type { Variable, Variables } from "./variables.ts";

/** Whether the call leads to functions that neither the file has nor the language. */
export function isHandOver(
  { expression }: ts.CallExpression | ts.NewExpression,
  { functions }: ResolvedCall,
  variables: Variables,
): boolean {
  if (functions.length > 0) return false;
  let callee = unwrap(expression);
  // (0, util.matches)(text, attribute)
  if (ts.isBinaryExpression(callee)) callee = unwrap(callee.right);
  if (ts.isIdentifier(callee)) {
    const variable = variables.of(callee);
    return variable === undefined ? !globalFunctions.has(callee.text) : isOfOthers(variable, variables);
  }
  if (!isMember(callee))
    return callee.kind !== ts.SyntaxKind.ImportKeyword && callee.kind !== ts.SyntaxKind.SuperKeyword;
  const object = unwrap(callee.expression);
  if (ts.isIdentifier(object) && variables.of(object) === undefined && globalObjects.has(object.text)) return false;
  const name = memberName(callee);
  return name === undefined || !isLikelyBuiltin(name);
}

/** What a call of the file's own functions gives is shown, though nobody follows it. */
function isOfOthers({ declaration }: Variable, variables: Variables): boolean {
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const call = value && unwrap(value);
  if (call === undefined || !ts.isCallExpression(call)) return true;
  const callee = unwrap(call.expression);
  return !ts.isIdentifier(callee) || variables.functionsOf(callee).functions.length === 0;
}
