/**
 * Code outside of jobs, such as an event's handler, went into an exclusive unit with a job inside, and ran that job for long: until it had
 * left the unit. Nothing else shows why the page stood still. Reported once per unit.
 */
import type { Kernel } from "../kernel/kernel.ts";
import type { Observer } from "../observers/observer.ts";
import { isFirstReport } from "../realm/notes.ts";
import { ms, subjectOf } from "./overrun-text.ts";
import { noteReport } from "./sampling.ts";
import { say } from "./say.ts";

export function watchLongHelp(kernel: Kernel, limit: number): Observer {
  return {
    jobHelped(job, _, { unit, by, length }) {
      if (by !== undefined || length <= limit) return;
      // The time is explained, whether or not the unit is named a second time.
      noteReport(kernel.now());
      if (!isFirstReport({ name: unit }, `exclusive unit ${unit}`)) return;
      say(
        `${subjectOf(job)} ran for ${ms(length)} in one piece: code outside of jobs called a function of the exclusive unit "${unit}" while the job was inside. The functions of a unit use the same variables. Keep what that code needs in a file of its own, or submit it as a job. "npx preempt check --shared" names the variables. (Once per unit, and only in development.)`,
      );
    },
  };
}
