/** A short name for a value: the same on every machine and in every run. */
import { hash } from "node:crypto";

/**
 * Of the value's JSON; the order in which an object's fields were written does not count.
 *
 * @param digits Hexadecimal ones, at most 64. Default 16: among a million values, two are the same by chance once in 37
 *   million times
 */
export function hashOf(value: unknown, digits = 16): string {
  return hash("sha256", JSON.stringify(value, inOrder)).slice(0, digits);
}

/** Where the dice fall for a key: an integer below 2^48. */
export function lotOf(key: string): number {
  return hash("sha256", key, "buffer").readUIntBE(0, 6);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
