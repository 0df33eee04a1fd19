/** A loop's plan on one line: what `preempt check --plan` prints, and tests compare. */
import type { Counted, LoopPlan, StripMined } from "./loop-plan.ts";

export function showLoopPlan(plan: LoopPlan): string {
  const parts = partsOf(plan);
  if ("isImplied" in plan && plan.isImplied) parts.push("implied by a point inside");
  if ("nest" in plan && plan.nest !== undefined) parts.push("in a nest");
  if ("numbers" in plan && plan.numbers.length > 0)
    parts.push(`numbers ${plan.numbers.map(({ name }) => name).join(" ")}`);
  return parts.join(", ");
}

function partsOf(plan: LoopPlan): string[] {
  switch (plan.kind) {
    case "part of round":
      return [plan.kind];
    case "point each round":
      return [`${plan.kind}: ${plan.reason.code}`, ...(plan.isHeadOpen ? ["open head"] : [])];
    case "nest head":
      return [plan.kind, ...roundsOf(plan.roundsPerPoint)];
    case "strip-mined": {
      const why = plan.reason === undefined ? "" : `: ${plan.reason.code}`;
      return [plan.kind, `${plan.tally} tally${why}`, ...roundsOf(plan.roundsPerPoint), ...boundOf(plan)];
    }
    case "counted":
      return [`counted by ${plan.counter.text}`, ...roundsOf(plan.roundsPerPoint), ...boundOf(plan)];
  }
}

function roundsOf(perPoint: number): string[] {
  return perPoint === 1 ? [] : [`${perPoint} rounds a point`];
}

function boundOf({ bound }: StripMined | Counted): string[] {
  if (bound === undefined) return [];
  return [bound.isSure ? "joint bound" : "joint bound if integers"];
}
