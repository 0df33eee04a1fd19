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
  const text = typeof value === "number" || value === undefined ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
