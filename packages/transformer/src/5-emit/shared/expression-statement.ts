/**
 * An expression as a statement, wherever it stood in the source: in parentheses if it would be read as something else there.
 *
 *   for (class {}; …; …)   ⇒   (class {});   for (…)
 */
import * as ts from "typescript";
import * as js from "./build.ts";
import { leftOf } from "./line-breaks.ts";

/** `EXPRESSION;` */
export function expressionStatement(expression: ts.Expression): ts.ExpressionStatement {
  return js.statement(isMisread(expression) ? js.parenthesized(expression) : expression);
}

/** `target = value;` */
export function assignment(target: ts.Expression, value: ts.Expression): ts.ExpressionStatement {
  return expressionStatement(js.assign(target, value));
}

/** Whether the statement would be a declaration. TypeScript's factory looks for functions and objects only. */
function isMisread(expression: ts.Expression): boolean {
  let first: ts.Node = expression;
  for (let left = leftOf(first); left !== undefined; left = leftOf(first)) first = left;
  // `let[0]`
  if (ts.isIdentifier(first)) return first.text === "let";
  return ts.isClassExpression(first) || ts.isFunctionExpression(first) || ts.isObjectLiteralExpression(first);
}
