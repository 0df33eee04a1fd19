/** What a thread of the pool does: see scale/pool.ts. */
import type { TaskSet } from "../task-set.ts";
import type { SimulateOptions } from "./options.ts";
import type { SimulatedSet } from "./outcome.ts";
import { simulateSet } from "./simulate.ts";

export interface SimulateItem {
  readonly set: TaskSet;
  readonly options: SimulateOptions;
  /** Without jobs and segments, which are most of what there is to copy. */
  readonly isBrief: boolean;
}

export function simulateEach({ set, options, isBrief }: SimulateItem): SimulatedSet {
  const simulated = simulateSet(set, options);
  return isBrief ? { ...simulated, jobs: [], segments: [] } : simulated;
}
