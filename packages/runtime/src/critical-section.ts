/**
 * Non-preemptive critical sections: no other job runs between entering and leaving, even across rounds. The event
 * loop is still served. A job that waits for a promise inside a section lets others run meanwhile.
 */
import type { Job } from "./job.ts";
import type { Kernel } from "./kernel.ts";

/** A section that is held until it is left. Leaving twice is harmless. */
export interface CriticalSection extends Disposable {
  leave(): void;
}

/** @internal */
export function enterCriticalSection(kernel: Kernel): CriticalSection {
  const job: Job | undefined = kernel.caller;
  let held = job !== undefined;
  if (job !== undefined) kernel.enterSection(job);
  const leave = () => {
    if (!held || job === undefined) return;
    held = false;
    kernel.leaveSection(job);
  };
  return { leave, [Symbol.dispose]: leave };
}
