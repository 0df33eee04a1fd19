/**
 * Function values that an engine may name in the words of an error: "(intermediate value).x is not a function". What the rewrite puts
 * around a function would stand there in its place.
 */
import * as ts from "typescript";
import { isAssignmentOperator } from "./assignments.ts";
import { isAsync, isGenerator, outward } from "./nodes.ts";

type FunctionValue = ts.FunctionExpression | ts.ArrowFunction;

/** Whether the function is part of what is called or constructed, and may be neither. */
export function isTold(f: FunctionValue): boolean {
  const itself = outward(f);
  for (let node = itself; ; node = outward(node.parent)) {
    const { parent } = node;
    if (isCalledBy(parent, node)) {
      if (node !== itself) return true;
    } else if (ts.isNewExpression(parent) && parent.expression === node) {
      if (node !== itself || ts.isArrowFunction(f) || isAsync(f) || isGenerator(f)) return true;
    } else if (!isPrinted(parent)) return false;
  }
}

function isCalledBy(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isCallExpression(parent)) return parent.expression === node;
  return ts.isTaggedTemplateExpression(parent) && parent.tag === node;
}

/** Whether an engine prints the parts of such an expression. */
function isPrinted(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return !isAssignmentOperator(node.operatorToken.kind);
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isPrefixUnaryExpression(node) ||
    ts.isTypeOfExpression(node) ||
    ts.isVoidExpression(node)
  );
}
