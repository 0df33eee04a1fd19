import { expect } from "vitest";
import type { Comparison, Observed } from "./harness.ts";

/** @param isRace Async functions run side by side in it. */
export function expectSame(comparisons: Comparison[], isRace: boolean): void {
  for (const { label, plainly, expected, actual } of comparisons) {
    // In a job fewer promises lie between a function and its awaiter: who else comes first may change.
    const log = (observed: Observed) => (isRace && !plainly ? observed.log.toSorted() : observed.log);
    expect({ label, outcome: actual.outcome, log: log(actual) }).toEqual({
      label,
      outcome: expected.outcome,
      log: log(expected),
    });
  }
}
