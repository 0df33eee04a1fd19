/**
 * Async functions and generators of an exclusive unit, as they are called without preemption: what they wait for may take long, and
 * when they go on another job may be suspended inside. So they ask there once more.
 *
 *   await e               ⇒   $entered($lock, await e)
 *   yield e               ⇒   $entered($lock, yield e)
 *   for await (…) { … }   ⇒   for await (…) { if (…) $waitHere($lock); … }
 *   catch { … }           ⇒   catch { if (…) $waitHere($lock); … }        where errors come after an `await`; and `finally`
 */
import * as ts from "typescript";
import * as js from "./shared/build.ts";
import { waitHere } from "./shared/questions.ts";
import type { Unit } from "./shared/unit.ts";

/** @param body Of an async function or a generator */
export function askingAgain(unit: Unit, body: ts.Block): ts.Block {
  const { f, context } = unit;
  return ts.visitEachChild(body, visit, context);

  function visit(node: ts.Node): ts.Node {
    // Classes and functions inside ask for themselves.
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return node;
    const made = ts.visitEachChild(node, visit, context);
    if (ts.isAwaitExpression(made) || ts.isYieldExpression(made)) {
      return ts.setSourceMapRange(unit.callRuntime("entered", [unit.lock, made]), node);
    }
    if (ts.isForOfStatement(made) && made.awaitModifier) {
      const { awaitModifier, initializer, expression, statement } = made;
      return f.updateForOfStatement(made, awaitModifier, initializer, expression, begun(statement));
    }
    if (ts.isTryStatement(made) && (waits(made.tryBlock) || waits(made.catchClause))) {
      const { tryBlock, catchClause, finallyBlock } = made;
      const caught =
        catchClause && f.updateCatchClause(catchClause, catchClause.variableDeclaration, begun(catchClause.block));
      return f.updateTryStatement(made, tryBlock, caught, finallyBlock && begun(finallyBlock));
    }
    return made;
  }

  function begun(statement: ts.Statement): ts.Block {
    const own = ts.isBlock(statement) ? statement.statements : [statement];
    return ts.setTextRange(js.lines(waitHere(unit), ...own), statement);
  }
}

function waits(node: ts.Node | undefined): boolean {
  if (node === undefined || ts.isFunctionLike(node)) return false;
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
  if (ts.isForOfStatement(node) && node.awaitModifier) return true;
  return ts.forEachChild(node, (child) => waits(child) || undefined) ?? false;
}
