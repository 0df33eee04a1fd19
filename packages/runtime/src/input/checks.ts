/** Checks of what jobs and tasks have in common. */

import type { OptionTable } from "@preempt/checks";
import { finite, positive, refuse, show } from "./errors.ts";
import { refuseWrong } from "./option-table.ts";

export function checkWork(
  whose: string,
  { priority, wcet, budget }: { priority?: number; wcet?: number; budget?: number | "auto" },
): void {
  if (priority !== undefined) finite(priority, "priority", `the priority of ${whose}`);
  if (wcet !== undefined) positive(wcet, "wcet", `the worst-case execution time of ${whose}`);
  checkBudget(budget, `the budget of ${whose}`);
}

export function checkBudget(budget: number | "auto" | undefined, what: string): void {
  if (budget === undefined || budget === "auto" || budget === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(budget) && budget >= 0) return;
  refuse("budget_not_a_count", what, show(budget));
}

/**
 * Null is none, as elsewhere on the web.
 *
 * @param table Default: whoever calls this looks at them later
 */
export function checkOptions(options: unknown, whose: string, table?: OptionTable): void {
  const isList = Array.isArray(options);
  if (!isList && typeof options === "object") {
    if (table !== undefined) refuseWrong((options ?? {}) as object, table, whose);
  } else if (options !== undefined) {
    const expected =
      isList && whose === "a job" ? "an object; arguments of the function go into { args: […] }" : "an object";
    refuse("options_not_an_object", `the options of ${whose}`, isList ? "an array" : show(options), expected);
  }
}
