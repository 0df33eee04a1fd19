/**
 * Errors people can act on: a stable code, what was given, what is expected, how to mend it.
 */

/** An error of the kernel itself. `code` is stable; the message may be reworded. */
export class PreemptError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = "PreemptError";
    this.code = code;
  }
}

type Check = { readonly name: string; readonly what: string };

/** A finite number or Infinity, above 0. */
export function positive(value: unknown, { name, what }: Check): number {
  if (typeof value === "number" && value > 0) return value;
  throw new PreemptError(`${name}_not_positive`, `${what} is ${show(value)}. Give a number of milliseconds above 0.`);
}

/** A finite number, 0 or above. */
export function notNegative(value: unknown, { name, what }: Check): number {
  if (typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
  throw new PreemptError(`${name}_negative`, `${what} is ${show(value)}. Give a number of milliseconds, 0 or above.`);
}

export function finite(value: unknown, { name, what }: Check): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new PreemptError(
    `${name}_not_finite`,
    `${what} is ${show(value)}. Give any finite number; larger is more urgent.`,
  );
}

export function callable(value: unknown, { name, what }: Check): void {
  if (typeof value !== "function") {
    throw new PreemptError(`${name}_not_a_function`, `${what} is ${show(value)}. Give a function.`);
  }
}

export function show(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}

/** What a cancelled job rejects with when no reason was given. */
export function abortError(): Error {
  const error = new Error("The job was cancelled.");
  error.name = "AbortError";
  return error;
}
