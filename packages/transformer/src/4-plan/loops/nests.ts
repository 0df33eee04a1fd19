/** Loops around others in which nothing but rounds can be suspended: the budget of all of them is kept in one variable. */
import ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { hasCall, type Points } from "../points.ts";
import type { Leaf } from "./leaf.ts";

/** As in {@link Leaf}. */
export type Nest = Pick<Leaf, "isLight">;

export function nestOf(
  loop: ts.IterationStatement,
  points: Points,
  scopes: Scopes,
  callees: Callees,
): Nest | undefined {
  if (!points.has(loop.statement) || hasCall(loop, points, callees)) return undefined;
  const { runsUserCode, walks, allocatesOrCalls } = effectsOf(loop, scopes);
  // What is walked asks others for more, and an error that is caught leaves loops that have not said what they left.
  if (runsUserCode || walks || hasTry(loop, points)) return undefined;
  return { isLight: !allocatesOrCalls };
}

/** Whether a `try` statement is among the points. */
function hasTry(node: ts.Node, points: Points): boolean {
  if (!points.has(node)) return false;
  return ts.isTryStatement(node) || (ts.forEachChild(node, (child) => hasTry(child, points) || undefined) ?? false);
}
