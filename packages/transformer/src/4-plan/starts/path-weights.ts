/** The ways through a function's own code, and what is called on the one that calls most. */
import ts from "typescript";
import { isLoop, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";

/**
 * What the calls on the ways through some code weigh at most, by where these lead: to what follows, to behind the `switch` around,
 * or out of the function. Minus infinity where none leads there.
 */
interface Ways {
  readonly on: number;
  readonly out: number;
  readonly left: number;
}

const never = Number.NEGATIVE_INFINITY;
/** More than any calls weigh; finite, since sums of infinities are none. */
const unclear = 1e9;

/**
 * The weight of the calls on any way through `f` at most; those in the rounds of loops, which have points of their own, do not weigh.
 *
 * @param points Those of the body, which is one that plain-form.ts takes: no case is computed, and no `finally` stands around a point
 * @param weigh What a call weighs by itself
 */
export function mostOnAnyWay(f: Preemptable, points: Points, weigh: (call: ts.CallExpression) => number): number {
  const body = f.body as ts.ConciseBody;
  return most(ts.isBlock(body) ? inStatement(body) : inExpression(body));

  function inStatement(node: ts.Statement): Ways {
    if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) return { ...nowhere, left: calls(node.expression) };
    // A jump to a label may pass over what leaves the function.
    if (ts.isBreakStatement(node)) return node.label ? goingOn(unclear) : { ...nowhere, out: 0 };
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
    return inside + (ts.isCallExpression(e) ? weigh(e) : 0);
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
