/** Loops in which nothing but their own rounds can be suspended. */
import ts from "typescript";
import { mayRunCode } from "../../1-resolve/language/quiet.ts";
import { isGlobal, type Scopes } from "../../1-resolve/scopes.ts";
import { isLoop, isWalk } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";

const arithmetic = new Set(["Math"]);

export interface Leaf {
  /** Nothing that the loop calls can end the budget early, so that its rounds may be counted apart. */
  readonly isQuiet: boolean;
  /** A round is a few operations that take a nanosecond or two each: it calls nothing, and makes nothing. */
  readonly isLight: boolean;
}

/** Undefined if something else in the loop can be suspended. */
export function leafOf(loop: ts.IterationStatement, points: Points, scopes: Scopes): Leaf | undefined {
  let isLeaf = true;
  let isQuiet = true;
  // What is walked may be an iterator, which takes what time it wants.
  let isLight = !isWalk(loop);
  const before = ts.isForStatement(loop) ? loop.initializer : isWalk(loop) ? loop.expression : undefined;
  ts.forEachChild(loop, (child) => {
    if (child !== before) visit(child);
  });
  return isLeaf ? { isQuiet, isLight: isQuiet && isLight } : undefined;

  function visit(node: ts.Node): void {
    if (!isLeaf) return;
    if (points.has(node) || ts.isAwaitExpression(node)) isLeaf = false;
    else {
      if (isLoop(node)) isLight = false;
      if (mayRunCode(node, scopes)) isQuiet = false;
      if (takesTime(node, scopes)) isLight = false;
      ts.forEachChild(node, visit);
    }
  }
}

/** Memory is allocated, or a function called that is not one of arithmetic. */
export function takesTime(node: ts.Node, scopes: Scopes): boolean {
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    return !ts.isPropertyAccessExpression(callee) || !isGlobal(callee.expression, arithmetic, scopes);
  }
  return (
    ts.isNewExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isClassLike(node)
  );
}
