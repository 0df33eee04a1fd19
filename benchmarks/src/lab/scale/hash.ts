/** A short name for a value: the same on every machine and in every run. */
import { createHash } from "node:crypto";

/** 64 bits in hexadecimal digits of the value's JSON; the order in which an object's fields were written does not count. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value, inOrder)).digest("hex").slice(0, 16);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
