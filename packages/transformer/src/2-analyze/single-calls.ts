/**
 * Functions that need no budget where they begin: on each way through them they make one call at most, but for those in the rounds
 * of loops, which have points of their own.
 *
 *   fullCharCodeAtPos() { return this.fullCharCodeAt(this.pos); }        if ($depth > 2000) …, in place of
 *                                                                        if (--$state.budget < 0 || $depth > 2000) …
 *
 * Between two points such functions only call each other in a row, which their depth ends; what is left then counts frame by frame.
 */
import ts from "typescript";
import type { Callees } from "./calls.ts";
import { isLoop, type Preemptable, unwrap } from "./nodes.ts";
import { isPointCall, type Points } from "./points.ts";

/**
 * The most calls that may be suspended on the ways through some code, by where these lead: to what follows, to behind the `switch`
 * around, or out of the function. Minus infinity where none leads there.
 */
interface Ways {
  readonly on: number;
  readonly out: number;
  readonly left: number;
}

const never = Number.NEGATIVE_INFINITY;

/** @param points Those of the body, which is one that plain-form.ts takes: no case is computed, and no `finally` stands around a point */
export function makesOneCallAtMost(f: Preemptable, points: Points, callees: Callees): boolean {
  const body = f.body as ts.ConciseBody;
  return most(ts.isBlock(body) ? inStatement(body) : inExpression(body)) <= 1;

  function inStatement(node: ts.Statement): Ways {
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return { ...nowhere, left: calls(node.expression) };
    // A jump to a label may pass over what leaves the function.
    if (ts.isBreakStatement(node)) return node.label ? goingOn(Number.POSITIVE_INFINITY) : { ...nowhere, out: 0 };
    if (ts.isBlock(node)) return inTurn(node.statements.map(inStatement));
    if (ts.isIfStatement(node)) {
      const { expression, thenStatement, elseStatement } = node;
      const otherwise = elseStatement ? inStatement(elseStatement) : goingOn(0);
      return inTurn([inExpression(expression), either(inStatement(thenStatement), otherwise)]);
    }
    if (ts.isSwitchStatement(node)) return inSwitch(node);
    if (ts.isLabeledStatement(node)) return inStatement(node.statement);
    if (isLoop(node)) return inLoop(node);
    if (ts.isTryStatement(node)) return inTry(node);
    return inExpression(node);
  }

  function inSwitch({ expression, caseBlock }: ts.SwitchStatement): Ways {
    const { clauses } = caseBlock;
    // Who comes to a clause falls through to the next one.
    let falling = goingOn(0);
    let any = goingOn(0);
    for (const { statements } of clauses.toReversed()) {
      falling = inTurn([...statements.map(inStatement), falling]);
      any = either(any, falling);
    }
    const { on, out, left } = inTurn([inExpression(expression), any]);
    return { on: Math.max(on, out), out: never, left };
  }

  /** Each round has a point, before what is called in it, but the first one of `do`. */
  function inLoop(loop: ts.IterationStatement): Ways {
    if (ts.isForStatement(loop)) return goingOn(calls(loop.initializer) + calls(loop.condition));
    const { expression } = loop as ts.WhileStatement | ts.DoStatement | ts.ForOfStatement | ts.ForInStatement;
    return goingOn(calls(expression) + (ts.isDoStatement(loop) ? most(inStatement(loop.statement)) : 0));
  }

  /** It may be left for its `catch` anywhere. */
  function inTry({ tryBlock, catchClause }: ts.TryStatement): Ways {
    const all = most(inStatement(tryBlock)) + (catchClause ? most(inStatement(catchClause.block)) : 0);
    return { on: all, out: all, left: all };
  }

  function inExpression(node: ts.Node): Ways {
    return goingOn(calls(node));
  }

  function calls(node: ts.Node | undefined): number {
    if (node === undefined || !points.has(node)) return 0;
    const e = unwrap(node as ts.Expression);
    if (ts.isConditionalExpression(e)) return calls(e.condition) + Math.max(calls(e.whenTrue), calls(e.whenFalse));
    let inside = 0;
    ts.forEachChild(e, (child) => {
      inside += calls(child);
    });
    return inside + (isPointCall(e, callees) ? 1 : 0);
  }
}

const nowhere: Ways = { on: never, out: never, left: never };

function goingOn(calls: number): Ways {
  return { ...nowhere, on: calls };
}

function inTurn(ways: readonly Ways[]): Ways {
  let all = goingOn(0);
  for (const { on, out, left } of ways)
    all = { on: all.on + on, out: Math.max(all.out, all.on + out), left: Math.max(all.left, all.on + left) };
  return all;
}

function either(a: Ways, b: Ways): Ways {
  return { on: Math.max(a.on, b.on), out: Math.max(a.out, b.out), left: Math.max(a.left, b.left) };
}

function most({ on, out, left }: Ways): number {
  return Math.max(on, out, left);
}
