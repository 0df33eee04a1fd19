/**
 * The point at the start of a function that calls others, and so may recurse. It stands where the way to the first call or loop
 * begins: a recursion's last calls need none. Where no branch comes before, it may as well be the first thing that the function
 * does; one that is suspended there is simply called again, with the same arguments.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { isHarmless } from "../plain-parameters.ts";
import { hasCall, type Points } from "../points.ts";
import { makesOneCallAtMost } from "./single-calls.ts";
import { hasOnlyTailCalls } from "./tail-calls.ts";

export interface EntryPoint {
  /** Whether it is the first thing that the function does. */
  readonly isFirst: boolean;
  /** Whether it is the only point: all calls that may be suspended are returned as they are. */
  readonly isOnly: boolean;
  /** Whether it need not count: the depth of the call alone suspends the function there. */
  readonly isOfSingleCalls: boolean;
}

/**
 * Undefined where the function has none.
 *
 * @param holds Whether it holds an exclusive unit until it has its value: then it goes on behind each call
 */
export function entryPointOf(f: Preemptable, points: Points, callees: Callees, holds: boolean): EntryPoint | undefined {
  const body = f.body as ts.ConciseBody;
  if (!hasCall(body, points, callees)) return undefined;
  // Rest parameters would have to be spread, by an iterator that may be the user's own.
  const isSimple = f.parameters.every((p) => isHarmless(p) && p.dotDotDotToken === undefined);
  const isOnly = isSimple && !holds && hasOnlyTailCalls(f, points, callees);
  const isFirst = isOnly || (isSimple && beginsWithPoint(body, points));
  return { isOnly, isFirst, isOfSingleCalls: makesOneCallAtMost(f, points, callees) };
}

function beginsWithPoint(body: ts.ConciseBody, points: Points): boolean {
  if (!ts.isBlock(body)) return !isPutOff(body, [], points);
  // Who comes past these does not leave the function there: as well before them.
  const isPassed = (s: ts.Statement) =>
    ts.isVariableStatement(s) || ts.isExpressionStatement(s) || ts.isFunctionDeclaration(s);
  const [first, ...rest] = body.statements.slice(body.statements.findIndex((s) => points.has(s) || !isPassed(s)));
  return first !== undefined && points.has(first) && !isPutOff(first, rest, points);
}

/**
 * Whether all points of a statement, or of the value that is returned, and of the `rest` that follows are in branches of the former,
 * which then begin with the entry's.
 */
export function isPutOff(node: ts.Node, rest: readonly ts.Statement[], points: Points): boolean {
  if (rest.some((s) => points.has(s))) return false;
  if (ts.isIfStatement(node)) return !points.has(node.expression);
  const value = ts.isReturnStatement(node) ? node.expression : ts.isExpression(node) ? node : undefined;
  const tail = value && unwrap(value);
  return tail !== undefined && ts.isConditionalExpression(tail) && !points.has(tail.condition);
}
