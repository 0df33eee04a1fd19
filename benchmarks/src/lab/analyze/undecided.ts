/** A test that gives up is an answer, too: that of one test for one set must not stop the others. */
import { PreemptError } from "@preempt/runtime";

/** @returns what `test` gives, or why it gave up */
export function attempt<T>(test: () => T): T | { readonly undecided: string } {
  try {
    return test();
  } catch (error) {
    const isEffort = error instanceof PreemptError && ["analysis_too_long", "time_too_long"].includes(error.code);
    if (!isEffort) throw error;
    return { undecided: error.message };
  }
}

export function isUndecided(value: unknown): value is { readonly undecided: string } {
  return typeof value === "object" && value !== null && "undecided" in value;
}
