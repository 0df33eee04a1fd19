/**
 * State that may be shared, whatever the order in which jobs use it.
 *
 *   counter         id++                                               only ever stepped in one direction: two jobs get two numbers
 *   lazy constant   if (table === undefined) table = makeTable();      whoever is second makes it again, and it is the same
 *   cache           cache.get(key) … cache.set(key, value)             by key only, for values that follow from the key
 *   write-only      calls += n                                         nothing reads it but what writes it
 */
import ts from "typescript";
import { isLogical, outward, unwrap } from "../nodes.ts";
import { isMember } from "../target.ts";
import type { Access, Accesses } from "./accesses.ts";
import { mayWrite } from "./accesses.ts";
import { overlap, type Places, type Root } from "./places.ts";
import type { BenignReason } from "./shared-state.ts";

export function benignReason(root: Root, part: string, accesses: Accesses, places: Places): BenignReason | undefined {
  const all = accesses.of(root).filter((access) => !access.isLoading);
  const own = part === "=" ? all.filter((a) => a.part === "=") : all.filter((a) => overlap(a.part, part));
  const writes = own.filter(mayWrite);
  if (writes.length === 0) return undefined;
  if (writes.every(isStep) && isOneWay(writes)) return "counter";
  if (writes.every((write) => isSameConstant(write, writes[0] as Access))) return "lazy constant";
  if (writes.every((write) => isLazy(write, root, places))) return part === "=" ? "lazy constant" : "cache";
  if (part !== "=" && isCache(root, all, places)) return "cache";
  return undefined;
}

function isStep({ kind, node }: Access): boolean {
  return kind === "step" || stepOf(node) !== undefined;
}

function isOneWay(writes: readonly Access[]): boolean {
  const [first, ...rest] = writes.map(({ node }) => stepOf(node));
  return first !== undefined && rest.every((step) => step === first);
}

/** Whether the assignment adds something, or takes something away. */
function stepOf(node: ts.Expression): "up" | "down" | undefined {
  const { parent } = outward(node);
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.PlusPlusToken ? "up" : "down";
  }
  if (!ts.isBinaryExpression(parent)) return undefined;
  const right = unwrap(parent.right);
  const { kind } = parent.operatorToken;
  if (kind === ts.SyntaxKind.PlusEqualsToken && ts.isNumericLiteral(right)) return "up";
  if (kind === ts.SyntaxKind.MinusEqualsToken && ts.isNumericLiteral(right)) return "down";
  if (kind !== ts.SyntaxKind.EqualsToken) return undefined;
  // `id = (id + 1) % 1000`, `id = id + 1 | 0`
  let sum = right;
  while (ts.isBinaryExpression(sum) && /^[%&|]$/.test(sum.operatorToken.getText())) sum = unwrap(sum.left);
  if (!ts.isBinaryExpression(sum) || sum.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  return sum.left.getText() === node.getText() && ts.isNumericLiteral(sum.right) ? "up" : undefined;
}

/** `warned = true`, and nothing else is ever written. */
function isSameConstant(write: Access, first: Access): boolean {
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
function isLazy(write: Access, root: Root, places: Places): boolean {
  const { kind, node, method } = write;
  if (kind === "method" && method !== "set" && method !== "add") return false;
  if (kind !== "write" && kind !== "method") return false;
  const whole = kind === "method" ? node : outward(node).parent;
  if (kind === "write") {
    if (!ts.isBinaryExpression(whole)) return false;
    const operator = whole.operatorToken.kind;
    if (operator === ts.SyntaxKind.QuestionQuestionEqualsToken || operator === ts.SyntaxKind.BarBarEqualsToken)
      return true;
    if (operator !== ts.SyntaxKind.EqualsToken) return false;
    const right = unwrap(whole.right);
    if (isNothing(right) || right.kind === ts.SyntaxKind.FalseKeyword) return false;
    // `table = table || makeTable()`
    if (ts.isBinaryExpression(right) && isLogical(right.operatorToken.kind) && tests(right.left)) return true;
  }
  for (let n: ts.Node = whole; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (ts.isIfStatement(parent) && n !== parent.expression && tests(parent.expression)) return true;
    if (ts.isConditionalExpression(parent) && n !== parent.condition && tests(parent.condition)) return true;
    if (
      ts.isBinaryExpression(parent) &&
      isLogical(parent.operatorToken.kind) &&
      n === parent.right &&
      tests(parent.left)
    ) {
      return true;
    }
    if (ts.isBlock(parent) || ts.isSourceFile(parent)) {
      const before = parent.statements.slice(0, parent.statements.indexOf(n as ts.Statement));
      if (before.some((s) => ts.isIfStatement(s) && leaves(s.thenStatement) && tests(s.expression))) return true;
    }
  }
  return false;

  /** Whether the condition asks for what the root holds. */
  function tests(condition: ts.Expression): boolean {
    const e = unwrap(condition);
    if (ts.isPrefixUnaryExpression(e)) return tests(e.operand);
    if (ts.isTypeOfExpression(e)) return tests(e.expression);
    if (ts.isBinaryExpression(e)) return tests(e.left) || tests(e.right);
    if (ts.isCallExpression(e)) return isMember(e.expression) && isOfRoot(e.expression.expression);
    return isOfRoot(e);
  }

  function isOfRoot(e: ts.Expression): boolean {
    return places.of(e).some((place) => place.root === root);
  }
}

function leaves(s: ts.Statement): boolean {
  if (ts.isBlock(s)) return s.statements.some(leaves);
  return ts.isReturnStatement(s) || ts.isThrowStatement(s) || ts.isContinueStatement(s) || ts.isBreakStatement(s);
}

const keyed = new Set(["get", "has", "set", "add", "hasOwnProperty", "keys", "values", "entries", "forEach"]);

/** Whether it is only asked and filled by key. */
function isCache(root: Root, all: readonly Access[], places: Places): boolean {
  const content = all.filter(({ part }) => part !== "=");
  const isKeyed = content.every((access) => {
    const { kind, node, method, part } = access;
    if (part.endsWith("/")) return kind !== "write" && kind !== "step" && kind !== "delete";
    if (kind === "method") {
      if (method === "clear" || method === "delete") return isWhenFull(node);
      return method !== undefined && keyed.has(method);
    }
    if (kind === "lists") return true;
    if (kind === "delete") return isWhenFull(node);
    if (kind === "read") return ts.isElementAccessExpression(node) || /\.(size|length)$/.test(node.getText());
    return kind === "write" && ts.isElementAccessExpression(node);
  });
  if (!isKeyed) return false;
  const writes = content.filter(mayWrite).filter(({ method }) => method !== "clear" && method !== "delete");
  return isTable(root) || writes.every((write) => isLazy(write, root, places));
}

/** Under a condition about how many there are. */
function isWhenFull(node: ts.Node): boolean {
  for (let n = node; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    const { parent } = n;
    if (
      ts.isIfStatement(parent) &&
      parent.expression !== n &&
      /size|length|>|count|max/i.test(parent.expression.getText())
    )
      return true;
    if (ts.isWhileStatement(parent) && /size|length/.test(parent.expression.getText())) return true;
    if (ts.isBinaryExpression(parent) && parent.right === n && /size|length|>/.test(parent.left.getText())) return true;
  }
  return false;
}

/** It begins as an empty object, map or set. */
function isTable({ variable }: Root): boolean {
  const declaration = variable?.declaration;
  const value =
    declaration && ts.isVariableDeclaration(declaration)
      ? declaration.initializer && unwrap(declaration.initializer)
      : undefined;
  if (value === undefined) return false;
  if (ts.isObjectLiteralExpression(value)) return true;
  return /^(new (Weak)?(Map|Set)\b|Object\.create\()/.test(value.getText());
}
