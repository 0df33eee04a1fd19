/** Many cores, the side in the worker. The other is partitioned.ts. */

import { PreemptError } from "./input/errors.ts";
import type { Functions } from "./partitioned/functions.ts";
import { ownPort } from "./partitioned/worker/own-port.ts";
import { Server, type Serving } from "./partitioned/worker/serve.ts";
import type { SchedulerOptions } from "./scheduling/scheduler-options.ts";

export type { Functions } from "./partitioned/functions.ts";
export { transferring } from "./partitioned/wire/transferring.ts";
export type { Serving } from "./partitioned/worker/serve.ts";

let isServing = false;

/**
 * Makes the functions of this worker callable by name from a `PartitionedScheduler` on the thread that made the worker.
 * Call it once, at the top of the worker's module:
 *
 *     export const jobs = { sieve, parse };
 *     serve(jobs);
 *
 * They run on a Scheduler of this worker, are preempted at their preemption points, and may be async. Their results are copied
 * as by `postMessage`: see {@link transferring}.
 *
 * @param options For the worker's scheduler. Options of the controlling side (slice, round, budget) override these, except for the
 * policy.
 * @throws PreemptError outside a worker, and when called again: two would run each job twice
 */
export function serve(functions: Functions, options: SchedulerOptions = {}): Serving {
  if (isServing) {
    throw new PreemptError("served_twice", "serve was called twice in one worker. Give it all functions in one call.");
  }
  const server = new Server(ownPort(), functions, options);
  isServing = true;
  return server;
}
