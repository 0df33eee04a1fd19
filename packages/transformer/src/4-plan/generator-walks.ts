/** Where a function walks what a preemptable generator gives: each step of the walk may be suspended. */
import ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { isErased, type Preemptable } from "../syntax/nodes.ts";

/**
 * `for (const x of rows())`, `[...rows()]`, `f(...rows())`, `const [x, y] = rows()`: what is walked there. Undefined for any other node.
 */
export function walkedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableDeclaration(node)) return namesTaken(node) === undefined ? undefined : node.initializer;
  if (ts.isForOfStatement(node)) return node.awaitModifier === undefined ? node.expression : undefined;
  return ts.isSpreadElement(node) ? node.expression : undefined;
}

/**
 * How many values a declaration takes from what it walks, if no code of the program can see that it has them all at once: it has names alone,
 * without defaults, and no function inside of the one around it mentions them. Infinity with `...rest`.
 */
export function namesTaken({ name, initializer }: ts.VariableDeclaration): number | undefined {
  if (!ts.isArrayBindingPattern(name) || initializer === undefined) return undefined;
  const names = new Set<string>();
  let count = 0;
  for (const element of name.elements) {
    if (ts.isBindingElement(element)) {
      if (!ts.isIdentifier(element.name) || element.initializer !== undefined) return undefined;
      names.add(element.name.text);
      if (element.dotDotDotToken !== undefined) count = Infinity;
    }
    count++;
  }
  const around = ts.findAncestor(name, ts.isFunctionLike);
  return around !== undefined && mentionedInside(around, names) ? undefined : count;
}

/** Whether a function inside of `f` has one of the names, whatever it means by it. */
function mentionedInside(f: ts.Node, names: ReadonlySet<string>, isInside = false): boolean {
  const found = ts.forEachChild(f, (node) => {
    if (isInside && ts.isIdentifier(node) && names.has(node.text)) return true;
    return mentionedInside(node, names, isInside || ts.isFunctionLike(node) || ts.isClassLike(node)) || undefined;
  });
  return found ?? false;
}

/** Whether the node walks, one step after the other, what a preemptable generator may give. */
export function isStepByStep(node: ts.Node, callees: Callees): boolean {
  const walked = walkedBy(node);
  return walked !== undefined && callees.givesGenerator(walked);
}

/** Whether the function's own code has such a node. */
export function walksGenerator(f: Preemptable, callees: Callees): boolean {
  return f.body !== undefined && visit(f.body);

  function visit(node: ts.Node): boolean {
    if (isErased(node) || ts.isFunctionLike(node)) return false;
    return isStepByStep(node, callees) || (ts.forEachChild(node, (child) => visit(child) || undefined) ?? false);
  }
}
