/** In development: jobs that keep the thread for long are reported by default, since nothing else would tell. */

import type { SchedulerOptions } from "../input/options.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { overrunText } from "../observers/overrun-text.ts";
import type { Callable } from "../realm/intrinsics.ts";

declare const console: { warn(text: string): void };

/** A tenth of a second is felt; in half of it, three frames are lost. Collections of garbage rarely take so long. */
const usual = 50;

export function warnOfHolds(kernel: Kernel, { host, warnAfter }: SchedulerOptions): void {
  const after = warnAfter ?? (host === undefined ? usual : Number.POSITIVE_INFINITY);
  const { slice } = kernel.options;
  const told = new WeakSet<Callable>();
  // A slice that is as long as the user wants it is none of it.
  const limit = Math.max(after, 2 * slice);
  if (limit === Number.POSITIVE_INFINITY) return;
  kernel.onHold = (job, length) => {
    if (length <= limit) return;
    const fn = job.work?.fn;
    if (fn === undefined || told.has(fn)) return;
    told.add(fn);
    console.warn(
      `preempt: ${overrunText(job, length, slice)} (Once per function, and in development only; the Scheduler's option warnAfter sets the limit.)`,
    );
  };
}
