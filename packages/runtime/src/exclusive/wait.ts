/**
 * A job that comes to an exclusive unit whose holder waits for something: to run the holder would lead nowhere. Where both are jobs
 * of one whole scheduler the first waits, too, and lends the holder its urgency, as where it waits for a resource.
 */
import { startWaiting, wouldDeadlock } from "../kernel/inheritance.ts";
import { Job, type Waitable } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { Driver } from "./holder.ts";
import type { Lock } from "./lock.ts";

/** Returns whether `asker` waits from now on, until a holder has left. */
export function waitFor(lock: Lock, asker: Driver | undefined, holder: Driver | undefined): boolean {
  if (!Job.is(asker) || !Job.is(holder)) return false;
  const [job, inside] = [asker as Job, holder as Job];
  const kernel = job.kernel as Kernel;
  if (!inside.isOf(kernel) || job.noWaiting > 0) return false;
  const goOn = () => kernel.wake(job);
  const what: Waitable = {
    name: `unit ${lock.name}`,
    lends: true,
    holders: () => [inside],
    forget: () => void lock.waiting.delete(goOn),
  };
  if (wouldDeadlock(job, what)) return false;
  startWaiting(kernel, job, what);
  lock.waiting.add(goOn);
  return true;
}
