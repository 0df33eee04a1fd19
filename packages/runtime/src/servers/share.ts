/** How much of the processor a server may take, and what it may be changed to. */
import { PreemptError, positive, refuse } from "../input/errors.ts";
import type { Duration } from "../kernel/time.ts";

/** A share of the processor: so much time in each period. Milliseconds. */
export interface Share {
  /** Time in each period. */
  readonly budget: Duration;
  /** The length of a period. */
  readonly period: Duration;
}

/** @throws PreemptError if the budget or period is not above 0, the period not finite, or the budget above the period */
export function checkShare(name: string, { budget, period }: { budget: number; period: number }): Share {
  const what = (of: string) => `the ${of} of server "${name}"`;
  const share = {
    budget: positive(budget, "budget", what("budget")),
    period: positive(period, "period", what("period")),
  };
  if (share.period === Number.POSITIVE_INFINITY) {
    refuse("period_not_finite", what("period"), "Infinity", "a finite number of milliseconds");
  }
  if (share.budget <= share.period) return share;
  throw new PreemptError(
    "budget_above_period",
    `server "${name}" has a budget of ${budget} ms in a period of ${period} ms. Give a budget of at most the period.`,
  );
}
