/**
 * Loops that need no point of their own: each of their rounds passes one inside, that of a loop or of a function to which it
 * surely comes. (A loop that is left by its condition when the budget is used up passes one even if it makes no round.)
 *
 *   point each round: loop_inside   ⇒   point each round: loop_inside, implied by a point inside
 */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isLogical, logicalOf } from "../../syntax/assignments.ts";
import { hasContinue } from "../../syntax/continues.ts";
import { isLoop, unwrap } from "../../syntax/nodes.ts";
import { callOf } from "../../syntax/template-calls.ts";
import type { Points } from "../points.ts";
import { leafOf } from "./leaf.ts";
import type { LoopPlan, PlainLoopsBody } from "./loop-plan.ts";

export function leaveOutSurePoints(plan: LoopPlan, loop: ts.IterationStatement, body: PlainLoopsBody): LoopPlan {
  return "isImplied" in plan ? { ...plan, isImplied: body.hasSurePoint(loop) } : plan;
}

export interface Known {
  readonly points: Points;
  readonly scopes: Scopes;
  /** Whether a call passes a point, whatever the function does. */
  passes(call: ts.CallExpression): boolean;
}

/** Whether each round of the loop that is not its last passes a point. */
export function hasSurePoint(loop: ts.IterationStatement, known: Known): boolean {
  // A round that is gone on with from inside may not come so far. One that is left is the last.
  return !hasContinue(loop) && passesPoint([loop.statement], known);
}

/** Whether each call of a function with this body passes a point, unless it throws. */
export function startsWithPoint(body: ts.ConciseBody, known: Known): boolean {
  if (!ts.isBlock(body)) return calls(body, known);
  for (const statement of body.statements) {
    const isLeft = effectsOf(statement, known.scopes).returns;
    if (passesPoint([statement], known) && (!isLeft || isLoop(statement))) return true;
    if (isLeft) return false;
  }
  return false;
}

/** Whether who comes to the statements, and behind them, passes a point. */
function passesPoint(statements: readonly ts.Statement[], known: Known): boolean {
  return statements.some((s) => known.points.has(s) && isPassing(s, known));
}

function isPassing(statement: ts.Statement, known: Known): boolean {
  if (ts.isBlock(statement)) return passesPoint(statement.statements, known);
  if (ts.isExpressionStatement(statement)) return calls(statement.expression, known);
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.some((d) => calls(d.initializer, known));
  if (ts.isIfStatement(statement)) {
    const { expression, thenStatement, elseStatement } = statement;
    if (calls(expression, known)) return true;
    return elseStatement !== undefined && passesPoint([thenStatement], known) && passesPoint([elseStatement], known);
  }
  if (!isLoop(statement)) return false;
  // The first round of a loop that has none may be its last.
  if (ts.isDoStatement(statement)) return !hasSurePoint(statement, known);
  return leafOf(statement, known.points, known.scopes) !== undefined;
}

/** Whether a call that passes a point is surely evaluated with the expression. */
function calls(expression: ts.Expression | undefined, known: Known): boolean {
  if (expression === undefined) return false;
  const visit = (node: ts.Node): boolean => {
    if (!known.points.has(node)) return false;
    const e = unwrap(node as ts.Expression);
    if (ts.isOptionalChain(e)) return false;
    if (ts.isConditionalExpression(e)) return visit(e.condition);
    if (ts.isBinaryExpression(e) && mayEndEarly(e.operatorToken.kind)) return visit(e.left);
    // A pattern on the left may hold default values.
    if (ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.EqualsToken) return visit(e.right);
    const call = callOf(e);
    if (call !== undefined && known.passes(call)) return true;
    return ts.forEachChild(e, (child) => visit(child) || undefined) ?? false;
  };
  return visit(expression);
}

/** Whether the right side may not be evaluated: `&&`, `??=`. */
function mayEndEarly(operator: ts.SyntaxKind): boolean {
  return isLogical(operator) || logicalOf(operator) !== undefined;
}
