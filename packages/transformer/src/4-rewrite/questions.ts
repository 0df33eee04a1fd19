/**
 * Functions of an exclusive unit ask, before they do anything else, whether a job is suspended inside:
 *
 *   if ($lock !== void 0 && $lock.owner !== void 0) $waitHere($lock);        the original: it cannot be suspended
 *   while ($lock.owner !== void 0 && $mustWait($lock)) yield;                a resumable body that is a generator
 *
 * Plain bodies are called again, see plain/frame.ts. Others may call an original that is hoisted before the file has been run.
 */
import ts from "typescript";
import { isPrologueDirective } from "../2-analyze/nodes.ts";
import type { FunctionNode } from "../2-analyze/target.ts";
import { bareYield } from "../yield-point.ts";
import type { Unit } from "./unit.ts";

/** `$lock.owner !== void 0` */
function isHeld(unit: Unit): ts.Expression {
  const { f } = unit;
  return f.createStrictInequality(f.createPropertyAccessExpression(unit.lock, "owner"), f.createVoidZero());
}

/**
 * `$lock.owner !== void 0 && $mustWait($lock)`
 *
 * @param isStart Where it may not be the start: `$at === 0`
 */
export function isToWait(unit: Unit, isStart?: ts.Expression): ts.Expression {
  const { f } = unit;
  const held = isHeld(unit);
  const asked = isStart === undefined ? held : f.createLogicalAnd(held, isStart);
  return f.createLogicalAnd(asked, unit.callRuntime("mustWait", [unit.lock]));
}

/** `if ($lock !== void 0 && $lock.owner !== void 0) $waitHere($lock);` */
export function waitHere(unit: Unit): ts.Statement {
  const { f } = unit;
  const isRun = f.createStrictInequality(unit.lock, f.createVoidZero());
  const wait = f.createExpressionStatement(unit.callRuntime("waitHere", [unit.lock]));
  return onOneLine(f.createIfStatement(f.createLogicalAnd(isRun, isHeld(unit)), wait));
}

/** `while ($lock.owner !== void 0 && $mustWait($lock)) yield;` */
export function waitInGenerator(unit: Unit): ts.Statement {
  const { f } = unit;
  return onOneLine(f.createWhileStatement(isToWait(unit), f.createExpressionStatement(bareYield(unit))));
}

function onOneLine<S extends ts.Statement>(statement: S): S {
  return ts.setEmitFlags(statement, ts.EmitFlags.SingleLine);
}

/** `made`, which is what became of the function `node` as it is called without preemption, with its question. */
export function withQuestion<F extends FunctionNode>(unit: Unit, node: FunctionNode, made: F): F {
  if (!unit.asks(node) || made.body === undefined) return made;
  const body = questioned(unit, made.body);
  return ts.visitEachChild(made, (child) => (child === made.body ? body : child), undefined);
}

function questioned(unit: Unit, body: ts.ConciseBody): ts.Block {
  const { f } = unit;
  if (!ts.isBlock(body)) {
    const returned = ts.setTextRange(f.createReturnStatement(body), body);
    return ts.setTextRange(f.createBlock([waitHere(unit), returned], true), body);
  }
  const own = body.statements;
  const at = own.findIndex((s) => !isPrologueDirective(s));
  const start = at < 0 ? own.length : at;
  const list = f.createNodeArray([...own.slice(0, start), waitHere(unit), ...own.slice(start)]);
  return f.updateBlock(body, ts.setTextRange(list, own));
}
