/** Ways to run a task set for real. */

/**
 * - "fcfs": plain functions called by timers of the event loop, as without Preempt: who comes first is served first.
 * - "fp": the kernel with fixed priorities, deadline-monotonic.
 * - "edf": the kernel, earliest deadline first.
 * - "fp-paper", "edf-paper": the same with the paper's emission (`yield*`, a `yield` in every loop) and its fixed budget.
 */
export type VariantName = "fcfs" | "fp" | "edf" | "fp-paper" | "edf-paper";

export const variantNames: readonly VariantName[] = ["fcfs", "fp", "edf", "fp-paper", "edf-paper"];
