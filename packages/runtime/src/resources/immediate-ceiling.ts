/**
 * Immediate priority ceiling (highest locker, ceiling emulation): the holder has the ceiling, the priority of the most
 * urgent declared user, from the moment it locks. No user can then find the resource locked, unless a holder awaits.
 */
import { passOn } from "../kernel/inheritance.ts";
import type { Job } from "../kernel/job.ts";
import { exclusion, type Protocol, type Shared } from "./protocol.ts";

export const immediateCeiling: Protocol = {
  ...exclusion,
  hasCeilings: true,
  isFixed: true,
  lends: true,
  locked(resource, job) {
    held(job).push(resource);
    raise(resource, job);
  },
  unlocked(resource, job) {
    held(job).splice(held(job).lastIndexOf(resource), 1);
    raise(resource, job);
  },
  ceilingRose: raise,
};

const locks = new WeakMap<Job, Shared[]>();

function held(job: Job): Shared[] {
  let list = locks.get(job);
  if (list === undefined) {
    list = [];
    locks.set(job, list);
  }
  return list;
}

function raise({ kernel }: Shared, job: Job): void {
  job.raised = Math.min(...held(job).map((resource) => resource.ceiling));
  passOn(kernel, job);
}
