/** Counters: variables that are only ever stepped in one direction, so that two jobs get two numbers; and what resets them. */
import * as ts from "typescript";
import { outward, unwrap } from "../../syntax/nodes.ts";
import type { Access } from "./accesses.ts";

/** `id = 0` where it has become too large; `cache = {}` where that has become too full. */
export function isReset({ node }: Access): boolean {
  const { parent } = outward(node);
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  if (!ts.isNumericLiteral(unwrap(parent.right)) && !isEmptyObject(node)) return false;
  for (let n: ts.Node = parent; n.parent !== undefined && !ts.isFunctionLike(n); n = n.parent) {
    if (ts.isIfStatement(n.parent) && n === n.parent.thenStatement) {
      const condition = n.parent.expression.getText();
      if (condition.includes(node.getText()) || /size|length|count|max/i.test(condition)) return true;
    }
    // id > most && (id = 0)
    if (ts.isBinaryExpression(n.parent) && n === n.parent.right) {
      const { left, operatorToken } = n.parent;
      if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken && left.getText().includes(node.getText()))
        return true;
    }
  }
  return false;
}

export function isEmptyObject(node: ts.Node): boolean {
  const { parent } = outward(node);
  const value = ts.isBinaryExpression(parent) ? unwrap(parent.right) : undefined;
  if (value === undefined) return false;
  if (ts.isObjectLiteralExpression(value)) return value.properties.length === 0;
  return /^(new (Weak)?(Map|Set)\(\)|Object\.create\(null\))$/.test(value.getText());
}

export function isStep({ kind, node }: Access): boolean {
  return kind === "step" || stepOf(node) !== undefined;
}

export function isOneWay(writes: readonly Access[]): boolean {
  const [first, ...rest] = writes.map(({ node }) => stepOf(node));
  return first !== undefined && rest.every((step) => step === first);
}

/** Whether the assignment adds something, or takes something away. */
function stepOf(node: ts.Node): "up" | "down" | undefined {
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
