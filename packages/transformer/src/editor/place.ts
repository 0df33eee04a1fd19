/** Where editors show what is known of a function. */
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import { spanOf } from "../shared/diagnostics.ts";

/** Its name, where the name starts and ends, or the first word of a function without one; and where the function ends. */
export function placeOf(node: ts.Node, sourceFile: ts.SourceFile) {
  const named = ts.isVariableDeclaration(node.parent) ? node.parent : node;
  return { name: displayName(node as never), ...spanOf(named, sourceFile), end: node.end };
}
