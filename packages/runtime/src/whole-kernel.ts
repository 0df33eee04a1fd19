import { PreemptError } from "./errors.ts";
import type { Kernel } from "./kernel.ts";
import type { Scheduler } from "./scheduler.ts";

/**
 * @internal The kernel of `rt`, for `what`.
 *
 * @throws PreemptError if it is that of "@preempt/runtime/core", whose jobs have no place for resources and servers
 */
export function wholeKernel(rt: Scheduler, what: string): Kernel {
  if (rt.kernel.on !== undefined) return rt.kernel;
  throw new PreemptError(
    "scheduler_is_core",
    `${what} needs the whole scheduler, and was given that of "@preempt/runtime/core". Import Scheduler from "@preempt/runtime".`,
  );
}
