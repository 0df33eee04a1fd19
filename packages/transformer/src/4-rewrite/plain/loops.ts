/**
 * Loops of a plain body. Each round is a point.
 *
 * In a loop in which nothing else is suspended, the budget lives in a local variable, and the loop is left by its own
 * condition when that is used up: what runs is the user's loop with one more comparison.
 *
 *   for (let i = 0; i < n; i++) S   ⇒   i = 0;
 *                                     case 1:
 *                                       $end = i + $state.budget;  if ($at !== 0) { $at = 0; $end++; }
 *                                       for (; i < $end && i < n; i++) S
 *                                       if (i >= $end) { $state.budget = $end - i - 1; $at = 1; break $out; }
 *                                       $state.budget = $end - i;
 *
 *   while (a) S                     ⇒   $left = $state.budget;  …   while (--$left >= 0 && a) S   …
 *
 * (in $state itself where the loop calls what might end the budget).
 *
 * Where something else is suspended too, the round begins with the point:
 *
 *   while (a) S                     ⇒   while ($at !== 0 || a) switch ($at) { case 0: --$state.budget …  case 1: S }
 */
import ts from "typescript";
import { isCounted } from "../../2-analyze/counted.ts";
import { leafOf } from "../../2-analyze/leaf.ts";
import { isWalk, targetOf, type Walk } from "../../2-analyze/nodes.ts";
import { numbersIn } from "../../2-analyze/numeric.ts";
import { isUsedUp } from "../../yield-point.ts";
import type { Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { startWalk } from "./walks.ts";

export function addLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { optimize } = statements.unit;
  if (ts.isForStatement(loop) && loop.initializer !== undefined) {
    if (ts.isVariableDeclarationList(loop.initializer)) statements.addVariables(loop.initializer, steps);
    else statements.expressions.effectStep(loop.initializer, steps);
  }
  const { frame, unit } = statements;
  if (isWalk(loop)) {
    walk(statements, loop, labels, steps);
    return;
  }
  const leaf =
    optimize.stripMining && !ts.isDoStatement(loop) ? leafOf(loop, frame.form.points, unit.scopes) : undefined;
  const counter =
    leaf?.isQuiet && optimize.countedLoops && ts.isForStatement(loop)
      ? isCounted(loop, frame.form.locals, unit.scopes)
      : undefined;
  if (counter !== undefined) countedLoop(statements, loop as ts.ForStatement, counter, labels, steps);
  else if (leaf !== undefined) stripLoop(statements, loop, leaf.isQuiet, labels, steps);
  else if (hasPointInHead(statements, loop)) openLoop(statements, loop, labels, steps);
  else plainLoop(statements, loop, labels, steps);
}

function conditionOf(loop: ts.IterationStatement): ts.Expression | undefined {
  if (ts.isForStatement(loop)) return loop.condition;
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) ? loop.expression : undefined;
}

function hasPointInHead(statements: Surroundings, loop: ts.IterationStatement): boolean {
  return statements.has(conditionOf(loop)) || (ts.isForStatement(loop) && statements.has(loop.incrementor));
}

function countedLoop(
  statements: Surroundings,
  loop: ts.ForStatement,
  counter: ts.Identifier,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const end = frame.get("$end");
  const i = code.expression(counter);
  const budget = frame.state("budget");
  const point = frame.point();
  const giveBack = () => frame.assign(budget, f.createSubtract(end, i));
  steps.label({ first: point, last: point });
  steps.add(frame.assign(end, f.createAdd(i, budget)), ...onReturn(statements, f.createPostfixIncrement(end)));
  steps.add(...numbers(statements, loop));
  const inRange = f.createLessThan(i, end);
  const condition = loop.condition ? f.createLogicalAnd(inRange, code.expression(loop.condition)) : inRange;
  const incrementor = loop.incrementor && code.expression(loop.incrementor);
  const made = f.updateForStatement(loop, undefined, condition, incrementor, code.within(loop, giveBack));
  steps.add(statements.label(made, labels));
  const used = frame.assign(budget, f.createSubtract(f.createSubtract(end, i), f.createNumericLiteral(1)));
  steps.add(frame.leaveIf(f.createGreaterThanEquals(i, end), point, loop, used), giveBack());
}

function stripLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  isQuiet: boolean,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const budget = frame.state("budget");
  const left = isQuiet ? frame.get("$left") : budget;
  const point = frame.point();
  const giveBack = isQuiet ? () => frame.assign(budget, left) : undefined;
  steps.label({ first: point, last: point });
  if (isQuiet) steps.add(frame.assign(left, budget));
  steps.add(...onReturn(statements, f.createPostfixIncrement(left)), ...numbers(statements, loop));
  const inRange = f.createGreaterThanEquals(f.createPrefixDecrement(left), f.createNumericLiteral(0));
  const original = conditionOf(loop);
  const condition = original ? f.createLogicalAnd(inRange, code.expression(original)) : inRange;
  const body = giveBack ? code.within(loop, giveBack) : code.statement(loop.statement);
  const made = ts.isForStatement(loop)
    ? f.updateForStatement(loop, undefined, condition, loop.incrementor && code.expression(loop.incrementor), body)
    : f.updateWhileStatement(loop as ts.WhileStatement, condition, body);
  steps.add(statements.label(made, labels));
  if (giveBack) steps.add(giveBack());
  steps.add(frame.leaveIf(f.createLessThan(left, f.createNumericLiteral(0)), point, loop));
}

/** `for` … `of` and `for` … `in`: see walks.ts. */
function walk(statements: Surroundings, loop: Walk, labels: readonly ts.Identifier[], steps: Steps): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const { more, taken, next } = startWalk(statements, loop, steps);
  const leaf = unit.optimize.stripMining ? leafOf(loop, frame.form.points, unit.scopes) : undefined;
  const end = leaf === undefined ? statements.breakable(loop) : undefined;
  if (leaf !== undefined) {
    // Without calls, nothing but the walk of an iterator can end the budget early.
    const budget = frame.state("budget");
    const point = frame.point();
    steps.label({ first: point, last: point });
    steps.add(...onReturn(statements, f.createPostfixIncrement(budget)), ...numbers(statements, loop));
    const inRange = f.createGreaterThanEquals(f.createPrefixDecrement(budget), f.createNumericLiteral(0));
    const body = f.createBlock([...taken, code.statement(loop.statement)], true);
    const made = f.createForStatement(undefined, f.createLogicalAnd(inRange, more), next, body);
    steps.add(statements.label(ts.setTextRange(made, loop), labels));
    steps.add(frame.leaveIf(f.createLessThan(budget, f.createNumericLiteral(0)), point, loop));
    return;
  }
  const entry = frame.entry(loop);
  if (entry !== undefined && frame.part === "rest") {
    finishRound(statements, loop, { entry, end, step: next && f.createExpressionStatement(next) }, steps);
    return;
  }
  if (entry !== undefined) frame.enter(entry, steps);
  statements.nested(
    steps,
    (inner) => {
      inner.add(...taken);
      round(statements, inner, loop);
      statements.add(loop.statement, inner);
    },
    (made) => {
      const condition = frame.goingOnOr(more);
      const rebuilt = f.createForStatement(undefined, condition, next, statements.block(made));
      return statements.label(ts.setTextRange(rebuilt, loop), end === undefined ? labels : [...labels, end]);
    },
  );
}

/** A body that goes on in a loop makes its round whatever the budget: else it might never get on. */
function onReturn({ frame, unit }: Surroundings, more: ts.Expression): ts.Statement[] {
  return frame.onArrival(unit.f.createExpressionStatement(more));
}

/**
 * `if (typeof s === "number") s -= 0; else s = $same(s);`: nothing happens, but an engine that has only seen numbers here
 * now counts on it. Otherwise it would put each new value of s into memory, since s may have come back with a frame.
 */
function numbers({ frame, unit }: Surroundings, loop: ts.IterationStatement): ts.Statement[] {
  const { f } = unit;
  if (!unit.optimize.numbers) return [];
  return numbersIn(loop, frame.own, unit.scopes).map((binding) => {
    const name = frame.nameOf(binding);
    const isNumber = f.createStrictEquality(f.createTypeOfExpression(name), f.createStringLiteral("number"));
    const same = frame.assign(
      name,
      f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, f.createNumericLiteral(0)),
    );
    return f.createIfStatement(isNumber, same, frame.assign(name, unit.callRuntime("same", [name])));
  });
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
  const end = statements.breakable(loop);
  const entry = frame.entry(loop);
  if (entry !== undefined && frame.part === "rest") {
    const incrementor = ts.isForStatement(loop) ? loop.incrementor : undefined;
    const step = incrementor && f.createExpressionStatement(code.expression(incrementor));
    finishRound(statements, loop, { entry, end, step }, steps);
    return;
  }
  if (entry !== undefined) {
    frame.enter(entry, steps);
    steps.add(...numbers(statements, loop));
  }
  statements.nested(
    steps,
    (inner) => {
      round(statements, inner, loop);
      statements.add(loop.statement, inner);
    },
    (made) => {
      const body = statements.block(made);
      const original = conditionOf(loop);
      const test = original && code.expression(original);
      // Where the body goes on inside a round, the condition of that round has been found true.
      const condition = test && frame.goingOnOr(test);
      let rebuilt: ts.Statement;
      if (ts.isForStatement(loop)) {
        rebuilt = f.updateForStatement(
          loop,
          undefined,
          condition,
          loop.incrementor && code.expression(loop.incrementor),
          body,
        );
      } else if (ts.isDoStatement(loop)) rebuilt = f.updateDoStatement(loop, body, test as ts.Expression);
      else rebuilt = f.updateWhileStatement(loop as ts.WhileStatement, condition as ts.Expression, body);
      return statements.label(rebuilt, end === undefined ? labels : [...labels, end]);
    },
  );
}

interface Finish {
  /** Where the body that starts goes on with the next round. */
  readonly entry: number;
  /** The label of what a `break` leaves. */
  readonly end: ts.Identifier | undefined;
  /** What comes between two rounds. */
  readonly step: ts.Statement | undefined;
}

/**
 * What is left of a round that was suspended; the other rounds are those of the body that starts:
 *
 * It has no labels of the user's: a loop with one is no statement of the body itself.
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } $at = -1; break $out; }
 */
function finishRound(
  statements: Surroundings,
  loop: ts.IterationStatement,
  { entry, end, step }: Finish,
  steps: Steps,
): void {
  const { code, frame, unit } = statements;
  const { f } = unit;
  const next = hasContinue(loop) ? unit.freshName("$next") : undefined;
  if (next !== undefined) code.continues.set(loop, next);
  const left = ts.isDoStatement(loop) ? (end ?? unit.freshName("$end")) : end;
  statements.nested(
    steps,
    (inner) => {
      const point = frame.point();
      inner.label({ first: point, last: point });
      inner.add(...frame.arrived());
      statements.add(loop.statement, inner);
    },
    (made) => {
      const round: ts.Statement[] =
        next === undefined ? made : [f.createLabeledStatement(next, statements.block(made))];
      if (step !== undefined) round.push(step);
      if (ts.isDoStatement(loop)) {
        const isOver = f.createLogicalNot(code.expression(loop.expression));
        round.push(f.createIfStatement(isOver, f.createBreakStatement(left)));
      }
      const finished = f.createIfStatement(frame.isGoingOn(), statements.block(round));
      const whole = statements.block([finished, ...frame.return(entry)]);
      return statements.label(whole, left === undefined ? [] : [left]);
    },
  );
}

/** `if (--$state.budget < 0) { $at = 1; break $out; } case 1: $at = 0;` */
function round({ frame }: Surroundings, steps: Steps, loop: ts.Node): void {
  const point = frame.point();
  steps.add(frame.leaveIf(isUsedUp(frame.unit), point, loop));
  steps.label({ first: point, last: point });
  steps.add(...frame.arrived());
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
    frame.statement(() => {
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
        (made) => f.createLabeledStatement(next, statements.block(made)),
      );
  };
  statements.nested(
    steps,
    (inner) => {
      round(statements, inner, loop);
      if (!ts.isDoStatement(loop)) test(inner);
      body(inner);
      if (ts.isForStatement(loop) && loop.incrementor !== undefined) {
        const { incrementor } = loop;
        frame.statement(() => expressions.effectStep(incrementor, inner));
      }
      if (ts.isDoStatement(loop)) test(inner);
    },
    (made) => {
      const rebuilt = ts.setTextRange(
        f.createForStatement(undefined, undefined, undefined, statements.block(made)),
        loop,
      );
      return statements.label(rebuilt, [...labels, end]);
    },
  );
}

function hasContinue(loop: ts.IterationStatement): boolean {
  let found = false;
  ts.forEachChild(loop.statement, function visit(node): void {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isContinueStatement(node) && targetOf(node) === loop) found = true;
    ts.forEachChild(node, visit);
  });
  if (ts.isContinueStatement(loop.statement)) found = true;
  return found;
}
