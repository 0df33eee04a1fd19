/**
 * The priority ceiling protocol (Sha, Rajkumar and Lehoczky 1990, section IV): a job gets a resource only if it is more
 * urgent than the ceilings of all resources that others have locked, else the holder of the highest of these inherits
 * its urgency. A job is blocked at most once, and there is no deadlock.
 */

import type { Job } from "../job.ts";
import type { Kernel } from "../kernel.ts";
import { exclusion, type Protocol, type Shared } from "./protocol.ts";

/** The resources of each kernel under this protocol that somebody has locked or waits for. */
const systems = new WeakMap<Kernel, System>();

interface System {
  readonly locked: Set<Shared>;
  readonly known: Set<Shared>;
}

function systemOf(resource: Shared): System {
  let system = systems.get(resource.kernel);
  if (system === undefined) {
    system = { locked: new Set(), known: new Set() };
    systems.set(resource.kernel, system);
  }
  system.known.add(resource);
  return system;
}

/** The resource with the highest ceiling among those that others have locked. */
function highest(system: System, job: Job): Shared | undefined {
  let found: Shared | undefined;
  for (const resource of system.locked) {
    if (resource.owner !== job && (found === undefined || resource.ceiling < found.ceiling)) found = resource;
  }
  return found;
}

export const priorityCeiling: Protocol = {
  ...exclusion,
  hasCeilings: true,
  isFixed: true,
  lends: true,
  isSystem: true,
  grants(resource, job) {
    const blocking = highest(systemOf(resource), job);
    return blocking === undefined || job.key < blocking.ceiling;
  },
  locked: (resource) => void systemOf(resource).locked.add(resource),
  unlocked: (resource) => void systemOf(resource).locked.delete(resource),
  holders(resource, waiter) {
    const blocking = resource.owner === undefined ? highest(systemOf(resource), waiter) : resource;
    return blocking === undefined ? [] : exclusion.holders(blocking, waiter);
  },
  // A ceiling has gone: whoever waits for any resource may be let in.
  next(resource) {
    const { known } = systemOf(resource);
    // What nobody waits for need not be known: it may be used no more.
    for (const one of known) if (one.waiters.size === 0) known.delete(one);
    return [...known].flatMap(({ waiters }) => [...(waiters as Set<Job>)]);
  },
};
