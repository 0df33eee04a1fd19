/** What to call a function in a message. */
import * as ts from "typescript";
import { isAsync, isPreemptable, outward } from "../syntax/nodes.ts";
import type { FunctionNode } from "./target.ts";

export function displayName(node: FunctionNode): string {
  if (ts.isConstructorDeclaration(node)) return `constructor of ${classNameOf(node.parent)}`;
  if (ts.isAccessor(node)) return `${ts.isGetAccessor(node) ? "get" : "set"} ${node.name.getText()}`;
  if (node.name !== undefined) return node.name.getText();
  const { parent } = outward(node);
  const owner = parent as { name?: ts.Node } | undefined;
  if (owner?.name !== undefined && !ts.isFunctionLike(parent) && !ts.isPropertyAccessExpression(parent))
    return owner.name.getText();
  // `f = function () {}` is called f by the language; `exports.f = function () {}` has no name, but is known by that.
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken && isPath(parent.left)) {
    return parent.left.getText();
  }
  return isPreemptable(node) && isAsync(node) ? "(anonymous async function)" : "(anonymous function)";
}

function isPath(e: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(e)) return isPath(e.expression);
  return ts.isIdentifier(e) || e.kind === ts.SyntaxKind.ThisKeyword;
}

function classNameOf(node: ts.ClassLikeDeclaration): string {
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name);
  return node.name?.text ?? (isNamed ? (parent.name as ts.Identifier).text : "(anonymous class)");
}
