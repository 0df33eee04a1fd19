/** Checks of what jobs and tasks have in common. */

import { finite, positive, refuse, show } from "./errors.ts";
import { refuseUnknown } from "./known-names.ts";
import type { AbortSignalLike } from "./options.ts";

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

/** Null is none, as elsewhere on the web. */
export function checkSignal(signal: AbortSignalLike | null | undefined, whose: string): void {
  if (!signal || typeof signal.addEventListener === "function") return;
  refuse("signal_not_a_signal", `the signal of ${whose}`, show(signal), "an AbortSignal");
}

/**
 * Null is none here, too.
 *
 * @param known The names of the options. Default: whoever calls this looks at them later
 */
export function checkOptions(options: unknown, whose: string, known?: ReadonlySet<string>): void {
  const isList = Array.isArray(options);
  if (!isList && typeof options === "object") {
    if (known !== undefined) refuseUnknown(options as object, known, whose);
  } else if (options !== undefined) {
    const expected =
      isList && whose === "a job" ? "an object; arguments of the function go into { args: […] }" : "an object";
    refuse("options_not_an_object", `the options of ${whose}`, isList ? "an array" : show(options), expected);
  }
}

/** Null is none. */
export function checkName(name: unknown, whose: string): void {
  if (typeof (name ?? "") !== "string") refuse("name_not_a_string", `the name of ${whose}`, show(name), "a string");
}

export function checkArguments(args: unknown, whose: string): void {
  if (args === undefined || (typeof args === "object" && args !== null && Symbol.iterator in args)) return;
  refuse("args_not_a_list", `args of ${whose}`, show(args), "an array");
}
