/** A guess at when a job will end. */
import type { CoreJob } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";

/**
 * When the job will end, as far as anybody can tell now: an instant of the scheduler's clock. The work of jobs that are at least as urgent
 * comes first, each as long as jobs of its function took lately (see {@link Scheduler.expected}); equals take turns. It is a guess: jobs that come
 * later, waits, servers' budgets and the event loop are not in it. Looks at all jobs that have not ended.
 *
 * @returns undefined while the job is blocked; its finish once it has ended
 */
export function expectedFinish(job: Job<never> | Job): number | undefined {
  const one = job as Job;
  if (one.finish !== undefined) return one.finish;
  if (one.state === "blocked") return undefined;
  const kernel = one.kernel as Kernel;
  const own = remaining(kernel, one);
  const key = kernel.urgencyOf(one);
  const now = kernel.now();
  let ahead = 0;
  for (const other of kernel.living) {
    if (other === one || other.state === "blocked" || (other as CoreJob).release > now) continue;
    const otherKey = kernel.urgencyOf(other);
    if (otherKey < key) ahead += remaining(kernel, other);
    else if (otherKey === key) ahead += Math.min(own, remaining(kernel, other));
  }
  return Math.max(now + ahead, one.release) + own;
}

function remaining(kernel: Kernel, { work, wcet, executionTime }: Job): number {
  const fn = work?.fn;
  if (fn === undefined) return 0;
  const { times } = kernel;
  const need = times.of(fn)?.mean ?? (wcet > 0 ? wcet : times.usual);
  return Math.max(0, need - executionTime);
}
