/** What the policies on the page mean to the kernel. */
import { aging, edf, fifo, fixedPriority, type Policy, type SchedulerOptions } from "@preempt/runtime";
import type { PolicyId } from "../setup/policies.ts";
import type { Setup } from "../setup/setup.ts";

/** Milliseconds that a job waits under aging before it goes first. */
export const patience = 20;

export const policyOf: Readonly<Record<PolicyId, Policy>> = {
  fcfs: fifo,
  fp: fixedPriority,
  edf,
  aging: aging(fixedPriority, { patience }),
};

export function schedulerOptions(setup: Setup): SchedulerOptions {
  const policy = policyOf[setup.policy];
  // Each job to its end, as an event loop does it.
  if (!setup.preemption) return { policy, slice: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY };
  return {
    policy,
    slice: setup.slice,
    budget: setup.budget,
    ...(setup.round !== "auto" && { round: setup.round }),
  };
}
