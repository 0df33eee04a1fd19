/** Relative deadlines, in microseconds; none is below the execution time, or below 1. */
import type { Random } from "./random.ts";

/**
 * - implicit: D = T
 * - constrained: uniform from C + from (T - C) to T; with 0 that is all of [C, T]
 * - arbitrary: uniform from C to `to` T
 * - factor: D = `factor` T, or C if that is more
 */
export type Deadlines =
  | { readonly kind: "implicit" }
  | { readonly kind: "constrained"; readonly from: number }
  | { readonly kind: "arbitrary"; readonly to: number }
  | { readonly kind: "factor"; readonly factor: number };

export function drawDeadline(random: Random, { C, T }: { C: number; T: number }, of: Deadlines): number {
  const least = Math.max(1, C);
  switch (of.kind) {
    case "implicit":
      return T;
    case "constrained":
      return random.integer(Math.min(T, Math.max(1, C + Math.round(of.from * (T - C)))), T);
    case "arbitrary":
      return random.integer(least, Math.max(least, Math.floor(of.to * T)));
    case "factor":
      return Math.max(least, Math.round(of.factor * T));
  }
}
