/** Loops in which nothing but their own rounds can be suspended. */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isWalk } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";

export interface Leaf {
  /** Nothing that the loop calls can end the budget early, so that its rounds may be counted apart. */
  readonly isQuiet: boolean;
  /** A round is a few operations that take a nanosecond or two each: it calls nothing, and makes nothing. */
  readonly isLight: boolean;
}

/** Undefined if something else in the loop can be suspended. */
export function leafOf(loop: ts.IterationStatement, points: Points, scopes: Scopes): Leaf | undefined {
  const before = ts.isForStatement(loop) ? loop.initializer : isWalk(loop) ? loop.expression : undefined;
  let isLeaf = true;
  let isQuiet = true;
  // What is walked may be an iterator, which takes what time it wants.
  let isLight = !isWalk(loop);
  ts.forEachChild(loop, (part) => {
    if (part === before) return;
    const effects = effectsOf(part, scopes);
    if (points.has(part) || effects.awaits) isLeaf = false;
    if (effects.runsUserCode) isQuiet = false;
    if (effects.loops || effects.allocatesOrCalls) isLight = false;
  });
  return isLeaf ? { isQuiet, isLight: isQuiet && isLight } : undefined;
}
