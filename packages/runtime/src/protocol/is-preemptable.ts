import { type Callable, isGeneratorFunction } from "../realm/intrinsics.ts";
import { entryOf } from "./protocol.ts";

/**
 * Whether a job of `fn` can be preempted while it computes: the function was transformed, or it is a generator function. What it calls may still
 * have to be transformed.
 */
export function isPreemptable(fn: unknown): boolean {
  if (typeof fn !== "function") return false;
  return entryOf(fn as Callable) !== undefined || isGeneratorFunction(fn as Callable);
}
