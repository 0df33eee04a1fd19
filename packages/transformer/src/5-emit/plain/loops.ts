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
 *                                       if (($state.budget = $end - i - 1) < 0) { $at = 1; break $out; }
 *
 *   while (a) S                     ⇒   $left = $state.budget;  …   while (--$left >= 0 && a) S   …
 *
 * (where a round is a few operations, eight of them are a point: light-rounds.ts). Where the loop calls what might take the
 * budget away, that is in $state itself, and the loop notes by which way it is left: what is left of the budget no longer says so.
 *
 *   while (a) S                     ⇒   …   while ((--$state.budget >= 0 || ($at = 1, false)) && a) S   if ($at === 1) break $out;
 *
 * Where something else is suspended too, the round begins with the point:
 *
 *   while (a) S                     ⇒   while ($at !== 0 || a) switch ($at) { case 0: --$state.budget …  case 1: S }
 *
 * (in a body that only goes on: rounds.ts).
 */
import ts from "typescript";
import type { Counted, LoopPlan, StripMined } from "../../4-plan/loops/loop-plan.ts";
import { hasContinue } from "../../syntax/continues.ts";
import { isWalk, type Walk } from "../../syntax/nodes.ts";
import { expressionStatement } from "../shared/expression-statement.ts";
import { isLeft, roundCount } from "../shared/light-rounds.ts";
import { countedJointly, type Place, steppedJointly } from "./joint-bounds.ts";
import { numbers } from "./numbers.ts";
import { addRounds } from "./rounds.ts";
import type { Step, Steps } from "./steps.ts";
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
  else if (isWalk(loop)) walk(statements, loop, planned, labels, steps);
  else if (planned.kind === "strip-mined") stripLoop(statements, loop, planned, labels, steps);
  else if (planned.kind === "point each round" && planned.isHeadOpen) openLoop(statements, loop, labels, steps);
  else plainLoop(statements, loop, labels, steps);
}

function conditionOf(loop: ts.IterationStatement): ts.Expression | undefined {
  if (ts.isForStatement(loop)) return loop.condition;
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) ? loop.expression : undefined;
}

function countedLoop(
  statements: Surroundings,
  loop: ts.ForStatement,
  { counter, roundsPerPoint, bound }: Counted,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const end = frame.variables.get("$end");
  const i = code.expression(counter);
  const { taken, givenBack } = roundCount(unit, roundsPerPoint, frame.nestAround(loop));
  const point = frame.point();
  // As in loops that count down, what ends it is a round, too.
  const left = f.createSubtract(f.createSubtract(end, i), f.createNumericLiteral(1));
  const start = takeRounds(statements, end, f.createAdd(i, taken));
  steps.label({ first: point, last: point });
  steps.add(...start, ...numbers(statements, loop));
  const inRange = f.createLessThan(i, end);
  const make = (condition: ts.Expression) => {
    const incrementor = loop.incrementor && code.expression(loop.incrementor);
    const body = code.within(loop, () => f.createExpressionStatement(givenBack(left)));
    return statements.label(f.updateForStatement(loop, undefined, condition, incrementor, body), labels);
  };
  if (bound !== undefined) steps.add(...countedJointly(bound, placeOf(statements, make), end));
  else steps.add(make(loop.condition ? f.createLogicalAnd(inRange, code.expression(loop.condition)) : inRange));
  steps.add(frame.leaveIf(f.createLessThan(givenBack(left), f.createNumericLiteral(0)), point, loop));
}

function stripLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  planned: StripMined,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const nest = frame.nestAround(loop);
  const own = nest?.isInRounds ? nest.left : frame.variables.get("$left");
  const left = planned.tally === "local" ? own : undefined;
  const condition = (inRange: ts.Expression) => {
    const original = conditionOf(loop);
    return original ? f.createLogicalAnd(inRange, code.expression(original)) : inRange;
  };
  const make = (whole: ts.Expression, round: () => ts.Statement) => {
    const body = round();
    return ts.isForStatement(loop)
      ? f.updateForStatement(loop, undefined, whole, loop.incrementor && code.expression(loop.incrementor), body)
      : f.updateWhileStatement(loop as ts.WhileStatement, whole, body);
  };
  addStrip(statements, loop, { planned, left, isNoted: left === undefined, labels, condition, make }, steps);
}

function placeOf({ frame, code, unit }: Surroundings, loop: (condition: ts.Expression) => ts.Statement): Place {
  return { f: unit.f, variables: frame.variables, expression: (e) => code.expression(e), loop };
}

interface StripParts {
  readonly planned: StripMined;
  /** Where the loop counts what is left of the budget, unless that is in `$state`. */
  readonly left: ts.Identifier | undefined;
  /** Whether the loop notes that the budget ended it: what is left does not say so where others may take it away. */
  readonly isNoted: boolean;
  readonly labels: readonly ts.Identifier[];
  /** Goes on while `inRange` holds, too. */
  readonly condition: (inRange: ts.Expression) => ts.Expression;
  readonly make: (whole: ts.Expression, round: () => ts.Statement) => ts.Statement;
}

function addStrip(
  statements: Surroundings,
  loop: ts.IterationStatement,
  { planned: { roundsPerPoint, bound }, left: own, isNoted: notes, labels, condition, make }: StripParts,
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const nest = frame.nestAround(loop);
  const rounds = roundCount(unit, roundsPerPoint, nest);
  const left = own ?? frame.state("budget");
  const giveBack = own && own !== nest?.left && (() => f.createExpressionStatement(rounds.givenBack(own)));
  const point = frame.point();
  const start = takeRounds(statements, left, own && rounds.taken);
  steps.label({ first: point, last: point });
  steps.add(...start, ...numbers(statements, loop));
  const inRange = notes ? isLeftOrNoted(statements, left, point) : isLeft(f, left);
  const round = () => (giveBack ? code.within(loop, giveBack) : code.statement(loop.statement));
  const labelled = (whole: ts.Expression) => statements.label(make(whole, round), labels);
  if (bound !== undefined && own !== undefined)
    steps.add(...steppedJointly(bound, placeOf(statements, labelled), own, inRange));
  else steps.add(labelled(condition(inRange)));
  if (notes && giveBack) steps.add(giveBack());
  const isUsedUp = notes
    ? isNoted(statements, point)
    : f.createLessThan(rounds.givenBack(left), f.createNumericLiteral(0));
  steps.add(frame.leaveIf(isUsedUp, point, loop));
}

/** `--$state.budget >= 0 || ($at = 1, false)` */
function isLeftOrNoted(statements: Surroundings, left: ts.Expression, point: number): ts.Expression {
  const { frame, unit } = statements;
  const { f } = unit;
  frame.arrivals.ask();
  const noted = f.createComma(f.createAssignment(frame.at, f.createNumericLiteral(point)), f.createFalse());
  return f.createLogicalOr(isLeft(f, left), noted);
}

/** `$at === 1`: the loop was left because the budget was used up. */
function isNoted({ frame, unit: { f } }: Surroundings, point: number): ts.Expression {
  return f.createStrictEquality(frame.readAt(), f.createNumericLiteral(point));
}

/** `for` … `of` and `for` … `in`: see walks.ts. */
function walk(
  statements: Surroundings,
  loop: Walk,
  planned: LoopPlan,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, unit } = statements;
  const { f } = unit;
  const strip = planned.kind === "strip-mined" ? planned : undefined;
  const left = strip?.tally === "local" ? frame.variables.get("$left") : undefined;
  const { more, taken, next } = startWalk(statements, loop, left, steps);
  const end = strip === undefined ? statements.breakable(loop) : undefined;
  if (strip !== undefined) {
    const condition = (inRange: ts.Expression) => f.createLogicalAnd(inRange, more);
    const make = (whole: ts.Expression, round: () => ts.Statement) => {
      const body = f.createBlock([...taken, round()], true);
      return ts.setTextRange(f.createForStatement(undefined, whole, next, body), loop);
    };
    addStrip(statements, loop, { planned: strip, left, isNoted: true, labels, condition, make }, steps);
    return;
  }
  const around = () => {
    const test = frame.goingOnOr(more);
    return (round: ts.Block) => ts.setTextRange(f.createForStatement(undefined, test, next, round), loop);
  };
  const rest = (inner: Steps) => statements.add(loop.statement, inner);
  const step = next && f.createExpressionStatement(next);
  addRounds(statements, loop, { labels, end, before: taken, rest, step, around }, steps);
}

/**
 * `$left = $state.budget;`, and one round more where the body goes on: it makes that one whatever the budget, else it might never get on.
 *
 * @param taken Undefined where the rounds are counted in `$state` itself
 */
function takeRounds({ frame, unit }: Surroundings, left: ts.Expression, taken: ts.Expression | undefined): Step[] {
  const { f } = unit;
  if (taken !== undefined && frame.isEntered)
    return [frame.assign(left, f.createAdd(taken, f.createNumericLiteral(1))), ...frame.arrived()];
  const more = frame.onArrival(f.createExpressionStatement(f.createPostfixIncrement(left)));
  return taken === undefined || taken === left ? more : [frame.assign(left, taken), ...more];
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
    return loop.incrementor && expressionStatement(f, code.expression(loop.incrementor));
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
