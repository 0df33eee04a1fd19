/**
 * Where a job can be preempted, and what that means for others: how long it may block them, and how long its own end
 * is out of reach.
 */
import type { TimedTask } from "./timed-task.ts";

/**
 * - "full": anywhere.
 * - "none": nowhere; a job runs to its end.
 * - "chunks": between its chunks only (cooperative, fixed preemption points).
 * - "regions": anywhere but in regions of up to `q` that lie anywhere (floating non-preemptive regions).
 */
export type Preemption = "full" | "none" | "chunks" | "regions";

/**
 * How long a region of length L that began before a release can still last after it.
 *
 * - "discrete": L - 1. Time is integer, so it began at least one unit earlier. Exact.
 * - "continuous": L. What L - 1 tends to as units get finer; safe where time is no integer.
 */
export type Convention = "discrete" | "continuous";

/** How long a job may keep the processor from somebody more urgent, whole. */
export function longestRegion(task: TimedTask, preemption: Preemption): number {
  if (preemption === "full") return 0;
  if (preemption === "none") return task.C;
  if (preemption === "regions") return task.q ?? 0;
  return task.chunks === undefined ? task.C : Math.max(...task.chunks);
}

/** The part at the end of a job in which it surely is not preempted any more; 0 if there is none. */
export function lastRegion(task: TimedTask, preemption: Preemption): number {
  if (preemption === "none") return task.C;
  if (preemption === "chunks") return task.chunks?.at(-1) ?? task.C;
  return 0;
}

/** What is left of a region of length `length` at a release during it. */
export function remainder(length: number, convention: Convention): number {
  return convention === "discrete" ? Math.max(0, length - 1) : length;
}
