/** Whether a run tells of the kernel, or of who else used the machine. */
import type { CellResult } from "./result.ts";

/** Of the time in which jobs ran, so much may have been taken. What is always there on an idle machine stays below. */
const tolerableShare = 0.02;
/** Microseconds. A slice is 1000; the shortest deadlines of the paper's sets are 15,000. */
const tolerableGap = 10_000;
/**
 * How far the execution may be from what was planned: more, and the machine was not as fast as when the bodies were
 * calibrated. A job after a pause finds empty caches, which costs it up to so many microseconds.
 */
const tolerableDrift = 0.1;
const coldStart = 150;

type Signs = Pick<CellResult, "disturbance" | "schedulerTime" | "taskTime" | "plannedTime" | "jobs" | "tasks">;

/** @param load The share of its C that a job was to execute */
export function isDisturbed(signs: Signs, load: number): boolean {
  const { disturbance, schedulerTime, taskTime, plannedTime, jobs, tasks } = signs;
  const { stolen, longest, longestWake } = disturbance;
  const planned = plannedTime * load;
  return (
    stolen > Math.max(tolerableShare * schedulerTime, tolerableGap) ||
    Math.max(longest, longestWake) > tolerableGap ||
    taskTime < (1 - tolerableDrift) * planned ||
    taskTime > (1 + tolerableDrift) * planned + coldStart * jobs ||
    tasks.some(({ C, execution }) => execution.max > (1 + tolerableDrift) * C * load + tolerableGap)
  );
}
