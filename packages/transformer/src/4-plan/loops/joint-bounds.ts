/**
 * Loops whose bound and step stay as they are while they run: how many rounds are left to make, and how many the budget allows,
 * can be told before the first of them, and the smaller number ends the loop.
 *
 *   counted by i               ⇒   counted by i, joint bound
 *   strip-mined, local tally   ⇒   strip-mined, local tally, joint bound if integers
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isConst, isWithin, targetOf } from "../../syntax/nodes.ts";
import type { Locals } from "../variables/locals.ts";
import { ascentOf } from "./ascents.ts";
import { beginsAtLiteral, isCounterOf, isSmall } from "./counted.ts";
import type { JointBound, LoopPlan, PlainLoopsBody } from "./loop-plan.ts";

/** Nodes of a loop's statement that may stand in the output twice: the longer a round takes, the less one end brings. */
const mostNodes = 40;

export function joinBounds(plan: LoopPlan, loop: ts.IterationStatement, { locals, scopes }: PlainLoopsBody): LoopPlan {
  if ((plan.kind !== "counted" && plan.kind !== "strip-mined") || !plan.isShort || !ts.isForStatement(loop))
    return plan;
  return { ...plan, bound: jointBoundOf(loop, plan.kind === "counted", locals, scopes) };
}

/** @param isCounted Whether the counter is an integer. Else that has to be asked, and rounds are counted from where it was */
function jointBoundOf(
  loop: ts.ForStatement,
  isCounted: boolean,
  locals: Locals,
  scopes: Scopes,
): JointBound | undefined {
  const ascent = ascentOf(loop);
  if (ascent === undefined) return undefined;
  const { counter, bound, step } = ascent;
  if (!isCounterOf(loop, counter, locals, scopes) || !stays(bound) || (step !== undefined && !stays(step)))
    return undefined;
  if (isCounted && !beginsAtLiteral(loop, counter)) return undefined;
  const isSure = isCounted && isSmall(bound);
  return isSure || isShort(loop, isCounted) ? { ...ascent, isSure } : undefined;

  /** A number written out, or a variable that the loop does not change. */
  function stays(e: ts.Expression): boolean {
    if (isSmall(e)) return true;
    const binding = ts.isIdentifier(e) ? scopes.resolve(e) : undefined;
    if (binding === undefined || binding.isOpen) return false;
    if (binding.declarations.every((d) => ts.isVariableDeclaration(d) && isConst(d))) return true;
    return isOwn(binding) && !binding.references.some((r) => isAssigned(r) && isRepeated(r));
  }

  /** Nobody but the function itself changes it. */
  function isOwn(binding: Binding): boolean {
    const { hoisted, vars, parameters, captured } = locals;
    return [hoisted, vars, parameters].some((list) => list.includes(binding)) && !captured.has(binding);
  }

  function isRepeated(node: ts.Node): boolean {
    return isWithin(node, loop) && !(loop.initializer && isWithin(node, loop.initializer));
  }
}

/** @param mayLeave Whether it may be left by other ways than its head and `break` */
function isShort(loop: ts.ForStatement, mayLeave: boolean): boolean {
  let nodes = 0;
  const isLong = (node: ts.Node): boolean => {
    if (++nodes > mostNodes || ts.isFunctionLike(node)) return true;
    if (!mayLeave && leaves(node, loop)) return true;
    return ts.forEachChild(node, (child) => isLong(child) || undefined) ?? false;
  };
  return !isLong(loop.statement);
}

function leaves(node: ts.Node, loop: ts.ForStatement): boolean {
  if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return true;
  return ts.isBreakOrContinueStatement(node) && !isWithin(targetOf(node), loop);
}
