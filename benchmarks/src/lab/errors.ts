/** Errors that a person at a terminal can act on: a stable code, what was given, what is expected. */
export class LabError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = "LabError";
    this.code = code;
  }
}

/** A value as it stands in a message: short. */
export function show(value: unknown): string {
  // Cut before: of a file that is no text each character may become six, more than a string holds.
  const short = typeof value === "string" ? value.slice(0, 60) : value;
  const text = typeof short === "number" || short === undefined ? String(short) : JSON.stringify(short);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
