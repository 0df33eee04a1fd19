/** Where a function walks what a preemptable generator gives, or takes apart what it fetches: each step of that may be suspended. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { isErased, type Preemptable } from "../syntax/nodes.ts";
import { movedParameters } from "./moved-parameters.ts";
import { takenApart } from "./taken-apart.ts";

/** Whether the node walks, one step after the other, what a preemptable generator may give: `for (const x of rows())`, `[...rows()]`, `f(...rows())`. */
export function isStepByStep(node: ts.Node, callees: Callees): node is ts.ForOfStatement | ts.SpreadElement {
  if (ts.isForOfStatement(node)) return node.awaitModifier === undefined && callees.givesGenerator(node.expression);
  return ts.isSpreadElement(node) && callees.givesGenerator(node.expression);
}

/** Whether the function's own code has such a node, or takes something apart step by step. */
export function walksGenerator(f: Preemptable, callees: Callees): boolean {
  return f.body !== undefined && (movedParameters(f, callees).length > 0 || visit(f.body));

  function visit(node: ts.Node): boolean {
    if (isErased(node) || ts.isFunctionLike(node)) return false;
    if (isStepByStep(node, callees) || takenApart(node, callees) !== undefined) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  }
}
