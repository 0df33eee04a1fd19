/** What is assigned, and how. */
import * as ts from "typescript";
import { kindsOf } from "./kinds.ts";
import { isWalk } from "./nodes.ts";

/** Whether `node` is written to: the target of an assignment, `++`, a destructuring pattern or a for-in/of head. */
export function isAssigned(node: ts.Node): boolean {
  let target: ts.Node = node;
  for (let parent = node.parent; parent !== undefined; target = parent, parent = parent.parent) {
    if (assigning[parent.kind] !== true) return false;
    if (ts.isBinaryExpression(parent)) {
      if (parent.left !== target) return false;
      return isAssignmentOperator(parent.operatorToken.kind);
    }
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
      return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    }
    if (isWalk(parent)) return parent.initializer === target;
    if (ts.isShorthandPropertyAssignment(parent)) {
      if (parent.name !== target) return false;
    } else if (ts.isPropertyAssignment(parent)) {
      if (parent.initializer !== target) return false;
    }
  }
  return false;
}

/** What `node` may stand in where it is written to. */
const assigning = kindsOf(
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.SpreadElement,
  ts.SyntaxKind.SpreadAssignment,
  ts.SyntaxKind.ParenthesizedExpression,
  ts.SyntaxKind.AsExpression,
  ts.SyntaxKind.NonNullExpression,
  ts.SyntaxKind.SatisfiesExpression,
  ts.SyntaxKind.TypeAssertionExpression,
);

export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** `&&`, `||` and `??`. */
export function isLogical(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** `&&` of `&&=`, if it is such an assignment. */
export function logicalOf(assignment: ts.SyntaxKind): ts.SyntaxKind | undefined {
  if (assignment === ts.SyntaxKind.AmpersandAmpersandEqualsToken) return ts.SyntaxKind.AmpersandAmpersandToken;
  if (assignment === ts.SyntaxKind.BarBarEqualsToken) return ts.SyntaxKind.BarBarToken;
  if (assignment === ts.SyntaxKind.QuestionQuestionEqualsToken) return ts.SyntaxKind.QuestionQuestionToken;
  return undefined;
}
