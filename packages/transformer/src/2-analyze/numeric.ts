/**
 * Variables that look like numbers. An engine keeps those out of memory while a loop runs, as long as it knows nothing to
 * the contrary; what comes back with a frame it knows nothing of.
 */
import ts from "typescript";
import { isAssigned, isWithin, unwrap } from "./nodes.ts";
import type { Binding, Scopes } from "./scopes.ts";

/** Of the variables, those that change in the loop, and by arithmetic. */
export function numbersIn(loop: ts.Node, bindings: readonly Binding[], scopes: Scopes): Binding[] {
  return bindings.filter((binding) => {
    const changes = binding.references.filter((r) => isAssigned(r) && isWithin(r, loop));
    const isOutside = binding.declarations.every((d) => d.pos < loop.pos || isHead(d, loop));
    return changes.length > 0 && isOutside && changes.some((r) => isArithmetic(r, scopes));
  });
}

function isHead(declaration: ts.Node, loop: ts.Node): boolean {
  return ts.isForStatement(loop) && loop.initializer !== undefined && isWithin(declaration, loop.initializer);
}

function isArithmetic(reference: ts.Identifier, scopes: Scopes): boolean {
  const { parent } = reference;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent) || parent.left !== reference) return false;
  const operator = parent.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsToken) return isNumber(parent.right, scopes);
  return operator !== ts.SyntaxKind.PlusEqualsToken || !isText(parent.right);
}

/** Whether the value looks like a number. */
function isNumber(e: ts.Expression, scopes: Scopes): boolean {
  const inner = unwrap(e);
  if (ts.isNumericLiteral(inner) || ts.isElementAccessExpression(inner) || ts.isPropertyAccessExpression(inner))
    return true;
  if (ts.isPrefixUnaryExpression(inner)) return inner.operator !== ts.SyntaxKind.ExclamationToken;
  if (ts.isConditionalExpression(inner)) return isNumber(inner.whenTrue, scopes) && isNumber(inner.whenFalse, scopes);
  if (ts.isIdentifier(inner)) return scopes.resolve(inner) !== undefined;
  if (ts.isCallExpression(inner)) return true;
  if (!ts.isBinaryExpression(inner)) return false;
  const operator = inner.operatorToken.kind;
  if (operator === ts.SyntaxKind.PlusToken) return !isText(inner.left) && !isText(inner.right);
  return operator >= ts.SyntaxKind.AsteriskToken && operator <= ts.SyntaxKind.CaretToken;
}

function isText(e: ts.Expression): boolean {
  const inner = unwrap(e);
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  return ts.isBinaryExpression(inner) && (isText(inner.left) || isText(inner.right));
}
