/**
 * Functions of an exclusive unit ask, before they do anything else, whether a job is suspended inside:
 *
 *   if ($lock !== void 0 && $lock.owner !== void 0) $waitHere($lock);        the original: it cannot be suspended
 *   while ($lock.owner !== void 0 && $mustWait($lock)) yield;                a resumable body that is a generator
 *
 * Plain bodies are called again, see plain/frame.ts. Others may call an original that is hoisted before the file has been run.
 */
import type { SharedLock } from "@preempt/abi";
import * as ts from "typescript";
import { bareYield } from "../generator/yield-point.ts";
import * as js from "./build.ts";
import type { Unit } from "./unit.ts";

/** `$lock.owner !== void 0` */
function isHeld(unit: Unit): ts.Expression {
  return js.unequal(js.member(unit.lock, "owner" satisfies keyof SharedLock), js.nothing());
}

/**
 * `$lock.owner !== void 0 && $mustWait($lock)`
 *
 * @param isStart Where it may not be the start: `$at === 0`
 */
export function isToWait(unit: Unit, isStart?: ts.Expression): ts.Expression {
  const held = isHeld(unit);
  const asked = isStart === undefined ? held : js.and(held, isStart);
  return js.and(asked, unit.callRuntime("mustWait", [unit.lock]));
}

/** `if ($lock !== void 0 && $lock.owner !== void 0) $waitHere($lock);` */
export function waitHere(unit: Unit): ts.Statement {
  const isRun = js.unequal(unit.lock, js.nothing());
  const wait = js.statement(unit.callRuntime("waitHere", [unit.lock]));
  return onOneLine(js.when(js.and(isRun, isHeld(unit)), wait));
}

/** `while ($lock.owner !== void 0 && $mustWait($lock)) yield;` */
export function waitInGenerator(unit: Unit): ts.Statement {
  const { f } = unit;
  return onOneLine(f.createWhileStatement(isToWait(unit), js.statement(bareYield(unit))));
}

function onOneLine<S extends ts.Statement>(statement: S): S {
  return ts.setEmitFlags(statement, ts.EmitFlags.SingleLine);
}
