/** The options of a run, and their checks. */
import { abortSignal, finiteNumber, naturalNumber, positiveNumber, tableOf } from "@preempt/checks";
import type { JobGroup, Scheduler, Server } from "@preempt/runtime";
import { checkOptions, refuse } from "./errors.ts";
import { heapSize } from "./heap.ts";

/** What runs a script as a job: a scheduler, a server with a share of the thread, or a group. */
export type RunTarget = Scheduler | Server | JobGroup;

/** How a script runs. Times are milliseconds. */
export interface RunOptions {
  /** What runs it. With a server, all scripts in it together have its share of the thread. Default: a scheduler that all scripts share. */
  rt?: RunTarget;
  /** For how long it may compute (`time_limit`). Time in which it waits, or other code runs, does not count. Above 0. Default 1000; Infinity: for ever. */
  limit?: number;
  /** How much time may pass from the call of `run` until it has ended (`timeout`). Above 0. Default: any. */
  timeout?: number;
  /**
   * For how long code of it that cannot be preempted may keep the thread (`blocked`): functions that the engine calls, such as `toString`
   * and callbacks of promises. Above 0. Default 50.
   */
  stretchLimit?: number;
  /**
   * By how many bytes the heap may grow while it runs (`memory_limit`). Garbage counts, and so does what other code allocates meanwhile.
   * It is looked at every 10 ms. Above 0. Default: any. Node, Deno, Bun and Chromium tell the size of the heap.
   */
  memoryLimit?: number;
  /** For how long the `finally` blocks of a stopped script may run. 0 or above. Default 5. */
  cleanup?: number;
  /** Milliseconds after the call within which it should have ended, for the scheduler's order. Above 0. Default: none, the least urgent. */
  deadline?: number;
  /** For schedulers with priorities. Any finite number, larger is more urgent. Default 0. */
  priority?: number;
  /** Stops it when aborted. Default: none. */
  signal?: AbortSignal;
}

const table = tableOf<RunOptions>({
  rt: 1,
  limit: positiveNumber,
  timeout: positiveNumber,
  stretchLimit: positiveNumber,
  memoryLimit: positiveNumber,
  cleanup: naturalNumber,
  deadline: positiveNumber,
  priority: finiteNumber,
  signal: abortSignal,
});

/** @throws PreemptError for an option out of range, or one that does not exist */
export function checkRun(options: RunOptions, name: string): void {
  const whose = `a run of ${name}`;
  checkOptions(options, whose, table);
  const { rt, memoryLimit } = options;
  if (rt !== undefined && typeof (rt as { submit?: unknown } | null)?.submit !== "function") {
    refuse("rt_not_a_scheduler", `the rt of ${whose}`, rt, "a Scheduler, a server or a JobGroup of @preempt/runtime");
  }
  if (memoryLimit !== undefined && memoryLimit !== Number.POSITIVE_INFINITY && heapSize() === undefined) {
    refuse(
      "memory_unknown",
      `the memoryLimit of ${whose}`,
      memoryLimit,
      "none: this platform does not tell the size of its heap",
    );
  }
}
