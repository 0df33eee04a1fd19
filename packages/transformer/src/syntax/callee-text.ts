/**
 * The callee as V8 names it in "… is not a function".
 */
import * as ts from "typescript";
import { isAssignmentOperator } from "./assignments.ts";
import { unwrap } from "./nodes.ts";
import { isListed, toldConstant } from "./told-constants.ts";

const unnamed = "(intermediate value)";

export function calleeText(node: ts.Expression): string {
  const e = unwrap(node);
  const constant = toldConstant(e);
  if (constant !== undefined) return typeof constant === "string" ? `"${constant}"` : String(constant);
  if (ts.isIdentifier(e)) return e.text;
  if (ts.isOptionalChain(e) && isWholeChain(e)) return unnamed;
  if (e.kind === ts.SyntaxKind.ThisKeyword) return "this";
  if (ts.isPropertyAccessExpression(e)) {
    const dot = e.questionDotToken ? "?." : "";
    const name = ts.isPrivateIdentifier(e.name) ? `${dot}[${e.name.text}]` : `${dot || "."}${e.name.text}`;
    return `${calleeText(e.expression)}${name}`;
  }
  if (ts.isElementAccessExpression(e)) {
    const key = unwrap(e.argumentExpression);
    const dot = e.questionDotToken ? "?." : "";
    // V8 prints o["n"] as o.n
    const member = ts.isStringLiteralLike(key) ? `${dot || "."}${key.text}` : `${dot}[${keyText(key)}]`;
    return `${calleeText(e.expression)}${member}`;
  }
  if (ts.isCallExpression(e)) return `${calleeText(e.expression)}(...)`;
  if (ts.isTaggedTemplateExpression(e)) return `${calleeText(e.tag)}(...)`;
  if (ts.isTemplateExpression(e)) return e.templateSpans.map((s) => calleeText(s.expression)).join("");
  if (ts.isRegularExpressionLiteral(e)) return e.text;
  if (ts.isArrayLiteralExpression(e)) return `[${e.elements.map(calleeText).join(",")}]`;
  if (ts.isObjectLiteralExpression(e)) return `{${e.properties.map(() => unnamed).join("")}}`;
  if (ts.isSpreadElement(e)) return `(...${calleeText(e.expression)})`;
  if (ts.isPrefixUnaryExpression(e)) return `(${ts.tokenToString(e.operator)}${calleeText(e.operand)})`;
  if (ts.isPostfixUnaryExpression(e)) return `(${calleeText(e.operand)}${ts.tokenToString(e.operator)})`;
  if (ts.isTypeOfExpression(e)) return `(typeof ${calleeText(e.expression)})`;
  if (ts.isVoidExpression(e)) return `(void ${calleeText(e.expression)})`;
  if (ts.isDeleteExpression(e)) return `(delete ${calleeText(e.expression)})`;
  if (ts.isConditionalExpression(e)) return unnamed.repeat(3);
  if (ts.isBinaryExpression(e)) {
    if (isAssignmentOperator(e.operatorToken.kind)) return calleeText(e.left);
    return `(${operandsOf(e)
      .map(calleeText)
      .join(` ${ts.tokenToString(e.operatorToken.kind)} `)})`;
  }
  const keyword = ts.tokenToString(e.kind);
  return keyword !== undefined && e.kind !== ts.SyntaxKind.SuperKeyword ? keyword : unnamed;
}

function keyText(key: ts.Expression): string {
  const isNewTarget = ts.isMetaProperty(key) && key.keywordToken === ts.SyntaxKind.NewKeyword;
  return isNewTarget ? ".new.target" : calleeText(key);
}

/** `a`, `b` and `c` of `a + b + c`, with parentheses around the first two or without. */
function operandsOf({ left, operatorToken, right }: ts.BinaryExpression): ts.Expression[] {
  // Commas are listed as they stand.
  const first = operatorToken.kind === ts.SyntaxKind.CommaToken ? left : unwrap(left);
  const isMore = ts.isBinaryExpression(first) && first.operatorToken.kind === operatorToken.kind;
  const isList = isMore && isListed(operatorToken.kind) && toldConstant(first) === undefined;
  return isList ? [...operandsOf(first), right] : [left, right];
}

/** Whether the optional chain ends there; V8 names those only whose end is called. */
function isWholeChain(e: ts.Expression): boolean {
  const { parent } = e;
  if (!ts.isOptionalChain(parent) || parent.expression !== e) return true;
  return ts.isNonNullExpression(parent) && isWholeChain(parent);
}
