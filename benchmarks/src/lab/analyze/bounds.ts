/** Sufficient tests, as the reference data have them. */
import {
  approximately,
  density,
  fifoResponseTime,
  hyperbolicProduct,
  isFifoSchedulable,
  liuLaylandBound,
  passesBaker,
  passesDensity,
  passesHyperbolic,
  passesHyperbolicWithBlocking,
  passesLiuLayland,
  passesLiuLaylandWithBlocking,
  type TimedTask,
  utilisation,
} from "@preempt/runtime/analysis";
import type { SetAnalysis } from "./analysis.ts";
import { type SectionOptions, withSections } from "./fixed-priority.ts";
import type { Limits } from "./limits.ts";
import { hasBlocking, hasJitter } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

type Bounds = Pick<SetAnalysis, "ll" | "hyperbolic" | "fifo" | "density" | "baker">;

/** @param orders Those of the tests: what blocks hangs on it, too */
export function analyzeBounds(
  tasks: readonly TimedTask[],
  { rm, dm }: { readonly rm: readonly number[]; readonly dm: readonly number[] },
  options: SectionOptions & Pick<Limits, "responses">,
  maxSteps: number,
): Bounds {
  const { preemption } = options;
  const [byPeriod, byDeadline] = [withSections(tasks, rm, options), withSections(tasks, dm, options)];
  // They speak of rate-monotonic priorities and deadlines at the ends of the periods, or later.
  const isOnTime = preemption === "full" && !hasJitter(tasks);
  const say = tasks.length > 0 && isOnTime && tasks.every(({ T, D }) => D >= T);
  const isBlocked = hasBlocking(byPeriod) || hasBlocking(byDeadline);
  const ll = {
    bound: liuLaylandBound(tasks.length),
    U: utilisation(tasks),
    pass: say && (isBlocked ? passesLiuLaylandWithBlocking(byPeriod, rm) : passesLiuLayland(tasks)),
  };
  const hyperbolic = {
    product: approximately(hyperbolicProduct(tasks)),
    pass: say && (isBlocked ? passesHyperbolicWithBlocking(byPeriod, rm) : passesHyperbolic(tasks)),
  };
  return {
    ll: say ? ll : null,
    hyperbolic: say ? hyperbolic : null,
    fifo: analyzeFifo(tasks, maxSteps, options.responses),
    density: { value: approximately(density(tasks)), pass: passesDensity(tasks), applies: isOnTime && !isBlocked },
    baker: isOnTime ? { pass: passesBaker(byDeadline, dm) } : null,
  };
}

export function analyzeFifo(tasks: readonly TimedTask[], maxSteps: number, responses: boolean): SetAnalysis["fifo"] {
  const found = attempt(() => {
    if (!responses) return { R: null, sched: isFifoSchedulable(tasks, { maxSteps }) };
    const fromRelease = fifoResponseTime(tasks, { maxSteps });
    // All tasks have the same. Of those with jitter it is safe, for who is released late has fewer of its own jobs before it.
    const latest = Math.max(0, ...tasks.map(({ J = 0 }) => J));
    return {
      R: fromRelease === undefined ? null : fromRelease + latest,
      sched: fromRelease !== undefined && tasks.every(({ D, J = 0 }) => fromRelease + J <= D),
    };
  });
  return isUndecided(found) ? { R: null, sched: null, ...found } : found;
}
