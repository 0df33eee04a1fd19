/**
 * Whether a jump leaves a `for` … `of` loop through a `try` statement that stands in the loop. The iterator is closed behind
 * `finally`, which may think better of it, and what closing throws is nothing to that `catch`: where the jump stands is too soon.
 */
import * as ts from "typescript";
import { type Preemptable, targetOf } from "./nodes.ts";

export function leavesThroughTry({ body }: Preemptable): boolean {
  return body !== undefined && visit(body);

  function visit(node: ts.Node): boolean {
    if (ts.isFunctionLike(node)) return false;
    const isJump = ts.isReturnStatement(node) || ts.isBreakOrContinueStatement(node);
    if (isJump && isProblem(node)) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  }

  function isProblem(jump: ts.ReturnStatement | ts.BreakOrContinueStatement): boolean {
    const target = ts.isReturnStatement(jump) ? body : targetOf(jump);
    let isTried = false;
    for (let n: ts.Node = jump; n !== target; n = n.parent) {
      if (isGuarded(n)) isTried = true;
      if (isTried && ts.isForOfStatement(n)) return true;
    }
    return isTried && ts.isBreakStatement(jump) && target !== undefined && ts.isForOfStatement(target);
  }
}

/** Whether `catch` or `finally` follows. */
function isGuarded(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isTryStatement(parent))
    return node === parent.tryBlock || (node === parent.catchClause && parent.finallyBlock !== undefined);
  return false;
}
