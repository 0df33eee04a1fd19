/**
 * One end for the loop and its budget. A loop that two conditions may end takes an engine's every round a branch more, and the
 * processor's, which foretells them: half as long again where a round is a nanosecond.
 *
 *   for (; i < $end && i < n; i++) S   ⇒   if (typeof n === "number" && n === (n | 0)) {
 *                                            $stop = (n < $end ? n : $end) | 0;
 *                                            for (; i < $stop; i++) S
 *                                          }
 *                                          else
 *                                            for (; i < $end && i < n; i++) S
 *
 * (a number written out is not asked). Where the counter is not surely an integer, or goes on by other steps, the rounds are
 * counted from where it was:
 *
 *   for (; --$left >= 0 && i <= n; i += s) S   ⇒   if ($left > 0 && (i, n, s are integers of 32 bits) && s > 0) {
 *                                                    $from = i;
 *                                                    $stop = i + $left * s - 1;
 *                                                    $stop = (n < $stop ? n : $stop) | 0;
 *                                                    for (; i <= $stop; i += s) S
 *                                                    $left -= ((i - $from) / s | 0) + 1;
 *                                                  }
 *                                                  else …
 *
 * Nobody sees that the condition is asked less often: it compares numbers. `| 0` tells engines what they cannot know of the smaller one.
 */
import * as ts from "typescript";
import type { JointBound } from "../../4-plan/loops/loop-plan.ts";
import * as js from "../shared/build.ts";
import type { BodyVariables } from "./variables.ts";

export interface Place {
  readonly f: ts.NodeFactory;
  readonly variables: BodyVariables;
  /** An expression of the original as it stands in the body. */
  expression(e: ts.Expression): ts.Expression;
  /** The loop, which goes on while `condition` holds. */
  loop(condition: ts.Expression): ts.Statement;
}

/** @param end What the counter is when the budget is used up */
export function countedJointly(joint: JointBound, place: Place, end: ts.Identifier): ts.Statement[] {
  const { f } = place;
  const own = new Reckoning(joint, place);
  const last = joint.isInclusive ? f.createSubtract(end, js.number(1)) : end;
  const made = [own.stopAt(end, last), place.loop(own.inRange)];
  if (joint.isSure) return made;
  return [own.either(own.isInteger(joint.bound), made, f.createLessThan(own.counter, end))];
}

/** @param left What the budget allows, in rounds */
export function steppedJointly(
  joint: JointBound,
  place: Place,
  left: ts.Identifier,
  isLeft: ts.Expression,
): ts.Statement[] {
  const { f, variables } = place;
  const own = new Reckoning(joint, place);
  const from = variables.get("$from");
  const step = joint.step && place.expression(joint.step);
  const beyond = f.createAdd(own.counter, step ? f.createMultiply(left, step) : left);
  const last = joint.isInclusive ? f.createSubtract(beyond, js.number(1)) : beyond;
  const way = f.createSubtract(own.counter, from);
  const rounds = step ? f.createBitwiseOr(f.createDivide(way, step), js.number(0)) : way;
  const asked = [joint.counter, joint.bound, ...(joint.step ? [joint.step] : [])];
  const conditions = [
    f.createGreaterThan(left, js.number(0)),
    ...asked.filter((e) => !ts.isNumericLiteral(e)).map((e) => own.isInteger(e)),
    ...(step ? [f.createGreaterThan(step, js.number(0))] : []),
  ];
  const made = [
    js.statement(js.assign(from, own.counter)),
    js.statement(js.assign(own.stop, last)),
    own.stopAt(own.stop, own.stop),
    place.loop(own.inRange),
    js.statement(js.assign(left, f.createSubtract(left, f.createAdd(rounds, js.number(1))))),
  ];
  return [
    own.either(
      conditions.reduce((a, b) => js.and(a, b)),
      made,
      isLeft,
    ),
  ];
}

class Reckoning {
  readonly #joint: JointBound;
  readonly #place: Place;
  readonly stop: ts.Identifier;
  readonly counter: ts.Expression;
  readonly #bound: ts.Expression;

  constructor(joint: JointBound, place: Place) {
    this.#joint = joint;
    this.#place = place;
    this.stop = place.variables.get("$stop");
    this.counter = place.expression(joint.counter);
    this.#bound = place.expression(joint.bound);
  }

  get inRange(): ts.Expression {
    return this.#compared(this.stop);
  }

  /** `$stop = (n < end ? n : last) | 0;` */
  stopAt(end: ts.Expression, last: ts.Expression): ts.Statement {
    const { f } = this.#place;
    const isFirst = f.createLessThan(this.#bound, end);
    const smaller = js.choice(isFirst, this.#bound, last);
    const whole = f.createBitwiseOr(js.parenthesized(smaller), js.number(0));
    return js.statement(js.assign(this.stop, whole));
  }

  /** `typeof e === "number" && e === (e | 0)` */
  isInteger(original: ts.Expression): ts.Expression {
    const { f } = this.#place;
    const e = this.#place.expression(original);
    const isNumber = js.isOfType(e, "number");
    const isWhole = js.equal(e, js.parenthesized(f.createBitwiseOr(e, js.number(0))));
    return js.and(isNumber, isWhole);
  }

  /** The loop with its one end, or as it is, while `isLeft` holds. */
  either(condition: ts.Expression, made: readonly ts.Statement[], isLeft: ts.Expression): ts.Statement {
    const { loop } = this.#place;
    const other = loop(js.and(isLeft, this.#compared(this.#bound)));
    return js.when(condition, js.lines(...made), other);
  }

  #compared(bound: ts.Expression): ts.Expression {
    const { f } = this.#place;
    return this.#joint.isInclusive
      ? f.createLessThanEquals(this.counter, bound)
      : f.createLessThan(this.counter, bound);
  }
}
