/** Work that goes before everything that is analysed, whatever its deadline: what the event loop takes between rounds. */
import { type Effort, fixedPoint } from "./integers.ts";
import type { TimedTask } from "./timed-task.ts";

/** Up to C in any T. */
export type Interference = Pick<TimedTask, "C" | "T">;

/** When `work` that is there from 0 on is done, if interference comes as densely as it can from 0 on. */
export function finishTime(work: number, interference: readonly Interference[], effort: Effort): number {
  if (interference.length === 0 || work === 0) return work;
  return fixedPoint(work, (time) => {
    effort.spend(interference.length);
    return interference.reduce((all, { C, T }) => all + Math.ceil(time / T) * C, work);
  });
}

/** As tasks that are due at once, for what looks at utilisations and busy periods. */
export function asTasks(interference: readonly Interference[]): TimedTask[] {
  return interference.map(({ C, T }) => ({ C, T, D: 0 }));
}
