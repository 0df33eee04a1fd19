/**
 * Deadlocks where several jobs hold something of which some are enough: a waiter is lost only if so many holders can never go
 * on that the others do not hold enough. With one holder, or where all have to leave, this is a cycle; here it is a knot
 * (Holt, "Some deadlock properties of computer systems", 1972).
 */
import type { Job, Waitable } from "../kernel/job.ts";

/** The jobs that can never go on if `waiter` waits for `what`, and what each of them waits for. Few ask: an error comes of it. */
export function stuckJobs(waiter: Job, what: Waitable): ReadonlyMap<Job, Waitable> {
  const stuck = new Map<Job, Waitable>([[waiter, what]]);
  // All that are reached and wait. What does not wait for jobs goes on sooner or later.
  for (const [job, awaited] of stuck) {
    for (const holder of awaited.holders(job)) {
      if (!stuck.has(holder) && holder.waitsFor !== undefined) stuck.set(holder, holder.waitsFor);
    }
  }
  const isStuck = (job: Job) => stuck.has(job);
  let before: number;
  do {
    before = stuck.size;
    // The farthest first: then one turn is enough for a chain.
    for (const [job, awaited] of [...stuck].reverse()) {
      // One that waits for a place in its group is let go on in time.
      const isKept = !awaited.closesNoCycle && (awaited.isKept?.(job, isStuck) ?? awaited.holders(job).some(isStuck));
      if (!isKept) stuck.delete(job);
    }
  } while (stuck.size < before);
  return stuck;
}
