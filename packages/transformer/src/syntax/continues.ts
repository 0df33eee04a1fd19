/** Which loops are gone on with from inside. */
import * as ts from "typescript";
import { targetOf } from "./nodes.ts";

/** Whether a `continue` in the loop goes on with it. */
export function hasContinue(loop: ts.IterationStatement): boolean {
  return findContinue(loop, () => true);
}

/** Whether one does so by a label. */
export function hasLabelledContinue(loop: ts.IterationStatement): boolean {
  return findContinue(loop, (jump) => jump.label !== undefined);
}

function findContinue(loop: ts.IterationStatement, isOne: (jump: ts.ContinueStatement) => boolean): boolean {
  let found = false;
  visit(loop.statement);
  return found;

  function visit(node: ts.Node): void {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isContinueStatement(node) && targetOf(node) === loop && isOne(node)) found = true;
    ts.forEachChild(node, visit);
  }
}
