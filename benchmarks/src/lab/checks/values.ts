/** What all checks of a task-set file need. */
import { LabError, show } from "../errors.ts";

/** Exact in a number, as in the analyses: 142 years. */
export const longestTime = 2 ** 52;

/**
 * @param what For the message, with where it stands
 * @throws LabError unless it is an integer from `least` to {@link longestTime}
 */
export function checkTime(value: unknown, what: string, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTime) return;
  const given = value === undefined ? "missing" : show(value);
  throw new LabError("time_not_valid", `${what} is ${given}. Give an integer from ${least} to 2^52, in microseconds.`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
