/** The three ways to run the page's jobs. */
import { Scheduler } from "@preempt/runtime";

export type Mode = "fcfs" | "edf" | "fp";

type AnyFunction<A extends unknown[], R> = (...args: A) => R;

export interface Runner {
  readonly scheduler: Scheduler;
  /** The function to submit in this mode. */
  prepare<A extends unknown[], R>(fn: AnyFunction<A, R>): AnyFunction<A, R>;
}

export function createRunner(mode: Mode): Runner {
  if (mode !== "fcfs") return { scheduler: new Scheduler({ policy: mode }), prepare: (fn) => fn };
  return {
    // What an event loop does: in order of arrival, each to its end, …
    scheduler: new Scheduler({ policy: "fifo", slice: Number.POSITIVE_INFINITY, budget: Number.POSITIVE_INFINITY }),
    // … and the code as it was written, without preemption points.
    prepare: plainly,
  };
}

function plainly<A extends unknown[], R>(fn: AnyFunction<A, R>): AnyFunction<A, R> {
  return (...args) => fn(...args);
}
