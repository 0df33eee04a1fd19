/**
 * `for` … `in` loops whose rounds are a few operations: they are no place to be suspended, but part of what stands around them, as a
 * call of `Object.assign` is. The engine walks the keys.
 *
 *   for (const key in from) to[key] = from[key];      for (const key in o) if (o.hasOwnProperty(key)) n++;
 *
 * An engine looks all keys up before the first round, at once, and that takes as long as such rounds do: V8 needs 100 to 800 ns a key
 * where there are many. To keep its place among them costs 30 times what a key costs: a generator has to stand in the loop.
 */
import ts from "typescript";
import { knownFunction, mayRunCode } from "../../1-resolve/language/quiet.ts";
import { isGlobal, type Scopes } from "../../1-resolve/scopes.ts";
import { isAsync, isGenerator, isLoop, type Preemptable, unwrap } from "../../syntax/nodes.ts";

/** Methods of the language that take no longer the more there is. */
const quick = new Set([
  "charAt",
  "charCodeAt",
  "hasOwn",
  "hasOwnProperty",
  "isArray",
  "isInteger",
  "isNaN",
  "propertyIsEnumerable",
  "push",
]);

const arithmetic = new Set(["Math"]);
const conversions = new Set(["Boolean", "Number", "String", "isFinite", "isNaN", "parseFloat", "parseInt"]);

/** Whether nothing in the loop needs to be suspended, if nothing in it can be. */
export function isLightWalk(loop: ts.IterationStatement, scopes: Scopes): boolean {
  return ts.isForInStatement(loop) && isLight(loop.initializer) && isLight(loop.statement);

  /** @param within The function that is called */
  function isLight(node: ts.Node, within?: Preemptable): boolean {
    if (isLoop(node) || ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isAwaitExpression(node) || ts.isNewExpression(node) || ts.isRegularExpressionLiteral(node)) return false;
    const isQuick = ts.isCallExpression(node) ? isQuickCall(node, scopes) : !mayRunCode(node, scopes);
    if (!isQuick && (within !== undefined || !ts.isCallExpression(node) || !isCallOfLight(node))) return false;
    return !ts.forEachChild(node, (child) => !isLight(child, within) || undefined);
  }

  /** A function of the file that does no more itself, and calls none. */
  function isCallOfLight(call: ts.CallExpression): boolean {
    const f = knownFunction(unwrap(call.expression), scopes);
    if (f?.body === undefined || isAsync(f) || isGenerator(f)) return false;
    return isLight(f.body, f) && f.parameters.every((p) => isLight(p, f));
  }
}

function isQuickCall(call: ts.CallExpression, scopes: Scopes): boolean {
  const callee = unwrap(call.expression);
  if (ts.isIdentifier(callee)) return isGlobal(callee, conversions, scopes);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return isGlobal(callee.expression, arithmetic, scopes) || quick.has(callee.name.text) || isOwnQuestion(callee);
}

/** `hasOwnProperty.call(o, key)`, of whatever name */
function isOwnQuestion({ name, expression }: ts.PropertyAccessExpression): boolean {
  if (name.text !== "call") return false;
  const method = unwrap(expression);
  const called = ts.isPropertyAccessExpression(method) ? method.name.text : ts.isIdentifier(method) ? method.text : "";
  return /^_*has(?:Own)?(?:Prop(?:erty)?)?\d*$/i.test(called);
}
