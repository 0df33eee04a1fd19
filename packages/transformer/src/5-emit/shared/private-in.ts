/**
 * `#p in e`, where the rewrite makes more of e: its value is put aside, because terser 5 loses the parentheses of `#p in (a ? b : c)`.
 */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";
import { putAside } from "./anonymous.ts";
import * as js from "./build.ts";

export type PrivateIn = ts.BinaryExpression & { readonly left: ts.PrivateIdentifier };

export function isPrivateIn(node: ts.Node): node is PrivateIn {
  return ts.isBinaryExpression(node) && ts.isPrivateIdentifier(node.left);
}

/** `($object = RIGHT, #p in $object)`, or `#p in RIGHT` where that needs no parentheses. */
export function privateIn(
  f: ts.NodeFactory,
  node: PrivateIn,
  right: ts.Expression,
  temp: () => ts.Identifier,
): ts.Expression {
  if (right === node.right || ts.isLeftHandSideExpression(unwrap(right))) {
    return f.updateBinaryExpression(node, node.left, node.operatorToken, right);
  }
  const object = temp();
  const made = f.updateBinaryExpression(node, node.left, node.operatorToken, object);
  return js.parenthesized(js.comma(putAside(f, object, right), made));
}
