/** What is compared: a workload, of which nothing is known but its input and its result. */
import type { Workload } from "../workloads/workload.ts";

export type Program = Workload<unknown>;

/**
 * Whether two results are the same: texts, numbers, and long rows of numbers, which deep equality takes too long for.
 *
 * @throws TypeError for other results: a program that has them needs a comparison here
 */
export function isSame(a: unknown, b: unknown): boolean {
  if (isRow(a) && isRow(b)) return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
  if (isRow(a) || isRow(b)) return false;
  for (const value of [a, b]) {
    if (typeof value === "object" && value !== null) throw new TypeError("results of this kind cannot be compared");
  }
  return Object.is(a, b);
}

function isRow(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}
