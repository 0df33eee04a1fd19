/**
 * Constants that are made when they are first needed. Whoever comes second makes such a one again, and it is the same.
 *
 *   if (table === undefined) table = makeTable();      table ??= makeTable();      warned = true;
 */
import * as ts from "typescript";
import { isReference } from "../../1-resolve/scopes.ts";
import { isMember } from "../../1-resolve/target.ts";
import { functionAround, outward, unwrap } from "../../syntax/nodes.ts";
import { type Access, type Accesses, mayWrite } from "./accesses.ts";
import type { Root } from "./place.ts";
import type { Places } from "./places.ts";
import type { Variables } from "./variables.ts";

/**
 * A constant that is made where it is not there, and that a function of its own gives up: all its writes are such. Not a sign
 * that something is under way, as `current = current ?? new Scope()` and `current = null` are.
 */
export function isMadeAgain(root: Root, accesses: Accesses, places: Places, variables: Variables): boolean {
  const writes = accesses.of(root).filter((access) => access.part === "=" && mayWrite(access));
  const given = writes.filter((write) => isNothing(assignedTo(write) ?? (write.node as ts.Expression)));
  const made = writes.filter((write) => !given.includes(write) && !write.isLoading);
  const resets = given.filter(({ isLoading }) => !isLoading);
  if (
    resets.length === 0 ||
    !resets.every(({ node }) => /^(reset|clear|purge|flush|invalidate)/i.test(nameAround(node)))
  )
    return false;
  return made.length > 0 && made.every((write) => isLazy(write, root, places) && isSameForAll(write, variables));
}

/** What is made of arguments or local variables is what one call wants: after another reset, it is another call's. */
function isSameForAll(write: Access, variables: Variables): boolean {
  const value = assignedTo(write);
  const home = write.root.variable?.owner;
  return value !== undefined && home !== undefined && isFree(value, value, home, variables);
}

/** Whether all that it mentions lives as long as what is kept in `home`, or is its own. */
function isFree(node: ts.Node, whole: ts.Node, home: ts.Node, variables: Variables): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return false;
  if (ts.isIdentifier(node) && isReference(node)) {
    const variable = variables.of(node);
    if (variable === undefined) return node.text !== "arguments";
    return isInside(home, variable.owner) || isInside(variable.owner, whole);
  }
  return !ts.forEachChild(node, (child) => !isFree(child, whole, home, variables) || undefined);
}

function isInside(inner: ts.Node, outer: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function nameAround(node: ts.Node): string {
  const around = functionAround(node);
  return ts.isFunctionDeclaration(around) || ts.isMethodDeclaration(around) ? (around.name?.getText() ?? "") : "";
}

/** Whether the name stands in a condition that asks whether there is anything. */
export function isAsking(name: ts.Identifier): boolean {
  const whole = outward(name);
  const { parent } = whole;
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent))
    return (ts.isIfStatement(parent) ? parent.expression : parent.condition) === whole;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return (isEqual(kind) || isUnequal(kind)) && (isNothing(unwrap(parent.left)) || isNothing(unwrap(parent.right)));
}

/** `warned = true`, and nothing else is ever written. */
export function isSameConstant(write: Access, first: Access): boolean {
  const value = assignedTo(write);
  const other = assignedTo(first);
  if (value === undefined || other === undefined || !isLiteral(value)) return false;
  return value.getText() === other.getText() && !isNothing(value);
}

function assignedTo({ node }: Access): ts.Expression | undefined {
  const { parent } = outward(node);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  return unwrap(parent.right);
}

function isLiteral(e: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(e)) return isLiteral(e.operand);
  return ts.isLiteralExpression(e) || e.kind === ts.SyntaxKind.TrueKeyword || e.kind === ts.SyntaxKind.FalseKeyword;
}

function isNothing(e: ts.Expression): boolean {
  if (ts.isVoidExpression(e) || e.kind === ts.SyntaxKind.NullKeyword) return true;
  return ts.isIdentifier(e) && e.text === "undefined";
}

/** Whether it is only written where it is not there yet. */
export function isLazy(write: Access, root: Root, places: Places): boolean {
  const { kind, node, method, part } = write;
  if (kind === "method" && method !== "set" && method !== "add") return false;
  if (kind !== "write" && kind !== "method") return false;
  const whole = kind === "method" ? node : outward(node).parent;
  if (kind === "write") {
    if (!ts.isBinaryExpression(whole)) return false;
    const operator = whole.operatorToken.kind;
    if (operator === ts.SyntaxKind.QuestionQuestionEqualsToken || operator === ts.SyntaxKind.BarBarEqualsToken) {
      return true;
    }
    if (operator !== ts.SyntaxKind.EqualsToken) return false;
    const right = unwrap(whole.right);
    if (isNothing(right) || right.kind === ts.SyntaxKind.FalseKeyword) return false;
    // `table = table || makeTable()`
    if (ts.isBinaryExpression(right) && isOr(right.operatorToken.kind) && isThere(right.left)) return true;
  }
  for (let n: ts.Node = whole; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (ts.isIfStatement(parent)) {
      if (
        n === parent.thenStatement
          ? isMissing(parent.expression)
          : n === parent.elseStatement && isThere(parent.expression)
      )
        return true;
    } else if (ts.isConditionalExpression(parent)) {
      if (n === parent.whenTrue ? isMissing(parent.condition) : n === parent.whenFalse && isThere(parent.condition))
        return true;
    } else if (ts.isBinaryExpression(parent) && n === parent.right) {
      const { kind: operator } = parent.operatorToken;
      if (isOr(operator) && isThere(parent.left)) return true;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken && isMissing(parent.left)) return true;
    } else if (ts.isBlock(parent) || ts.isSourceFile(parent)) {
      const before = parent.statements.slice(0, parent.statements.indexOf(n as ts.Statement));
      if (before.some((s) => ts.isIfStatement(s) && leaves(s.thenStatement) && isThere(s.expression))) return true;
    }
  }
  return false;

  /** Whether the condition is only true where there is something. */
  function isThere(condition: ts.Expression): boolean {
    const e = unwrap(condition);
    if (ts.isPrefixUnaryExpression(e)) return e.operator === ts.SyntaxKind.ExclamationToken && isMissing(e.operand);
    if (ts.isBinaryExpression(e)) {
      const { kind: operator } = e.operatorToken;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return isThere(e.left) || isThere(e.right);
      if (operator === ts.SyntaxKind.InKeyword) return isIt(e.right) || isHeld(e.right);
      return isUnequal(operator) && isComparedWithNothing(e);
    }
    return isIt(e) || isAsked(e);
  }

  function isMissing(condition: ts.Expression): boolean {
    const e = unwrap(condition);
    if (ts.isPrefixUnaryExpression(e)) return e.operator === ts.SyntaxKind.ExclamationToken && isThere(e.operand);
    if (!ts.isBinaryExpression(e)) return false;
    const { kind: operator } = e.operatorToken;
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) return isMissing(e.left) || isMissing(e.right);
    return isEqual(operator) && isComparedWithNothing(e);
  }

  function isComparedWithNothing({ left, right }: ts.BinaryExpression): boolean {
    const [l, r] = [unwrap(left), unwrap(right)];
    const isNone = (e: ts.Expression) => isNothing(e) || (ts.isStringLiteral(e) && e.text === "undefined");
    const value = (e: ts.Expression) => (ts.isTypeOfExpression(e) ? unwrap(e.expression) : e);
    return (isNone(r) && isIt(value(l))) || (isNone(l) && isIt(value(r)));
  }

  /** `cache.has(key)`, `hasOwnProperty.call(cache, key)` */
  function isAsked(e: ts.Expression): boolean {
    if (!ts.isCallExpression(e) || !isMember(e.expression)) return false;
    return isHeld(e.expression.expression) || e.arguments.some(isHeld);
  }

  /** The object that has the keys. */
  function isHeld(e: ts.Expression): boolean {
    return part.startsWith("*") && places.of(e).some((place) => place.root === root && place.path === "");
  }

  /** What is written: by the same words; or, of what is kept by key, what was found there. */
  function isIt(e: ts.Expression): boolean {
    if (e.getText() === node.getText()) return true;
    return part.startsWith("*") && places.of(e).some((place) => place.root === root && place.path.startsWith("*"));
  }
}

function isOr(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken;
}

function isEqual(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsEqualsToken;
}

function isUnequal(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.ExclamationEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

function leaves(s: ts.Statement): boolean {
  if (ts.isBlock(s)) return s.statements.some(leaves);
  return ts.isReturnStatement(s) || ts.isThrowStatement(s) || ts.isContinueStatement(s) || ts.isBreakStatement(s);
}
