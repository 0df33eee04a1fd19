/** Calls of the language's own functions that take a few nanoseconds, however much there is of what they are given. */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";
import { isGlobal, type Scopes } from "../scopes.ts";

const methods = new Set([
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

export function takesConstantTime(call: ts.CallExpression, scopes: Scopes): boolean {
  const callee = unwrap(call.expression);
  if (ts.isIdentifier(callee)) return isGlobal(callee, conversions, scopes);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return isGlobal(callee.expression, arithmetic, scopes) || methods.has(callee.name.text) || isKeyTest(callee);
}

/** `Math.abs(x)` */
export function isArithmetic({ expression: callee }: ts.CallExpression, scopes: Scopes): boolean {
  return ts.isPropertyAccessExpression(callee) && isGlobal(callee.expression, arithmetic, scopes);
}

/** `hasOwnProperty.call(o, key)`, of whatever name */
function isKeyTest({ name, expression }: ts.PropertyAccessExpression): boolean {
  if (name.text !== "call") return false;
  const method = unwrap(expression);
  const called = ts.isPropertyAccessExpression(method) ? method.name.text : ts.isIdentifier(method) ? method.text : "";
  return /^_*has(?:Own)?(?:Prop(?:erty)?)?\d*$/i.test(called);
}
