/** Names that an engine's error message may quote: of those a plain body must not make others. */
import * as ts from "typescript";
import { isMember } from "../../1-resolve/target.ts";
import { unwrap } from "../../syntax/nodes.ts";

/**
 * Whether an engine's error message might quote the name: in the words for what is called, constructed, walked or taken apart, of
 * which it may be a part.
 *
 * @param isTold Of calls whose callees are told in the original's words, unless they are the variable itself
 */
export function isShownInErrors(reference: ts.Node, isTold: (call: ts.CallExpression) => boolean): boolean {
  for (let node: ts.Node = reference; ; node = node.parent) {
    const { parent } = node;
    if (ts.isCallExpression(parent)) {
      if (parent.expression !== node) return false;
      if (node === reference || !isTold(parent)) return true;
      continue;
    }
    if (ts.isNewExpression(parent)) return parent.expression === node;
    if (ts.isTaggedTemplateExpression(parent)) return parent.tag === node;
    if (isTakenApart(node, parent)) return !ts.isArrayLiteralExpression(node);
    if (!isShownAround(node, parent)) return false;
  }
}

/** Whether the node is walked, or taken apart by a pattern. */
function isTakenApart(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isSpreadElement(parent)) return true;
  if (ts.isForOfStatement(parent)) return parent.expression === node;
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent))
    return parent.initializer === node && !ts.isIdentifier(parent.name);
  return ts.isBinaryExpression(parent) && parent.right === node && isPattern(parent.left);
}

/** Whether an engine that quotes `around` quotes what stands in it. */
function isShownAround(node: ts.Node, around: ts.Node): boolean {
  return (
    isAround(around) ||
    isMember(around) ||
    ts.isBinaryExpression(around) ||
    ts.isPrefixUnaryExpression(around) ||
    ts.isPostfixUnaryExpression(around) ||
    ts.isTypeOfExpression(around) ||
    ts.isVoidExpression(around) ||
    ts.isDeleteExpression(around) ||
    ts.isAwaitExpression(around) ||
    ts.isYieldExpression(around) ||
    ts.isArrayLiteralExpression(around) ||
    ts.isTemplateSpan(around) ||
    ts.isTemplateExpression(around) ||
    (ts.isConditionalExpression(around) && around.condition !== node)
  );
}

function isPattern(node: ts.Node): boolean {
  return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}

/** `(x)`, `x!`, `x as T` */
function isAround(node: ts.Node): boolean {
  return ts.isExpression(node) && unwrap(node) !== node;
}
