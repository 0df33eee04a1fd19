import { LevelQueue } from "./level-queue.ts";
import type { Policy } from "./policy.ts";

/** Fixed priorities: the larger number is the more urgent. */
export const fixedPriority: Policy = {
  name: "fp",
  key: (job) => -job.priority,
  isFixed: true,
  queue: () => new LevelQueue(),
};

/**
 * Rate-monotonic priorities (Liu and Layland 1973): the shorter the period, the larger the number. Equal periods get
 * equal priorities.
 */
export function rateMonotonic(tasks: readonly { readonly period: number }[]): number[] {
  return ranked(tasks.map((t) => t.period));
}

/**
 * Deadline-monotonic priorities (Leung and Whitehead 1982): the shorter the relative deadline, the larger the number.
 * A task without a deadline counts with its period.
 */
export function deadlineMonotonic(tasks: readonly { readonly period: number; readonly deadline?: number }[]): number[] {
  return ranked(tasks.map((t) => t.deadline ?? t.period));
}

function ranked(lengths: readonly number[]): number[] {
  const distinct = [...new Set(lengths)].sort((a, b) => b - a);
  return lengths.map((length) => distinct.indexOf(length) + 1);
}
