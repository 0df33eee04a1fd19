import { PreemptError, refuse, show } from "../input/errors.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Kernel } from "./kernel.ts";

/**
 * @internal The kernel of `rt`, for `what`.
 *
 * @throws PreemptError if it is that of "@preempt/runtime/core", whose jobs have no place for resources and servers
 */
export function wholeKernel(rt: Scheduler, what: string): Kernel {
  const kernel = (rt as Scheduler | undefined)?.kernel;
  if (kernel === undefined) refuse("scheduler_missing", `the scheduler of ${what}`, show(rt), "a Scheduler first");
  if (kernel.on !== undefined) return kernel;
  throw new PreemptError(
    "scheduler_is_core",
    `${what} needs the whole scheduler, and was given that of "@preempt/runtime/core". Import Scheduler from "@preempt/runtime".`,
  );
}
