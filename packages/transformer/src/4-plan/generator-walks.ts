/** Where a function walks what a preemptable generator gives, or takes apart what it fetches: each step of that may be suspended. */
import ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import { isErased, type Preemptable } from "../syntax/nodes.ts";
import { keysTaken, namesTaken } from "./taken-apart.ts";

/**
 * `for (const x of rows())`, `[...rows()]`, `f(...rows())`, `const [x, y] = rows()`: what is walked there. Undefined for any other node.
 */
function walkedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node)) return ts.isArrayBindingPattern(node.name) ? node.initializer : undefined;
  if (ts.isForOfStatement(node)) return node.awaitModifier === undefined ? node.expression : undefined;
  return ts.isSpreadElement(node) ? node.expression : undefined;
}

/** Whether the node walks, one step after the other, what a preemptable generator may give. */
export function isStepByStep(node: ts.Node, callees: Callees): boolean {
  const walked = walkedBy(node);
  if (walked === undefined || !callees.givesGenerator(walked)) return false;
  // Asked last: it looks through the whole function around.
  return !ts.isVariableDeclaration(node) || namesTaken(node) !== undefined;
}

/** Whether the function's own code has such a node. */
export function walksGenerator(f: Preemptable, callees: Callees, scopes: Scopes): boolean {
  return f.body !== undefined && visit(f.body);

  function visit(node: ts.Node): boolean {
    if (isErased(node) || ts.isFunctionLike(node)) return false;
    if (ts.isVariableDeclaration(node) && keysTaken(node, scopes, callees.mayBeGetter) !== undefined) return true;
    return isStepByStep(node, callees) || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  }
}
