/** Where a function can be suspended: in each round of its loops, but for short ones, and in each call that is not surely a plain one. */
import ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { type Call, isCall, isErased, isLoop, type Preemptable } from "../syntax/nodes.ts";

/** The nodes of the function's own code that are such a place, or have one inside. */
export type Points = ReadonlySet<ts.Node>;

/** @param isShort Which loops are part of the round around them, if nothing in them is suspended. Default: none */
export function findPoints(
  f: Preemptable,
  callees: Callees,
  isShort: (loop: ts.IterationStatement) => boolean = () => false,
): Points {
  const points = new Set<ts.Node>();
  if (f.body !== undefined) visit(f.body);
  return points;

  function visit(node: ts.Node): boolean {
    if (isErased(node) || ts.isFunctionLike(node)) return false;
    let found = isPointCall(node, callees);
    ts.forEachChild(node, (child) => {
      if (visit(child)) found = true;
    });
    if (isLoop(node) && !found) found = !isShort(node);
    if (found) points.add(node);
    return found;
  }
}

/** Whether the call itself, not something in it, may be suspended. */
export function isPointCall(node: ts.Node, callees: Callees): node is Call {
  return isCall(node) && callees.of(node, false).kind !== "no";
}

/** Whether a call among the points of `node` may be suspended. */
export function hasCall(node: ts.Node, points: Points, callees: Callees): boolean {
  if (!points.has(node)) return false;
  if (isPointCall(node, callees)) return true;
  return ts.forEachChild(node, (child) => hasCall(child, points, callees) || undefined) ?? false;
}
