/**
 * Calls whose value a function returns as it is: where they are suspended the function has nothing left to do, and needs no
 * frame. And functions that are suspended nowhere else but where they begin.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { isLogical } from "../../syntax/assignments.ts";
import { isLoop, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { valueCallOf } from "../../syntax/template-calls.ts";
import { isPointCall, type Points } from "../points.ts";

/** `a && b`, `a || b`, `a ?? b` and `a, b`: whose value is that of b, if b is evaluated. */
export function isLastOfTwo(e: ts.Expression): e is ts.BinaryExpression {
  if (!ts.isBinaryExpression(e)) return false;
  const { kind } = e.operatorToken;
  return kind === ts.SyntaxKind.CommaToken || isLogical(kind);
}

/** Whether all points of the body are calls that it returns, outside of loops. */
export function hasOnlyTailCalls(f: Preemptable, points: Points, callees: Callees): boolean {
  // What a constructor returns may not be its value.
  if (ts.isConstructorDeclaration(f)) return false;
  const body = f.body as ts.ConciseBody;
  return ts.isBlock(body) ? body.statements.every(inStatement) : inReturned(body);

  function inStatement(node: ts.Node): boolean {
    if (!points.has(node)) return true;
    if (isLoop(node)) return false;
    if (ts.isReturnStatement(node) && node.expression) return inReturned(node.expression);
    // The block of a `try` is none: what is returned from there may yet be caught.
    if (ts.isStatement(node) || ts.isCaseBlock(node) || ts.isCaseOrDefaultClause(node)) {
      return !(ts.forEachChild(node, (child) => !inStatement(child) || undefined) ?? false);
    }
    return false;
  }

  function inReturned(value: ts.Expression): boolean {
    if (!points.has(value)) return true;
    const e = unwrap(value);
    if (ts.isConditionalExpression(e)) {
      return !points.has(e.condition) && inReturned(e.whenTrue) && inReturned(e.whenFalse);
    }
    if (isLastOfTwo(e)) return !points.has(e.left) && inReturned(e.right);
    const call = valueCallOf(e);
    return call !== undefined && isPointCall(e, callees) && !hasPointInside(call);
  }

  function hasPointInside(call: ts.Node): boolean {
    return ts.forEachChild(call, (child) => points.has(child) || undefined) ?? false;
  }
}
