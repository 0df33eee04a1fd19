/**
 * Where a function can be suspended: in each round of its loops, but for short ones, in each call that is not surely a plain one, and in
 * patterns that are taken apart step by step.
 */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { accessOf } from "../syntax/accesses.ts";
import { type Call, isErased, isLoop, type Preemptable } from "../syntax/nodes.ts";
import { callOf, linkCallOf, linkOrNewOf } from "../syntax/template-calls.ts";
import { takenApart } from "./taken-apart.ts";

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
    const call = pointOf(node, callees);
    let found = call !== undefined || takenApart(node, callees) !== undefined;
    if (call !== undefined) points.add(call);
    ts.forEachChild(node, (child) => {
      if (visit(child)) found = true;
    });
    if (isLoop(node) && !found) found = !isShort(node);
    if (found) points.add(node);
    return found;
  }
}

/** The call that the node is; of reads and assignments those that ask for an accessor. */
export function callAt(node: ts.Node, callees: Callees): ts.CallExpression | undefined {
  const call = callOf(node);
  return call !== undefined && accessOf(call) !== undefined ? pointCall(node, callees) : call;
}

/** The call that the node is, if it may be suspended itself; not what constructs. */
export function pointCall(node: ts.Node, callees: Callees): ts.CallExpression | undefined {
  const call = linkCallOf(node);
  return call !== undefined && callees.of(call, false).kind !== "no" ? call : undefined;
}

/** The same, or what constructs. */
function pointOf(node: ts.Node, callees: Callees): Call | undefined {
  const call = linkOrNewOf(node);
  return call !== undefined && callees.of(call, false).kind !== "no" ? call : undefined;
}

/** Whether the call itself, not something in it, may be suspended. */
export function isPointCall(node: ts.Node, callees: Callees): boolean {
  return pointOf(node, callees) !== undefined;
}

/** Whether a call among the points of `node` may be suspended. */
export function hasCall(node: ts.Node, points: Points, callees: Callees): boolean {
  if (!points.has(node)) return false;
  if (isPointCall(node, callees)) return true;
  return ts.forEachChild(node, (child) => hasCall(child, points, callees) || undefined) ?? false;
}
