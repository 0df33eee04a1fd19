/** Checks of what is given, with errors people can act on: a stable code, what was given, what is expected. As the runtime's. */
import { oneOf as anyOf, instead, refusal, show as shown, unknownName } from "@preempt/checks";
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

/** Milliseconds: 0 or above, also Infinity. */
export function notNegative(value: unknown, code: string, what: string): void {
  if (value === undefined || (typeof value === "number" && value >= 0)) return;
  refuse(`${code}_negative`, what, value, "a number of milliseconds, 0 or above");
}

/** A part of a whole: above 0, at most 1. */
export function fraction(value: unknown, code: string, what: string): void {
  if (value === undefined || (typeof value === "number" && value > 0 && value <= 1)) return;
  refuse(`${code}_not_a_fraction`, what, value, "a number above 0, at most 1");
}

export function count(value: unknown, code: string, what: string, least: number): void {
  if (value === undefined || value === Number.POSITIVE_INFINITY) return;
  if (Number.isInteger(value) && (value as number) >= least) return;
  refuse(`${code}_not_a_count`, what, value, `an integer of ${least} or more, or Infinity`);
}

export function finite(value: unknown, code: string, what: string): void {
  if (value === undefined || Number.isFinite(value)) return;
  refuse(`${code}_not_finite`, what, value, "any finite number; larger is more urgent");
}

export function callable(value: unknown, code: string, what: string): void {
  if (value !== undefined && typeof value !== "function") refuse(`${code}_not_a_function`, what, value, "a function");
}

export function oneOf(value: unknown, known: readonly string[], code: string, what: string): void {
  if (value === undefined || known.includes(value as string)) return;
  refuse(`${code}_unknown`, what, value, anyOf(known.map(show)));
}

/** @throws PreemptError if `options` is no object, or has a member that is not among `known` */
export function checkOptions(options: unknown, whose: string, known: Readonly<Record<string, 1>>): void {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    refuse("options_not_an_object", `the options of ${whose}`, options, "an object");
  }
  const names = new Set(Object.keys(known));
  const name = unknownName(options as object, names);
  if (name !== undefined) refuse("option_unknown", `an option of ${whose}`, name, instead(name, names));
}

export function show(value: unknown): string {
  return Array.isArray(value) ? "an array" : shown(value);
}
