/**
 * What V8's parser computes by itself: the words of its errors have the value, `2 is not iterable` for `of 1 + 1`.
 */
import * as ts from "typescript";
import { unwrap } from "./nodes.ts";

export type ToldConstant = number | string | boolean;

const numeric: Partial<Record<ts.SyntaxKind, (a: number, b: number) => number>> = {
  [ts.SyntaxKind.PlusToken]: (a, b) => a + b,
  [ts.SyntaxKind.MinusToken]: (a, b) => a - b,
  [ts.SyntaxKind.AsteriskToken]: (a, b) => a * b,
  [ts.SyntaxKind.SlashToken]: (a, b) => a / b,
  [ts.SyntaxKind.PercentToken]: (a, b) => a % b,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (a, b) => a ** b,
  [ts.SyntaxKind.BarToken]: (a, b) => a | b,
  [ts.SyntaxKind.AmpersandToken]: (a, b) => a & b,
  [ts.SyntaxKind.CaretToken]: (a, b) => a ^ b,
  [ts.SyntaxKind.LessThanLessThanToken]: (a, b) => a << b,
  [ts.SyntaxKind.GreaterThanGreaterThanToken]: (a, b) => a >> b,
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken]: (a, b) => a >>> b,
};

/** Undefined: the parser leaves it to be computed. */
export function toldConstant(node: ts.Expression): ToldConstant | undefined {
  const e = unwrap(node);
  if (ts.isNumericLiteral(e)) return Number(e.text);
  if (ts.isStringLiteralLike(e)) return e.text;
  if (e.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (e.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isPrefixUnaryExpression(e)) return unary(e.operator, e.operand);
  return ts.isBinaryExpression(e) ? binary(e) : undefined;
}

function unary(operator: ts.PrefixUnaryOperator, operand: ts.Expression): ToldConstant | undefined {
  if (operator === ts.SyntaxKind.ExclamationToken && unwrap(operand).kind === ts.SyntaxKind.NullKeyword) return true;
  const value = toldConstant(operand);
  if (value === undefined) return undefined;
  if (operator === ts.SyntaxKind.ExclamationToken) return !value;
  if (typeof value !== "number") return undefined;
  if (operator === ts.SyntaxKind.PlusToken) return value;
  if (operator === ts.SyntaxKind.MinusToken) return -value;
  return operator === ts.SyntaxKind.TildeToken ? ~value : undefined;
}

function binary({ left, operatorToken: { kind }, right }: ts.BinaryExpression): ToldConstant | undefined {
  const compute = numeric[kind];
  if (compute === undefined) return undefined;
  const [a, b] = [toldConstant(left), toldConstant(right)];
  if (typeof a === "number" && typeof b === "number") return compute(a, b);
  const isJoined = kind === ts.SyntaxKind.PlusToken && typeof a === "string" && typeof b === "string";
  return isJoined ? a + b : undefined;
}

/** Operators that V8 prints without parentheses in between where they come one after the other, as in `a + b + c`. */
export function isListed(operator: ts.BinaryOperator): boolean {
  const isLogical =
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.CommaToken;
  return isLogical || (numeric[operator] !== undefined && operator !== ts.SyntaxKind.AsteriskAsteriskToken);
}
