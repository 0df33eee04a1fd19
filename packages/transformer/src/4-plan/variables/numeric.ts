/**
 * Variables that look like numbers. An engine keeps those out of memory while a loop runs, as long as it knows nothing to
 * the contrary; what comes back with a frame it knows nothing of.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import { isReference, type Scopes } from "../../1-resolve/scopes.ts";
import { isMember } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isWithin, unwrap } from "../../syntax/nodes.ts";

/** Of the variables, those that change in the loop, and by arithmetic. */
export function numbersIn(loop: ts.Node, bindings: readonly Binding[], scopes: Scopes): Binding[] {
  const changed = changesIn(loop, scopes);
  return bindings.filter((binding) => {
    const changes = changed.get(binding);
    if (changes === undefined) return false;
    const isOutside = binding.declarations.every((d) => d.pos < loop.pos || isHead(d, loop));
    if (!isOutside || !changes.some((r) => isArithmetic(r, scopes))) return false;
    return !memo(objects, binding, () => ({ found: binding.references.some(isObject) })).found;
  });
}

const objects = new WeakMap<Binding, { readonly found: boolean }>();

/** Where in the loop which variables are assigned. */
function changesIn(loop: ts.Node, scopes: Scopes): ReadonlyMap<Binding, ts.Identifier[]> {
  return memo(changes, loop, () => {
    const found = new Map<Binding, ts.Identifier[]>();
    visit(loop);
    return found;

    function visit(node: ts.Node): void {
      if (ts.isIdentifier(node) && isReference(node) && isAssigned(node)) {
        const binding = scopes.resolve(node);
        if (binding !== undefined) memo(found, binding, () => []).push(node);
      }
      ts.forEachChild(node, visit);
    }
  });
}

const changes = new WeakMap<ts.Node, ReadonlyMap<Binding, ts.Identifier[]>>();

/** Called, or asked for a member: nobody reckons with that. */
function isObject(reference: ts.Identifier): boolean {
  const { parent } = reference;
  if (ts.isCallOrNewExpression(parent)) return parent.expression === reference;
  return isMember(parent) && parent.expression === reference;
}

function isHead(declaration: ts.Node, loop: ts.Node): boolean {
  return ts.isForStatement(loop) && loop.initializer !== undefined && isWithin(declaration, loop.initializer);
}

/** Whether the variable looks like a number wherever it is used: it is reckoned with, compared by size, or an index. */
export function isNumeric({ declarations, references }: Binding): boolean {
  return (
    references.some((r) => (isAssigned(r) ? isArithmetic(r) : isOperand(r))) ||
    declarations.some((d) => ts.isVariableDeclaration(d) && d.initializer !== undefined && isNumber(d.initializer))
  );
}

function isOperand(reference: ts.Identifier): boolean {
  const { parent } = reference;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === reference;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator !== ts.SyntaxKind.ExclamationToken;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return isNumericOperator(kind) || isNumericAssignment(kind) || isComparison(kind);
}

/** `<`, `>`, `<=`, `>=` */
export function isComparison(operator: ts.SyntaxKind): boolean {
  return [
    ts.SyntaxKind.LessThanToken,
    ts.SyntaxKind.GreaterThanToken,
    ts.SyntaxKind.LessThanEqualsToken,
    ts.SyntaxKind.GreaterThanEqualsToken,
  ].includes(operator);
}

/** @param scopes If what may well be a number counts, too: members, calls and other variables */
function isArithmetic(reference: ts.Identifier, scopes?: Scopes): boolean {
  const { parent } = reference;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) return true;
  if (!ts.isBinaryExpression(parent) || parent.left !== reference) return false;
  const { operatorToken, right } = parent;
  if (operatorToken.kind === ts.SyntaxKind.EqualsToken) return isNumber(right, scopes);
  if (operatorToken.kind !== ts.SyntaxKind.PlusEqualsToken) return isNumericAssignment(operatorToken.kind);
  return scopes === undefined ? isNumber(right) : !isText(right);
}

/** `-=` … `^=`, not the logical ones. */
function isNumericAssignment(operator: ts.SyntaxKind): boolean {
  if (operator === ts.SyntaxKind.CaretEqualsToken) return true;
  return operator >= ts.SyntaxKind.MinusEqualsToken && operator <= ts.SyntaxKind.BarEqualsToken;
}

/** Whether the value looks like a number. */
function isNumber(e: ts.Expression, scopes?: Scopes): boolean {
  const inner = unwrap(e);
  if (ts.isNumericLiteral(inner) || ts.isPostfixUnaryExpression(inner)) return true;
  if (ts.isPrefixUnaryExpression(inner)) return inner.operator !== ts.SyntaxKind.ExclamationToken;
  if (ts.isConditionalExpression(inner)) return isNumber(inner.whenTrue, scopes) && isNumber(inner.whenFalse, scopes);
  if (ts.isBinaryExpression(inner)) {
    const { left, operatorToken, right } = inner;
    if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return isNumericOperator(operatorToken.kind);
    if (isText(left) || isText(right)) return false;
    return scopes !== undefined || isNumber(left) || isNumber(right);
  }
  if (scopes === undefined) return false;
  if (ts.isIdentifier(inner)) return scopes.resolve(inner) !== undefined;
  return ts.isElementAccessExpression(inner) || ts.isPropertyAccessExpression(inner) || ts.isCallExpression(inner);
}

/** `-` … `^`, not comparisons. */
export function isNumericOperator(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.MinusToken && operator <= ts.SyntaxKind.CaretToken;
}

function isText(e: ts.Expression): boolean {
  const inner = unwrap(e);
  if (ts.isStringLiteralLike(inner) || ts.isTemplateExpression(inner)) return true;
  return ts.isBinaryExpression(inner) && (isText(inner.left) || isText(inner.right));
}
