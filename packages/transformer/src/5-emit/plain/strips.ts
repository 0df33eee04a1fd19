/**
 * Strip-mined loops of a plain body: the budget lives in a local variable, and the loop is left by its own condition when that is used
 * up. What runs is the user's loop with one more comparison.
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
 */
import * as ts from "typescript";
import type { Counted, StripMined } from "../../4-plan/loops/loop-plan.ts";
import { conditionOf, type Walk } from "../../syntax/nodes.ts";
import { isLeft, roundCount } from "../shared/light-rounds.ts";
import { countedJointly, type Place, steppedJointly } from "./joint-bounds.ts";
import { numbers } from "./numbers.ts";
import type { Step, Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { startWalk } from "./walks.ts";

export function countedLoop(
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

export function stripLoop(
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

/** A walk's iterator may be somebody's code, which takes the budget away: so the loop notes by which way it is left. */
export function stripWalk(
  statements: Surroundings,
  loop: Walk,
  planned: StripMined,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, unit } = statements;
  const { f } = unit;
  const left = planned.tally === "local" ? frame.variables.get("$left") : undefined;
  const { more, taken, next } = startWalk(statements, loop, left, steps);
  const condition = (inRange: ts.Expression) => f.createLogicalAnd(inRange, more);
  const make = (whole: ts.Expression, round: () => ts.Statement) => {
    const body = f.createBlock([...taken, round()], true);
    return ts.setTextRange(f.createForStatement(undefined, whole, next, body), loop);
  };
  addStrip(statements, loop, { planned, left, isNoted: true, labels, condition, make }, steps);
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
