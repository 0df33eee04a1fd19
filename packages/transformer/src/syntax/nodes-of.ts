/**
 * The nodes of a file that leave code and hold others, in the order of the source. Many analyses look for a few kinds among all of
 * them: to read a list takes a fifth of the time of a walk.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { isErased, isToken } from "./nodes.ts";

/** A tree that was parsed does not change. */
const ofFiles = new WeakMap<ts.SourceFile, readonly ts.Node[]>();

/** Without the file itself, and without tokens, of which a file has as many. */
export function nodesOf(sourceFile: ts.SourceFile): readonly ts.Node[] {
  return memo(ofFiles, sourceFile, () => {
    const nodes: ts.Node[] = [];
    ts.forEachChild(sourceFile, visit);
    return nodes;

    function visit(node: ts.Node): void {
      if (isToken(node) || isErased(node)) return;
      nodes.push(node);
      ts.forEachChild(node, visit);
    }
  });
}
