/**
 * Finds the object that a configuration exports: `export default defineConfig({ … })`, `module.exports = { … }`, a constant, or what a
 * function returns. What is put together in other ways is not understood, and then nobody edits it.
 */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";

/** The expression that the file exports as its configuration. */
export function exportedExpression(source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && statement.isExportEquals !== true) return statement.expression;
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken, right } = statement.expression;
    const isExports = operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText(source) === "module.exports";
    if (isExports) return right;
  }
  return undefined;
}

/** The object literal that the expression stands for; undefined if that is not plain to see. */
export function objectOf(expression: ts.Expression, scope: ts.Node): ts.ObjectLiteralExpression | undefined {
  const e = unwrap(expression);
  if (ts.isObjectLiteralExpression(e)) return e;
  if (ts.isIdentifier(e)) {
    const value = constantNamed(e.text, scope);
    return value && objectOf(value, scope);
  }
  if (ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return returnedObject(e.body);
  if (ts.isCallExpression(e)) {
    const [argument] = e.arguments;
    // defineConfig, defineNuxtConfig and their like hand their argument on. Others may do anything with theirs.
    const isHandedOn = /^(?:define\w*|\w+\.define\w*)$/.test(e.expression.getText());
    return isHandedOn && e.arguments.length === 1 && argument ? objectOf(argument, scope) : undefined;
  }
  return undefined;
}

/** The list literal that the expression stands for, also where `.filter(Boolean)` follows. */
export function listOf(expression: ts.Expression, scope: ts.Node): ts.ArrayLiteralExpression | undefined {
  const e = unwrap(expression);
  if (ts.isArrayLiteralExpression(e)) return e;
  if (ts.isIdentifier(e)) {
    const value = constantNamed(e.text, scope);
    return value && listOf(value, scope);
  }
  if (!ts.isCallExpression(e) || !ts.isPropertyAccessExpression(e.expression)) return undefined;
  const { name, expression: receiver } = e.expression;
  return name.text === "filter" ? listOf(receiver, scope) : undefined;
}

function returnedObject(body: ts.ConciseBody): ts.ObjectLiteralExpression | undefined {
  if (!ts.isBlock(body)) return objectOf(body, body.getSourceFile());
  const returns = body.statements.filter(ts.isReturnStatement);
  const [only] = returns;
  // Another return, in a branch, would give another configuration.
  if (returns.length !== 1 || countOfReturns(body) !== 1 || only?.expression === undefined) return undefined;
  return objectOf(only.expression, body);
}

function countOfReturns(node: ts.Node): number {
  let count = ts.isReturnStatement(node) ? 1 : 0;
  ts.forEachChild(node, (child) => {
    if (!ts.isFunctionLike(child)) count += countOfReturns(child);
  });
  return count;
}

/** What a `const` of the name holds, in the block or the file around. */
function constantNamed(name: string, scope: ts.Node): ts.Expression | undefined {
  for (let node: ts.Node | undefined = scope; node !== undefined; node = node.parent) {
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    for (const statement of node.statements) {
      if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue;
      const found = statement.declarationList.declarations.find((d) => ts.isIdentifier(d.name) && d.name.text === name);
      if (found?.initializer !== undefined) return found.initializer;
    }
  }
  return undefined;
}
