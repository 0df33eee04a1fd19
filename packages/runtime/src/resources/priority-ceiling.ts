/**
 * The priority ceiling protocol (Sha, Rajkumar and Lehoczky 1990, section IV): a job gets a resource only if it is more
 * urgent than the ceilings of all resources that others have locked, else the holder of the highest of these inherits
 * its urgency. A job is blocked at most once, and there is no deadlock.
 */
import { perKernel } from "../kernel/per-kernel.ts";
import { Ceilings } from "./ceilings.ts";
import { exclusion, type Protocol } from "./protocol.ts";

const ceilingsOf = perKernel((kernel) => new Ceilings(kernel));

export const priorityCeiling: Protocol = {
  ...exclusion,
  hasCeilings: true,
  isFixed: true,
  lends: true,
  isSystem: true,
  grants: (resource, job) => ceilingsOf(resource).isAbove(job),
  locked: (resource, job) => ceilingsOf(resource).lock(resource, job),
  unlocked: (resource, job) => ceilingsOf(resource).unlock(resource, job),
  ceilingRose: (resource, job) => ceilingsOf(resource).ceilingRose(resource, job),
  holders(resource, waiter) {
    const isFree = resource.owner === undefined && resource.called === undefined;
    const blocking = isFree ? ceilingsOf(resource).highest(waiter) : resource;
    return blocking === undefined ? [] : exclusion.holders(blocking, waiter);
  },
  lendAnew: (resource) => ceilingsOf(resource).lendAnew(resource),
  next: (resource) => ceilingsOf(resource).next(resource),
};
