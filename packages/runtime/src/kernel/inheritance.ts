/**
 * Who waits for whom, and what urgency passes along.
 *
 *   waiter ──waitsFor──▶ resource or job ──holders──▶ holder
 *   released job of a task ──ahead──▶ the one before it
 *
 * A holder is as urgent as the most urgent job that waits for it, directly or through others (priority inheritance:
 * Sha, Rajkumar and Lehoczky 1990), so that nobody of middling urgency delays them both.
 */

import { PreemptError } from "../input/errors.ts";
import { type JobKernel, named } from "./core-job.ts";
import type { Job, Waitable } from "./job.ts";
import { Lenders } from "./lenders.ts";

/** Where urgency is passed on. */
interface LendingKernel extends JobKernel {
  rekey(job: Job): void;
}

/** `waiter` waits from now on, or for others than before. */
export function startWaiting(kernel: LendingKernel, waiter: Job, what: Waitable): void {
  waiter.waitsFor = what;
  if (!what.lends) return;
  const before = waiter.lendsTo;
  const holders = what.holders(waiter);
  waiter.lendsTo = holders;
  // Whoever is told may have it lend to others, or to nobody, before all are told.
  for (const holder of before ?? []) if (!waiter.lendsTo?.includes(holder)) release(kernel, holder, waiter);
  for (const holder of holders) {
    if (waiter.lendsTo !== holders) return;
    holder.waiters ??= new Lenders();
    const key = lentKey(waiter, holder);
    holder.waiters.add(waiter, key);
    if (key < holder.inherited) passOn(kernel, holder);
  }
}

/**
 * `waiter` awaits the end of `job`, and lends it its urgency. Returns what it waits for, if there is anything.
 *
 * @throws PreemptError if `job` waits, itself or through others, for `waiter`
 */
export function awaitEnd(kernel: LendingKernel, waiter: Job, job: Job): Waitable | undefined {
  if (job.isSettled || !job.isOf(kernel)) return undefined;
  const end: Waitable = { name: `the end of ${named(job)}`, lends: true, holders: () => [job], forget() {} };
  refuseDeadlock(waiter, end);
  startWaiting(kernel, waiter, end);
  return end;
}

/** `waiter` waits no longer. */
export function stopWaiting(kernel: LendingKernel, waiter: Job): void {
  waiter.waitsFor = undefined;
  waiter.line?.delete(waiter);
  stopLending(kernel, waiter);
}

/** `waiter` lends nobody its urgency any more. */
export function stopLending(kernel: LendingKernel, waiter: Job): void {
  const holders = waiter.lendsTo;
  waiter.lendsTo = undefined;
  for (const holder of holders ?? []) release(kernel, holder, waiter);
}

/** `holder` no longer keeps `waiter` waiting. */
function release(kernel: LendingKernel, holder: Job, waiter: Job): void {
  if (!holder.waiters?.delete(waiter)) return;
  // All who awaited a job leave when it settles. If it has finalizers, it inherits anew where they begin, once.
  if (holder.isSettled && !holder.activation?.isClosing) return;
  if (waiter.key <= holder.inherited) passOn(kernel, holder);
}

/**
 * What `waiter` lends to `holder`. In one server both have the server's urgency, which changes with its budget: then it is what
 * the waiter inherits in turn, and not what the server's urgency was when it began to wait.
 */
export function lentKey(waiter: Job, holder: Job): number {
  return waiter.server !== undefined && waiter.server === holder.server ? waiter.inherited : waiter.key;
}

/** What `job` lends is its own urgency from now on, the same number or not: it has left its server. */
export function lendAnew(kernel: LendingKernel, job: Job): void {
  for (const holder of job.line?.rekeyed(job) ?? []) passOn(kernel, holder);
  for (const holder of job.lendsTo ?? []) {
    holder.waiters?.rekey(job, lentKey(job, holder));
    passOn(kernel, holder);
  }
}

/** Works out what `job` inherits. The kernel passes a change of its key on to those for whom it waits. */
export function passOn(kernel: LendingKernel, job: Job): void {
  if (inheritAnew(job)) kernel.rekey(job);
}

/** Works out what `job` inherits. Returns whether that has changed. */
export function inheritAnew(job: Job): boolean {
  // Jobs of a task run in their order: once the next one is released, it waits for this one.
  const next = job.next?.isDue ? lentKey(job.next, job) : Number.POSITIVE_INFINITY;
  const least = Math.min(job.raised, next, job.waiters?.key ?? Number.POSITIVE_INFINITY);
  if (least === job.inherited) return false;
  job.inherited = least;
  return true;
}

/** What a job is told that would wait inside a critical section. */
export function waitsInside(job: Job): PreemptError {
  return new PreemptError(
    "section_waits",
    `${named(job)} waits inside a critical section, which would keep all other jobs waiting. Leave the section before the await, or lock a Resource, which stays locked meanwhile.`,
  );
}

/** Whether somebody that keeps `waiter` waiting would wait, itself or through others, for `waiter`. */
export function wouldDeadlock(waiter: Job, what: Waitable): boolean {
  return cycleThrough(waiter, what) !== undefined;
}

/** @throws PreemptError if `waiter` would close a cycle by waiting for `what`; the message names its members */
export function refuseDeadlock(waiter: Job, what: Waitable): void {
  const cycle = cycleThrough(waiter, what);
  if (cycle === undefined) return;
  throw new PreemptError(
    "deadlock",
    `${cycle.join(" → ")}: each waits for what the next one holds. Lock in the same order everywhere.`,
  );
}

/**
 * From `waiter` over what it waits for back to it: job, what it waits for, job, … Nearest first, and on the heap:
 * chains may be longer than the stack.
 *
 * @param among Only these jobs count. Default: all, but for those without which a resource of several holders comes free
 */
function cycleThrough(waiter: Job, what: Waitable, among?: ReadonlyMap<Job, Waitable>): string[] | undefined {
  // A job for which nobody waits is in no cycle but its own. Within a task they wait by their order.
  const isAwaited = waiter.waiters?.size || waiter.held?.length || waiter.task !== undefined || !what.lends;
  const reached = new Map<Job, { readonly from: Job; readonly what: Waitable }>();
  const open: [Job, Waitable][] = [[waiter, what]];
  let several: Waitable | undefined;
  for (const [from, next] of open) {
    if (next.closesNoCycle) continue;
    if (next.stuck !== undefined && among === undefined) several = next;
    for (const holder of next.holders(from)) {
      // That the waiter holds some of it itself is said only if there is no more to say.
      if (among?.has(holder) === false || (among !== undefined && from === waiter && holder === waiter)) continue;
      if (holder === waiter) {
        // Others may go on, and give up enough of what they hold.
        const stuck = several?.stuck?.(waiter, what);
        if (stuck !== undefined) return stuck.has(waiter) ? cycleThrough(waiter, what, stuck) : undefined;
        const cycle = [next.name, named(waiter)];
        let job = from;
        for (let step = reached.get(job); step !== undefined; step = reached.get(job)) {
          cycle.unshift(step.what.name, named(job));
          job = step.from;
        }
        return [named(waiter), ...cycle];
      }
      if (!isAwaited || reached.has(holder) || holder.waitsFor === undefined) continue;
      reached.set(holder, { from, what: next });
      open.push([holder, holder.waitsFor]);
    }
  }
  return among && [named(waiter), what.name, named(waiter)];
}
