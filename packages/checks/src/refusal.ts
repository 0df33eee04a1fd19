/** What an error says of a value that was refused. */

/** `what` is given as something that it cannot be; `expected` ends the sentence "Give …". */
export function refusal(what: string, given: string, expected: string | undefined): string {
  return `${what} is ${given}.${expected === undefined ? "" : ` Give ${expected}.`}`;
}

export function show(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
