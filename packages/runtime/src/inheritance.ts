/**
 * Who waits for whom, and what urgency passes along.
 *
 *   waiter ──waitsFor──▶ resource or job ──holders──▶ holder
 *
 * A holder is as urgent as the most urgent job that waits for it, directly or through others (priority inheritance:
 * Sha, Rajkumar and Lehoczky 1990), so that nobody of middling urgency delays them both.
 */
import { PreemptError } from "./errors.ts";
import type { Job, JobKernel, Waitable } from "./job.ts";

/** `waiter` waits from now on. */
export function startWaiting(kernel: JobKernel, waiter: Job, what: Waitable): void {
  waiter.waitsFor = what;
  if (!what.lends) return;
  waiter.lendsTo = what.holders(waiter);
  for (const holder of waiter.lendsTo) {
    holder.waiters ??= new Set();
    holder.waiters.add(waiter);
    if (waiter.key < holder.inherited) passOn(kernel, holder);
  }
}

/**
 * `waiter` awaits the end of `job`, and lends it its urgency. Returns whether there is anything to wait for.
 *
 * @throws PreemptError if `job` waits, itself or through others, for `waiter`
 */
export function awaitEnd(kernel: JobKernel, waiter: Job, job: Job): boolean {
  if (job.isSettled || !job.isOf(kernel)) return false;
  const end: Waitable = { name: `the end of ${named(job)}`, lends: true, holders: () => [job], forget() {} };
  refuseDeadlock(waiter, end);
  startWaiting(kernel, waiter, end);
  return true;
}

/** `waiter` waits no longer. */
export function stopWaiting(kernel: JobKernel, waiter: Job): void {
  waiter.waitsFor = undefined;
  const holders = waiter.lendsTo;
  waiter.lendsTo = undefined;
  for (const holder of holders ?? []) release(kernel, holder, waiter);
}

/** `holder` no longer keeps `waiter` waiting. */
function release(kernel: JobKernel, holder: Job, waiter: Job): void {
  if (holder.waiters?.delete(waiter) && waiter.key <= holder.inherited) passOn(kernel, holder, holder.inherited);
}

/** `holder` no longer keeps these waiting, all of them at once. */
export function releaseAll(kernel: JobKernel, holder: Job, waiters: Iterable<Job>): void {
  for (const waiter of waiters) holder.waiters?.delete(waiter);
  passOn(kernel, holder);
}

/**
 * Works out what `job` inherits. If that changes its key, the kernel calls this for those for whom it waits.
 *
 * @param floor No waiter's key is smaller: the search ends where it is found
 */
export function passOn(kernel: JobKernel, job: Job, floor = Number.NEGATIVE_INFINITY): void {
  let least = job.raised;
  for (const waiter of job.waiters ?? []) {
    if (least <= floor) break;
    least = Math.min(least, waiter.key);
  }
  if (least === job.inherited) return;
  job.inherited = least;
  kernel.rekey(job);
}

/** Whether somebody that keeps `waiter` waiting would wait, itself or through others, for `waiter`. */
export function wouldDeadlock(waiter: Job, what: Waitable): boolean {
  return pathTo(waiter, waiter, what, new Set()) !== undefined;
}

/** @throws PreemptError if `waiter` would close a cycle by waiting for `what`; the message names its members */
export function refuseDeadlock(waiter: Job, what: Waitable): void {
  const cycle = pathTo(waiter, waiter, what, new Set());
  if (cycle === undefined) return;
  throw new PreemptError(
    "deadlock",
    `${cycle.join(" → ")}: each waits for what the next one holds. Lock in the same order everywhere.`,
  );
}

/** From `from` over what it waits for to `waiter`: job, what it waits for, job, … */
function pathTo(waiter: Job, from: Job, what: Waitable, seen: Set<Job>): string[] | undefined {
  for (const holder of what.holders(from)) {
    if (holder === waiter) return [named(from), what.name, named(waiter)];
    if (seen.has(holder) || holder.waitsFor === undefined) continue;
    seen.add(holder);
    const rest = pathTo(waiter, holder, holder.waitsFor, seen);
    if (rest !== undefined) return [named(from), what.name, ...rest];
  }
  return undefined;
}

function named(job: Job): string {
  return `${job.id} (${job.name})`;
}
