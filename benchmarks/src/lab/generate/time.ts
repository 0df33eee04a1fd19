/** Times as people write them. */
import { LabError, show } from "../errors.ts";

const units: Readonly<Record<string, number>> = { us: 1, µs: 1, ms: 1000, s: 1_000_000, "": 1 };

/**
 * Microseconds in "250", "250us", "15ms", "2.5ms" or "5s".
 *
 * @throws LabError if that is no whole number of microseconds
 */
export function parseTime(text: string, what: string): number {
  const [, digits = "", unit = ""] = /^\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)\s*$/.exec(text) ?? [];
  // Products such as 2.3 · 1000 are off by a rounding.
  const time = digits === "" ? Number.NaN : Math.round(Number(digits) * (units[unit] ?? Number.NaN) * 1e6) / 1e6;
  if (Number.isSafeInteger(time)) return time;
  throw new LabError("time_not_valid", `${what} has the time ${show(text)}. Give microseconds, or 250us, 15ms, 5s.`);
}
