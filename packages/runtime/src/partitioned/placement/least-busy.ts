/** Where a job without promises goes. */
import type { Core } from "../core.ts";
import type { Guarantees } from "./guarantees.ts";

/** A core is taken to leave at least this share to jobs without promises, when their waiting is estimated. */
const leastShare = 0.05;

/**
 * The core where a job would begin soonest: the one with the least work outstanding, in proportion to what the core's
 * tasks leave; among equals the one with the fewest jobs, then the lowest number.
 */
export function leastBusy(cores: readonly Core[], guarantees: Guarantees): Core {
  const waiting = (core: Core) => core.load / Math.max(leastShare, 1 - guarantees.utilisation(core.number));
  return cores.reduce((best, core) => {
    const difference = waiting(core) - waiting(best) || core.jobCount - best.jobCount;
    return difference < 0 ? core : best;
  });
}
