/** Loops around others in which nothing but rounds can be suspended: the budget of all of them is kept in one variable. */
import ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { mayRunCode } from "../../1-resolve/language/quiet.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isWalk } from "../../syntax/nodes.ts";
import { hasCall, type Points } from "../points.ts";
import { type Leaf, takesTime } from "./leaf.ts";

/** As in {@link Leaf}. */
export type Nest = Pick<Leaf, "isLight">;

export function nestOf(
  loop: ts.IterationStatement,
  points: Points,
  scopes: Scopes,
  callees: Callees,
): Nest | undefined {
  if (!points.has(loop.statement) || hasCall(loop, points, callees)) return undefined;
  let isLight = true;
  const mayLoseCount = (node: ts.Node): boolean => {
    // What is walked asks others for more, and an error that is caught leaves loops that have not said what they left.
    if (isWalk(node) || (ts.isTryStatement(node) && points.has(node))) return true;
    if (mayRunCode(node, scopes)) return true;
    if (takesTime(node, scopes)) isLight = false;
    return ts.forEachChild(node, (child) => mayLoseCount(child) || undefined) ?? false;
  };
  return mayLoseCount(loop) ? undefined : { isLight };
}
