/**
 * Rounds of a nanosecond or two. As a point each, the largest budget would be used up in a thirtieth of a slice; so eight of them are
 * one point.
 *
 *   strip-mined, local tally   ⇒   strip-mined, local tally, 8 rounds a point
 */
import { roundShift } from "@preempt/abi";
import type { LoopPlan } from "./loop-plan.ts";

export function groupShortRounds(plan: LoopPlan): LoopPlan {
  return "isShort" in plan && plan.isShort ? { ...plan, roundsPerPoint: 2 ** roundShift } : plan;
}
