/** The code that has the `this` of a function. */
import * as ts from "typescript";
import { hasOwnThis, isErased } from "./nodes.ts";

/** Whether it says so of a node in the code that has the `this` of the function. */
export function someLexical(f: ts.Node, says: (node: ts.Node) => boolean): boolean {
  const visit = (node: ts.Node): boolean => {
    if (isErased(node)) return false;
    if (says(node)) return true;
    const children = (child: ts.Node) => {
      // The key of a member belongs to the code around it.
      const isOutside = ts.isComputedPropertyName(child) || ts.isDecorator(child);
      return (node !== f && hasOwnThis(node) && !isOutside) || !visit(child) ? undefined : true;
    };
    return ts.forEachChild(node, children) ?? false;
  };
  return visit(f);
}
