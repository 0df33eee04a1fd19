/** Work that goes before everything that is analysed, whatever its deadline: what the event loop takes between rounds, and servers. */
import { type Effort, fixedPoint } from "./integers.ts";
import type { TimedTask } from "./timed-task.ts";

/** C every T at most, but for a first delay by up to J. */
export type Interference = Pick<TimedTask, "C" | "T" | "J">;

/** What interference takes of `time` at most. */
export function taken(interference: readonly Interference[], time: number): number {
  return interference.reduce((all, { C, T, J = 0 }) => all + Math.ceil((time + J) / T) * C, 0);
}

/** When `work` that is there from 0 on is done, if interference comes as densely as it can from 0 on. */
export function finishTime(work: number, interference: readonly Interference[], effort: Effort): number {
  if (interference.length === 0 || work === 0) return work;
  return fixedPoint(work, (time) => {
    effort.spend(interference.length);
    return work + taken(interference, time);
  });
}

/** As tasks that are due at once, for what looks at utilisations and busy periods. */
export function asTasks(interference: readonly Interference[]): TimedTask[] {
  return interference.map(({ C, T, J = 0 }) => ({ C, T, J, D: 0 }));
}
