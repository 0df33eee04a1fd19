/**
 * The heaviest path through a function's control flow: what is called on the one that calls most. A statement has a weight for each
 * place to which it may lead, found bottom up:
 *
 *   if (a()) return b(); c();       onward: a, c       out of the function: a, b
 */
import * as ts from "typescript";
import { accessOf } from "../../syntax/accesses.ts";
import { type Call, isLoop, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { linkOrNewOf } from "../../syntax/template-calls.ts";
import type { Points } from "../points.ts";

/** What the calls on the paths through some code weigh at most, by where the paths lead. Minus infinity where none leads there. */
interface PathWeights {
  /** To the statement that follows. */
  readonly on: number;
  /** To behind the `switch` around. */
  readonly out: number;
  /** Out of the function. */
  readonly left: number;
}

const never = Number.NEGATIVE_INFINITY;
/** More than any calls weigh; finite, since infinities of both signs have no sum. */
const unclear = 1e9;

/**
 * The weight of the calls on the heaviest path through `f`. Calls in the rounds of loops, which have points of their own, do not weigh.
 *
 * @param points Those of the body, which is one that plain-form.ts takes: no case is computed, and no `finally` stands around a point
 * @param weigh What a call weighs by itself
 */
export function heaviestPath(f: Preemptable, points: Points, weigh: (call: Call) => number): number {
  const body = f.body as ts.ConciseBody;
  return most(ts.isBlock(body) ? inStatement(body) : inExpression(body));

  function inStatement(node: ts.Statement): PathWeights {
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

  function inSwitch({ expression, caseBlock }: ts.SwitchStatement): PathWeights {
    const { clauses } = caseBlock;
    // A path that comes to a clause falls through to the next one.
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
  function inLoop(loop: ts.IterationStatement): PathWeights {
    if (ts.isForStatement(loop)) return goingOn(calls(loop.initializer) + calls(loop.condition));
    const { expression } = loop as ts.WhileStatement | ts.DoStatement | ts.ForOfStatement | ts.ForInStatement;
    return goingOn(calls(expression) + (ts.isDoStatement(loop) ? most(inStatement(loop.statement)) : 0));
  }

  /** It may be left for its `catch` anywhere. */
  function inTry({ tryBlock, catchClause }: ts.TryStatement): PathWeights {
    const all = most(inStatement(tryBlock)) + (catchClause ? most(inStatement(catchClause.block)) : 0);
    return { on: all, out: all, left: all };
  }

  function inExpression(node: ts.Node): PathWeights {
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
    const call = linkOrNewOf(e);
    const times = call && accessOf(call)?.kind === "both" ? 2 : 1;
    return inside + (call ? weigh(call) * times : 0);
  }
}

const nowhere: PathWeights = { on: never, out: never, left: never };

function goingOn(calls: number): PathWeights {
  return { ...nowhere, on: calls };
}

function inTurn(parts: readonly PathWeights[]): PathWeights {
  let all = goingOn(0);
  for (const { on, out, left } of parts)
    all = { on: all.on + on, out: Math.max(all.out, all.on + out), left: Math.max(all.left, all.on + left) };
  return all;
}

function either(a: PathWeights, b: PathWeights): PathWeights {
  return { on: Math.max(a.on, b.on), out: Math.max(a.out, b.out), left: Math.max(a.left, b.left) };
}

function most({ on, out, left }: PathWeights): number {
  return Math.max(on, out, left);
}
