/**
 * Preemptable functions named `toJSON`, which `JSON.stringify` calls. Whether an object holds one shows no earlier than the built-in
 * reads it. So where such a function exists, calls of `JSON.stringify` ask for the counterpart that walks over any object:
 *
 *   class Money { toJSON() { for (…) … } }       a method, a field, or a property
 *   JSON.stringify(cart)                         asks
 *   JSON.stringify("text")                       does not: nothing in it has a method
 */
import * as ts from "typescript";
import { isAsync, isGenerator, type Preemptable, staticName, unwrap } from "../../syntax/nodes.ts";
import type { Scopes } from "../scopes.ts";
import { memberName } from "../target.ts";

const toJSON = "toJSON";

/** Whether the function may be found as an object's `toJSON`. */
export function isToJSON(f: Preemptable): boolean {
  if (isAsync(f) || isGenerator(f) || ts.isAccessor(f)) return false;
  if (f.name !== undefined && staticName(f.name) === toJSON) return true;
  const { parent } = f;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isVariableDeclaration(parent))
    return staticName(parent.name) === toJSON;
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const target = unwrap(parent.left);
  const isMember = ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target);
  return isMember && memberName(target) === toJSON;
}

/**
 * Whether a call is one of `JSON.stringify` that may call a preemptable `toJSON`.
 *
 * @param isElsewhere Whether another file has one
 * @param isSuspended Whether a function of the file may be suspended, as far as is known when this is asked
 */
export function meetingToJSON(
  isElsewhere: boolean,
  functions: readonly Preemptable[],
  isSuspended: (f: Preemptable) => boolean,
  scopes: Scopes,
): (call: ts.CallExpression) => boolean {
  const own = functions.filter(isToJSON);
  return (call) => (isElsewhere || own.some(isSuspended)) && mayMeetObject(call, scopes);
}

/** Whether a call of `JSON.stringify` may meet an object. */
function mayMeetObject(call: ts.CallExpression, scopes: Scopes): boolean {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "stringify") return false;
  const object = unwrap(callee.expression);
  const [value] = call.arguments;
  if (!ts.isIdentifier(object) || object.text !== "JSON" || !scopes.isGlobal(object) || value === undefined)
    return false;
  return !(ts.isLiteralExpression(value) || ts.isTemplateExpression(value));
}
