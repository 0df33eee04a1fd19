/**
 * Non-preemptive critical sections: no other job runs between entering and leaving, even across rounds. The event
 * loop is still served. A job that waits inside would keep all others waiting for as long as that takes: it is refused.
 */
import { refuse } from "../input/errors.ts";
import type { Job } from "./job.ts";
import type { Kernel } from "./kernel.ts";
import { leaveSection } from "./places/sections.ts";

/** A section that is held until it is left. Leaving twice is harmless. */
export interface CriticalSection extends Disposable {
  /** Leaves the section. Other jobs may run again if it is the outermost one. */
  leave(): void;
}

/** @internal */
export function enterCriticalSection(kernel: Kernel): CriticalSection {
  const job: Job | undefined = kernel.caller;
  let held = job !== undefined;
  if (job !== undefined) {
    job.sections++;
    job.noWaiting++;
  }
  const leave = () => {
    if (!held || job === undefined) return;
    held = false;
    // It has left all of them when it has ended.
    if (job.noWaiting > 0) job.noWaiting--;
    leaveSection(kernel, job);
  };
  return { leave, [Symbol.dispose]: leave };
}

const AsyncFunctionPrototype = Object.getPrototypeOf(async () => {}) as object;

/** @throws PreemptError if `body` is an async function (of this realm): the section would be left at its first await */
export function refuseAsyncBody(body: object): void {
  if (Object.getPrototypeOf(body) !== AsyncFunctionPrototype) return;
  refuse("section_async", "what runs in the critical section", "an async function", "a function that awaits nothing");
}
