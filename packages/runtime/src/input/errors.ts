/**
 * Errors people can act on: a stable code, what was given, what is expected, how to mend it.
 */

import { refusal, show } from "@preempt/checks";
import type { Duration } from "../kernel/time.ts";
import { remedyFor } from "./remedies.ts";

/** An error of the kernel itself. `code` is stable; the message may be reworded. */
export class PreemptError extends Error {
  /** The stable name of the error, for programs: `deadlock`, `timed_out`. The message starts with it. */
  readonly code: string;
  /** Creates an error whose message is the code and a sentence. */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = "PreemptError";
    this.code = code;
  }
}

/** `what` is given as something that it cannot be; `expected` ends the sentence "Give …", by default as remedies.ts has it. */
export function refuse(code: string, what: string, given: string, expected = remedyFor(code)): never {
  throw new PreemptError(code, refusal(what, given, expected));
}

export { show };

// The checks return what they were given. `name` begins the error's code, `what` its sentence.

/** A finite number or Infinity, above 0. */
export function positive(value: unknown, name: string, what: string): Duration {
  if (typeof value === "number" && value > 0) return value as Duration;
  return refuse(`${name}_not_positive`, what, show(value));
}

/** A finite number, 0 or above. */
export function notNegative(value: unknown, name: string, what: string): Duration {
  if (isFiniteNumber(value) && value >= 0) return value as Duration;
  return refuse(`${name}_negative`, what, show(value));
}

/** A priority: a finite number. */
export function finite(value: unknown, name: string, what: string): number {
  if (isFiniteNumber(value)) return value;
  return refuse(`${name}_not_finite`, what, show(value));
}

export function callable(value: unknown, name: string, what: string): void {
  if (typeof value !== "function") refuse(`${name}_not_a_function`, what, show(value));
}

const isFiniteNumber = Number.isFinite as (value: unknown) => value is number;

/** What a cancelled job rejects with when no reason was given. */
export function abortError(): Error {
  const error = new Error("The job was cancelled.");
  error.name = "AbortError";
  return error;
}
