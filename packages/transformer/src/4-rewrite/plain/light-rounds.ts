/**
 * Rounds of a nanosecond or two. As a point each, the largest budget would be used up in a thirtieth of a slice; so
 * eight of them are one, and where fewer are left over, they are one as well:
 *
 *   $left = $state.budget      ⇒   $left = $state.budget << 3
 *   $state.budget = $left      ⇒   $state.budget = $left >> 3
 *
 * (-1, used up, is still -1.)
 */
import type ts from "typescript";
import type { Leaf } from "../../2-analyze/leaf.ts";
import type { Surroundings } from "./surroundings.ts";

const shift = 3;

/** A loop's own count of what is left of the budget, in its rounds. */
export interface RoundCount {
  /** What `$state.budget` is in rounds. */
  readonly taken: ts.Expression;
  /** `$state.budget = left` */
  giveBack(left: ts.Expression): ts.Statement;
}

export function roundCount({ frame, unit }: Surroundings, { isLight }: Leaf): RoundCount {
  const { f, optimize } = unit;
  const budget = frame.state("budget");
  const by = f.createNumericLiteral(shift);
  if (!isLight || !optimize.lightRounds) return { taken: budget, giveBack: (left) => frame.assign(budget, left) };
  return {
    taken: f.createLeftShift(budget, by),
    giveBack: (left) => frame.assign(budget, f.createRightShift(left, by)),
  };
}
