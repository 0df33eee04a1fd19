/** The tests that every set gets. */
import type { TimedTask } from "@preempt/runtime/analysis";
import { hasEvents } from "../chains.ts";
import type { TaskSet } from "../task-set.ts";
import type { SetAnalysis } from "./analysis.ts";
import { analyzeBounds } from "./bounds.ts";
import { analyzeEdf } from "./edf.ts";
import { edfReleases, fifoReleases, fixedPriorityReleases } from "./events.ts";
import { analyzeFixedPriority } from "./fixed-priority.ts";
import type { Limits } from "./limits.ts";
import { isUndecided } from "./undecided.ts";

type Classical = Pick<SetAnalysis, "dm" | "rm" | "edf" | "ll" | "hyperbolic" | "fifo" | "density" | "baker">;

/** @param orders Deadline- and rate-monotonic */
export function analyzeClassical(
  set: TaskSet,
  tasks: readonly TimedTask[],
  orders: { readonly dm: readonly number[]; readonly rm: readonly number[] },
  limits: Limits,
): Classical {
  const { protocol, maxSteps } = limits;
  const fixed = (order: readonly number[]) => {
    const timed = fixedPriorityReleases(set, tasks, order, limits);
    return isUndecided(timed)
      ? { sched: null, R: null, ...timed }
      : analyzeFixedPriority(timed, order, limits, protocol);
  };
  const timed = edfReleases(set, tasks, limits);
  const edf = isUndecided(timed)
    ? { sched: null, firstViolation: null, R: null, ...timed }
    : analyzeEdf(timed, limits, protocol);
  const all = { dm: fixed(orders.dm), rm: fixed(orders.rm), edf };
  if (!hasEvents(set)) return { ...all, ...analyzeBounds(tasks, orders, limits, maxSteps) };
  // Jobs that others release come with a jitter, of which these know nothing.
  const byAge = fifoReleases(set, tasks, limits);
  const { fifo, density } = analyzeBounds(isUndecided(byAge) ? tasks : byAge, orders, limits, maxSteps);
  return {
    ...all,
    ...{ ll: null, hyperbolic: null, baker: null },
    density: { ...density, applies: false },
    fifo: isUndecided(byAge) ? { R: null, sched: null, ...byAge } : fifo,
  };
}
