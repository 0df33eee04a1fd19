/**
 * Rounds of a nanosecond or two. As a point each, the largest budget would be used up in a thirtieth of a slice; so
 * eight of them are one (`roundShift`), and where fewer are left over, they are one as well:
 *
 *   $left = $state.budget      ⇒   $left = $state.budget << 3
 *   $state.budget = $left      ⇒   $state.budget = $left >> 3
 *
 * (-1, used up, is still -1.)
 */
import { roundShift, type SharedState } from "@preempt/abi";
import type ts from "typescript";
import type { NestHead } from "../../4-plan/loops/loop-plan.ts";
import type { Unit } from "./unit.ts";

/** A loop's own count of what is left of the budget, in its rounds. */
export interface RoundCount {
  /** What `$state.budget` is in rounds. */
  readonly taken: ts.Expression;
  /** `$state.budget = left`, whose value is below 0 where left is. */
  givenBack(left: ts.Expression): ts.Expression;
}

/**
 * The count of loops that keep what is left of the budget in a variable, for themselves and those in them. Where all of their rounds
 * are short, the variable counts eighths.
 */
export interface NestCount extends RoundCount {
  readonly left: ts.Identifier;
  readonly isInRounds: boolean;
}

export function nestCount(unit: Unit, { roundsPerPoint }: NestHead, left: ts.Identifier): NestCount {
  return { ...roundCount(unit, roundsPerPoint), left, isInRounds: roundsPerPoint > 1 };
}

/** @param nest Around the loop */
export function roundCount(unit: Unit, roundsPerPoint: number, nest?: NestCount): RoundCount {
  const { f } = unit;
  const budget =
    nest?.left ?? f.createPropertyAccessExpression(unit.runtime("state"), "budget" satisfies keyof SharedState);
  if (nest?.isInRounds) {
    // V8 takes for a floating-point number what sums and differences go round and round in.
    const whole = (left: ts.Expression) => f.createBitwiseOr(left, f.createNumericLiteral(0));
    return { taken: budget, givenBack: (left) => (left === budget ? left : f.createAssignment(budget, whole(left))) };
  }
  if (roundsPerPoint === 1) return { taken: budget, givenBack: (left) => f.createAssignment(budget, left) };
  const by = f.createNumericLiteral(roundShift);
  return {
    taken: f.createLeftShift(budget, by),
    givenBack: (left) => f.createAssignment(budget, f.createRightShift(left, by)),
  };
}

/** `--$left >= 0` */
export function isLeft(f: ts.NodeFactory, left: ts.Expression): ts.Expression {
  return f.createGreaterThanEquals(f.createPrefixDecrement(left), f.createNumericLiteral(0));
}
