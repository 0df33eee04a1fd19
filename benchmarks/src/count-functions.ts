import ts from "typescript";

/** How many functions with a body stand in the tree. */
export function countFunctions(node: ts.Node): number {
  let count = ts.isFunctionLike(node) && "body" in node && node.body !== undefined ? 1 : 0;
  ts.forEachChild(node, (child) => {
    count += countFunctions(child);
  });
  return count;
}
