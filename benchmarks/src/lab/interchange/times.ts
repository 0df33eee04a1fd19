/** Times of other files, in microseconds. */
import { LabError, show } from "../errors.ts";
import { longestTime } from "../task-set.ts";

/**
 * @param perUnit Microseconds in a unit of the file
 * @param what "task 3: the period"
 * @throws LabError unless it is a number of microseconds, 0 or more
 */
export function microseconds(text: string | undefined, perUnit: number, what: string, least = 0): number {
  const value = text === undefined || text === "" ? Number.NaN : Number(text) * perUnit;
  const rounded = Math.round(value);
  // Decimal fractions of milliseconds are rarely exact in binary.
  const isWhole = Math.abs(value - rounded) <= 1e-6 * Math.max(1, Math.abs(value));
  if (isWhole && rounded >= least && rounded <= longestTime) return rounded;
  const given = text === undefined ? "missing" : show(text);
  const unit = perUnit === 1 ? "an integer of microseconds" : "milliseconds, whole microseconds";
  throw new LabError("time_not_valid", `${what} is ${given}. Give ${unit}, ${least} or more.`);
}

/** Milliseconds as decimal text, exact. */
export function asMilliseconds(time: number): string {
  const whole = Math.floor(time / 1000);
  const rest = String(time % 1000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return rest === "" ? String(whole) : `${whole}.${rest}`;
}
