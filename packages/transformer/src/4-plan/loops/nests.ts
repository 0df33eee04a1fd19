/**
 * Loops around others in which nothing but rounds can be suspended: the outermost keeps what is left of the budget in one variable, for
 * all of them. In the body that starts, that is: what resumes counts in `$state`.
 *
 *   point each round: loop_inside   ⇒   nest head
 *     point each round: loop_inside   ⇒     point each round: loop_inside, in a nest
 *       counted by i                  ⇒       counted by i, in a nest
 */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import { hasCall, type Points } from "../points.ts";
import type { LoopPlan, Loops, PlainLoopsBody } from "./loop-plan.ts";

export function countForInner(
  plan: LoopPlan,
  loop: ts.IterationStatement,
  body: PlainLoopsBody,
  outer: Loops,
): LoopPlan {
  if (!body.isSplit || plan.kind === "part of round" || plan.kind === "nest head") return plan;
  const nest = headAround(loop, body, outer);
  if (nest !== undefined || plan.kind !== "point each round") return { ...plan, nest };
  const made = nestOf(loop, body);
  if (made === undefined) return plan;
  const { isImplied, numbers } = plan;
  return { kind: "nest head", isShort: made.isShort, roundsPerPoint: 1, isImplied, numbers };
}

/** The nest's head that stands around the loop. */
function headAround(
  loop: ts.IterationStatement,
  { node }: PlainLoopsBody,
  outer: Loops,
): ts.IterationStatement | undefined {
  for (let n: ts.Node = loop.parent; n !== node; n = n.parent) {
    const around = n as ts.IterationStatement;
    if (outer.get(around)?.kind === "nest head") return around;
  }
  return undefined;
}

function nestOf(
  loop: ts.IterationStatement,
  { points, scopes, callees }: PlainLoopsBody,
): { readonly isShort: boolean } | undefined {
  if (!points.has(loop.statement) || hasCall(loop, points, callees)) return undefined;
  const { runsUserCode, walks, allocatesOrCalls } = effectsOf(loop, scopes);
  // What is walked asks others for more, and an error that is caught leaves loops that have not said what they left.
  if (runsUserCode || walks || hasTry(loop, points)) return undefined;
  return { isShort: !allocatesOrCalls };
}

/** Whether a `try` statement is among the points. */
function hasTry(node: ts.Node, points: Points): boolean {
  if (!points.has(node)) return false;
  return ts.isTryStatement(node) || (ts.forEachChild(node, (child) => hasTry(child, points) || undefined) ?? false);
}
