/**
 * Loops of a plain body, each as its plan says. Strip-mined ones: strips.ts. Where something in the loop is suspended, the round begins
 * with the point:
 *
 *   while (a) S   ⇒   while ($at !== 0 || a) switch ($at) { case 0: --$state.budget …  case 1: S }
 *
 * (in a body that only goes on: rounds.ts).
 */
import * as ts from "typescript";
import { hasContinue } from "../../syntax/continues.ts";
import { conditionOf, isWalk, type Walk } from "../../syntax/nodes.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { addRounds } from "./rounds.ts";
import type { Steps } from "./steps.ts";
import { countedLoop, stripLoop, stripWalk } from "./strips.ts";
import type { Surroundings } from "./surroundings.ts";
import { startWalk } from "./walks.ts";

export function addLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  if (ts.isForStatement(loop) && loop.initializer !== undefined) {
    if (ts.isVariableDeclarationList(loop.initializer)) statements.addVariables(loop.initializer, steps);
    else statements.expressions.effectStep(loop.initializer, steps);
  }
  const planned = statements.frame.loopPlan(loop);
  if (planned.kind === "counted") countedLoop(statements, loop as ts.ForStatement, planned, labels, steps);
  else if (planned.kind === "strip-mined" && isWalk(loop)) stripWalk(statements, loop, planned, labels, steps);
  else if (planned.kind === "strip-mined") stripLoop(statements, loop, planned, labels, steps);
  else if (isWalk(loop)) walk(statements, loop, labels, steps);
  else if (planned.kind === "point each round" && planned.isHeadOpen) openLoop(statements, loop, labels, steps);
  else plainLoop(statements, loop, labels, steps);
}

/** `for` … `of` and `for` … `in`: see walks.ts. */
function walk(statements: Surroundings, loop: Walk, labels: readonly ts.Identifier[], steps: Steps): void {
  const { frame, unit } = statements;
  const { f } = unit;
  const { more, taken, next } = startWalk(statements, loop, undefined, steps);
  const end = statements.breakable(loop);
  const around = () => {
    const test = frame.goingOnOr(more);
    return (round: ts.Block) => ts.setTextRange(f.createForStatement(undefined, test, next, round), loop);
  };
  const rest = (inner: Steps) => statements.add(loop.statement, inner);
  const step = next && f.createExpressionStatement(next);
  addRounds(statements, loop, { labels, end, before: taken, rest, step, around }, steps);
}

/** A loop whose head is the user's. */
function plainLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const breakable = statements.breakable(loop);
  const end = ts.isDoStatement(loop) && frame.part === "rest" ? (breakable ?? unit.freshName("$end")) : breakable;
  const around = (): ((round: ts.Block) => ts.Statement) => {
    const original = conditionOf(loop);
    const test = original && code.expression(original);
    // Where the body goes on inside a round, the condition of that round has been found true.
    const condition = test && frame.goingOnOr(test);
    if (ts.isForStatement(loop)) {
      const incrementor = loop.incrementor && code.expression(loop.incrementor);
      return (round) => f.updateForStatement(loop, undefined, condition, incrementor, round);
    }
    if (ts.isDoStatement(loop)) return (round) => f.updateDoStatement(loop, round, test as ts.Expression);
    return (round) => f.updateWhileStatement(loop as ts.WhileStatement, condition as ts.Expression, round);
  };
  const rest = (inner: Steps) => statements.add(loop.statement, inner);
  addRounds(statements, loop, { labels, end, rest, step: between(statements, loop, end), around }, steps);
}

/** What comes between two rounds: the increment, or `if (!a) break $end;`. */
function between(
  { code, unit }: Surroundings,
  loop: ts.IterationStatement,
  end: ts.Identifier | undefined,
): ts.Statement | undefined {
  const { f } = unit;
  if (ts.isForStatement(loop)) {
    return loop.incrementor && expressionStatement(code.expression(loop.incrementor));
  }
  if (!ts.isDoStatement(loop)) return undefined;
  return f.createIfStatement(f.createLogicalNot(code.expression(loop.expression)), f.createBreakStatement(end));
}

/** A loop whose condition or increment has points: `for (;;) { point; if (!condition) break; $next: { S } increment; }` */
function openLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { code, unit, expressions, frame } = statements;
  const { f } = unit;
  const end = unit.freshName("$end");
  code.breaks.set(loop, end);
  const next = hasContinue(loop) ? unit.freshName("$next") : undefined;
  if (next !== undefined) code.continues.set(loop, next);
  const test = (inner: Steps) => {
    const original = conditionOf(loop);
    if (original === undefined) return;
    frame.variables.statement(() => {
      const condition = expressions.value(original, inner);
      inner.add(f.createIfStatement(f.createLogicalNot(condition), f.createBreakStatement(end)));
    });
  };
  const body = (inner: Steps) => {
    if (next === undefined) statements.add(loop.statement, inner);
    else
      statements.nested(
        inner,
        (list) => statements.add(loop.statement, list),
        () => (made) => f.createLabeledStatement(next, statements.block(made)),
      );
  };
  const rest = (inner: Steps) => {
    if (!ts.isDoStatement(loop)) test(inner);
    body(inner);
    if (ts.isForStatement(loop) && loop.incrementor !== undefined) {
      const { incrementor } = loop;
      frame.variables.statement(() => expressions.effectStep(incrementor, inner));
    }
    if (ts.isDoStatement(loop)) test(inner);
  };
  const around = () => (round: ts.Block) =>
    ts.setTextRange(f.createForStatement(undefined, undefined, undefined, round), loop);
  addRounds(statements, loop, { labels, end, rest, step: undefined, around }, steps);
}
