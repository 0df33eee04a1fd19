/** What the policies on the page mean to the kernel. */
import { aging, fixedPriority, type SchedulerOptions } from "@preempt/runtime";
import type { Setup } from "../setup/setup.ts";

/** Milliseconds that a job waits under aging before it goes first. */
export const patience = 20;

export function schedulerOptions(setup: Setup): SchedulerOptions {
  const policy = {
    fcfs: () => "fifo" as const,
    fp: () => "fp" as const,
    edf: () => "edf" as const,
    aging: () => aging(fixedPriority, { patience }),
  }[setup.policy]();
  // Each job to its end, as an event loop does it.
  if (!setup.preemption) return { policy, slice: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY };
  return {
    policy,
    slice: setup.slice,
    budget: setup.budget,
    ...(setup.round !== "auto" && { round: setup.round }),
  };
}
