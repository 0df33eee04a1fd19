/** How often a function is made. */
import * as ts from "typescript";
import { isLoop, isStaticMember, outward, type Preemptable, unwrap } from "./nodes.ts";

/** Whether there is one such function for each time its file is loaded: it is made outside of functions, loops and instances. */
export function isLasting(node: Preemptable): boolean {
  return !isMadeIn(node, () => false);
}

/**
 * Whether there may be many such functions at a time: it is made in functions that are not called on the spot, as those around a
 * whole file are, in loops or for instances.
 */
export function isMadeAgain(node: Preemptable): boolean {
  return isMadeIn(node, isCalledOnTheSpot);
}

/** Whether it is made in loops, for instances, or in functions other than those that `isOnce` tells. */
function isMadeIn(node: Preemptable, isOnce: (around: ts.Node) => boolean): boolean {
  for (let n: ts.Node = node.parent; n !== undefined; n = n.parent) {
    if ((ts.isFunctionLike(n) && !isOnce(n)) || isLoop(n)) return true;
    if (ts.isPropertyDeclaration(n) && !isStaticMember(n)) return true;
  }
  return false;
}

/** `(function () {})()`, or the one that it is given: `(function (factory) {})(function () {})`. */
function isCalledOnTheSpot(node: ts.Node): boolean {
  if (!ts.isFunctionExpression(node) && !ts.isArrowFunction(node)) return false;
  const { parent } = outward(node);
  if (!ts.isCallExpression(parent)) return false;
  const called = unwrap(parent.expression);
  return ts.isFunctionExpression(called) || ts.isArrowFunction(called);
}
