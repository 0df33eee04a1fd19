/** Where a line break would end a statement. */
import * as ts from "typescript";
import type { Unit } from "./unit.ts";

/**
 * `made`, to stand behind `return` or `throw`: in parentheses if a comment comes along with it, which may end the line, and with it the
 * statement. In the source it stood in parentheses, or behind `?`, `:` or `=>`.
 */
export function behindKeyword(unit: Unit, made: ts.Expression): ts.Expression {
  return beginsWithComment(unit.sourceFile.text, made) ? unit.f.createParenthesizedExpression(made) : made;
}

function beginsWithComment(text: string, made: ts.Expression): boolean {
  for (let node: ts.Node | undefined = made; node !== undefined; node = leftOf(node)) {
    const { pos } = ts.getCommentRange(node);
    if (pos >= 0 && ts.getLeadingCommentRanges(text, pos) !== undefined) return true;
  }
  return false;
}

/** What the text of the expression begins with, if that is another expression. */
export function leftOf(node: ts.Node): ts.Node | undefined {
  if (ts.isBinaryExpression(node)) return node.left;
  if (ts.isConditionalExpression(node)) return node.condition;
  if (ts.isPostfixUnaryExpression(node)) return node.operand;
  if (ts.isTaggedTemplateExpression(node)) return node.tag;
  if (ts.isCommaListExpression(node)) return node.elements[0];
  const isBegunByOther =
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isPartiallyEmittedExpression(node);
  return isBegunByOther ? node.expression : undefined;
}
