/**
 * Variants without a kernel. "fcfs": plain functions, called by timers, each to its end: what a program does without a
 * scheduler, and the paper's "raw". "loop": the same functions by the queues of the set.
 */
import { collectGarbage } from "../../machine.ts";
import type { Body } from "./bodies/body.ts";
import { type CallbackQueue, executeCallbacks } from "./callbacks.ts";
import { loopQueue } from "./loop-queue.ts";
import type { Executor, SessionOrder } from "./order.ts";
import { measurePace } from "./pace.ts";

export async function eventLoopExecutor({ settings, variant }: SessionOrder, body: Body): Promise<Executor> {
  const pace = await measurePace((units) => {
    const from = performance.now();
    body.run(units);
    return performance.now() - from;
  });
  return {
    pace,
    execute(set) {
      collectGarbage();
      if (variant !== "loop") return executeCallbacks(set, { settings, body, pace, queue: timers, variant: "fcfs" });
      return executeCallbacks(set, { settings, body, pace, queue: loopQueue(set, settings.seed), variant });
    },
  };
}

/** A timer of Node for each callback. Timers count whole milliseconds, and may fire a little early. */
const timers: CallbackQueue = {
  add(_task, due, run) {
    const left = Math.max(0, Math.ceil(due - performance.now()));
    setTimeout(() => (performance.now() < due ? timers.add(_task, due, run) : run()), left);
  },
};
