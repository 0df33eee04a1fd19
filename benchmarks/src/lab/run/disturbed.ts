/** Whether a run tells of the kernel, or of who else used the machine. */
import type { CellResult } from "./result.ts";

/** Of the time in which jobs ran, so much may have been taken, or of the whole run; an idle machine stays below. */
const tolerableShare = 0.02;
const tolerableShareOfAll = 0.005;
/** Microseconds within a fifth of a second: a tenth of it. The engine's own threads take some of it, too. */
const tolerableGap = 20_000;
/** Microseconds by which a timer may be late, or a job be held up. The shortest deadlines of the paper's sets are 15,000. */
const tolerableStall = 10_000;
/**
 * How far the execution may be from what was planned: more, and the machine was not as fast as when the bodies were
 * calibrated. A job after a pause finds empty caches, which costs it up to so many microseconds.
 */
const tolerableDrift = 0.1;
const coldStart = 150;

type Signs = Pick<CellResult, Measured>;
type Measured = "disturbance" | "schedulerTime" | "totalTime" | "taskTime" | "plannedTime" | "jobs" | "tasks";

/** @param load The share of its C that a job was to execute */
export function isDisturbed(signs: Signs, load: number): boolean {
  const { disturbance, schedulerTime, totalTime, taskTime, plannedTime, jobs, tasks } = signs;
  const { stolen, longest, longestWake } = disturbance;
  const planned = plannedTime * load;
  return (
    stolen > Math.max(tolerableShare * schedulerTime, tolerableShareOfAll * totalTime) ||
    longest > tolerableGap ||
    longestWake > tolerableStall ||
    taskTime < (1 - tolerableDrift) * planned ||
    taskTime > (1 + tolerableDrift) * planned + coldStart * jobs ||
    tasks.some(({ C, execution }) => execution.max > (1 + tolerableDrift) * C * load + tolerableStall)
  );
}
