/**
 * Ends a job without its finalizers. A cancelled job runs its `finally` blocks, and one that loops there would never end: so whoever
 * runs code that he did not write has this as the last resort. The frames of the job are dropped; nothing resumes them.
 */

import { naturalNumber, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type Duration, later } from "../kernel/time.ts";
import { state } from "../realm/realm.ts";
import { room } from "../realm/room.ts";

/** How a job is ended that may not end by itself. */
export interface TerminateOptions {
  /** With what the job's promise rejects. Default: an AbortError, as `job.cancel()` gives. */
  readonly reason?: unknown;
  /** Milliseconds that the job's `finally` blocks have. 0 (default) or above: with 0, none of them runs. */
  readonly cleanup?: number;
}

const table = tableOf<TerminateOptions>({ reason: 1, cleanup: naturalNumber });

/**
 * Ends a job whose code is not trusted to end. It is cancelled, as by `job.cancel()`. After `cleanup` milliseconds nothing of it runs any
 * more: a `finally` block stops where it is, and those around it do not start. What the job has locked is unlocked then, and exclusive
 * units that it is in are left, in whatever state their data are. What its `finally` blocks throw is not reported. If the job has the thread at that moment, it ends at its next
 * preemption point. A job that was cancelled before, and whose `finally` blocks still run, is ended in the same way.
 *
 * @throws PreemptError if `cleanup` is not 0 or above
 */
export function terminate(job: Job, options: TerminateOptions = {}): void {
  room();
  checkOptions(options, "a termination", table);
  const { reason, cleanup = 0 } = options;
  const kernel = job.kernel as unknown as Kernel;
  job.cancel(reason);
  if (job.work === undefined) return;
  job.silent = true;
  if (cleanup > 0) kernel.addPending(later(kernel.now(), cleanup as Duration), () => drop(job, kernel));
  else drop(job, kernel);
}

function drop(job: Job, kernel: Kernel): void {
  // It ended meanwhile.
  if (job.work === undefined) return;
  // It may be on the stack, also where another job runs it to enter an exclusive unit: so after this slice.
  if (kernel.inJob || kernel.running === job) {
    kernel.addPending(kernel.now(), () => drop(job, kernel));
    return;
  }
  const { activation } = job;
  kernel.ready.remove(job);
  if (kernel.inside === job) kernel.inside = undefined;
  kernel.close(job);
  if (activation?.units !== undefined) state.units?.left(activation, 0);
  kernel.finish(job, { ok: true, value: undefined }, kernel.now());
}
