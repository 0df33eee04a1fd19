/** Checks of what is given, with errors people can act on: a stable code, what was given, what is expected. As the runtime's. */
import { oneOf as anyOf, faultIn, type OptionTable, refusal, remedyOf, show as shown } from "@preempt/checks";
import { PreemptError } from "@preempt/runtime";

/** `what` is given as something that it cannot be; `expected` ends the sentence "Give …". */
export function refuse(code: string, what: string, given: unknown, expected: string): never {
  throw new PreemptError(code, refusal(what, show(given), expected));
}

/** Milliseconds, or another amount: a number above 0, also Infinity. */
export function positive(value: unknown, code: string, what: string, unit = "a number of milliseconds"): void {
  if (value === undefined || (typeof value === "number" && value > 0)) return;
  refuse(`${code}_not_positive`, what, value, `${unit} above 0`);
}

export function callable(value: unknown, code: string, what: string): void {
  if (value !== undefined && typeof value !== "function") refuse(`${code}_not_a_function`, what, value, "a function");
}

export function oneOf(value: unknown, known: readonly string[], code: string, what: string): void {
  if (value === undefined || known.includes(value as string)) return;
  refuse(`${code}_unknown`, what, value, anyOf(known.map(show)));
}

/** @throws PreemptError if `options` is no object, or has a member that is not in the table, or of another kind */
export function checkOptions(options: unknown, whose: string, table?: OptionTable): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    refuse("options_not_an_object", `the options of ${whose}`, options, "an object");
  }
  const fault = table && faultIn(options as object, table, whose);
  if (fault === undefined) return;
  const { code, ending = code, what, given, give = remedyOf(ending) } = fault;
  throw new PreemptError(code, refusal(what, given, give));
}

export function show(value: unknown): string {
  return Array.isArray(value) ? "an array" : shown(value);
}
