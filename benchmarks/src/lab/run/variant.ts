/** Ways to run a task set for real. */
import type { SchedulerOptions } from "@preempt/runtime";
import type { VariantOptions } from "../../workload-runs/variants.ts";

/**
 * - "fcfs": plain functions called by timers of the event loop, as without Preempt: who comes first is served first.
 * - "loop": the same functions, each callback in a turn of the event loop of its own. A dispatcher chooses the next one by the
 *   queues of the set. See loop-queue.ts.
 * - "fp": the kernel with fixed priorities, deadline-monotonic.
 * - "edf": the kernel, earliest deadline first.
 * - "fp-paper", "edf-paper": the same with the paper's emission (`yield*`, a `yield` in every loop) and its budget of
 *   300 preemption points.
 */
export type VariantName = "fcfs" | "loop" | "fp" | "edf" | "fp-paper" | "edf-paper";

export interface Variant {
  readonly name: VariantName;
  /** How task bodies are compiled; undefined: plain. */
  readonly transform: VariantOptions | undefined;
  /** How the kernel runs them; undefined: it does not. */
  readonly kernel: Pick<SchedulerOptions, "policy" | "budget"> | undefined;
}

/** Section IV of the paper: the budget that was found best. */
const paperBudget = 300;

const variants: readonly Variant[] = [
  { name: "fcfs", transform: undefined, kernel: undefined },
  { name: "loop", transform: undefined, kernel: undefined },
  { name: "fp", transform: {}, kernel: { policy: "fp" } },
  { name: "edf", transform: {}, kernel: { policy: "edf" } },
  { name: "fp-paper", transform: { strategy: "paper" }, kernel: { policy: "fp", budget: paperBudget } },
  { name: "edf-paper", transform: { strategy: "paper" }, kernel: { policy: "edf", budget: paperBudget } },
];

export const variantNames: readonly VariantName[] = variants.map(({ name }) => name);

export function variantOf(name: VariantName): Variant {
  return variants.find((variant) => variant.name === name) as Variant;
}
