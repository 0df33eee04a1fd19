/**
 * The ways to run the body of a test: called as an ordinary function, or as a job of the kernel with a fixed budget.
 *
 * As a job it is one of two: a rival that never ends takes turns with it. The kernel's clock moves on by one slice
 * each time it is read, so every budget that is used up costs the job its turn: it is suspended, put back into the
 * ready queue, and resumed after the rival. Nothing of this depends on how fast the machine is.
 */

import { performance } from "node:perf_hooks";
import { type Host, nodeHost, Scheduler } from "@preempt/runtime";
import { type Stretches, StretchMeter } from "../../benchmarks/src/stretches.ts";
import type { Body } from "./suite.ts";

/** Untransformed; transformed and called plainly; measured between preemptions; or preempted after each so many points. */
export type Mode = "original" | "plain" | "stretches" | number;

export interface Invocation {
  /** How often the job lost its turn. */
  readonly preemptions: number;
}

/** Runs a body to its end. Rejects with what it throws. */
export type Invoke = (body: Body, thisArg: unknown, args: readonly unknown[]) => Promise<Invocation>;

/** Runs bodies alone, and measures how long they keep the thread. What they wait does not count. */
export function createMeasuringInvoke(): { readonly invoke: Invoke; stretches(): Stretches } {
  const meter = new StretchMeter(() => performance.now() - performance.nodeTiming.idleTime);
  return {
    invoke: (body, thisArg, args) => meter.drive(body, { thisArg, args: [...args] as never[] }),
    stretches: () => meter.stretches,
  };
}

/** @param rival An endless preemptable function that shares the kernel with the tests. */
export function createInvoke(mode: Mode, rival: Body): Invoke {
  if (typeof mode !== "number") {
    return async (body, thisArg, args) => {
      await body.apply(thisArg, [...args]);
      return { preemptions: 0 };
    };
  }
  const scheduler = new Scheduler({
    host: steppingHost(),
    policy: "rr",
    slice: 1,
    round: turnsPerRound,
    budget: mode,
  });
  return async (body, thisArg, args) => {
    const job = scheduler.submit(body, { thisArg, args: [...args] });
    const other = scheduler.submit(rival, { args: [], budget: rivalBudget });
    try {
      await job;
      return { preemptions: job.preemptions };
    } finally {
      other.cancel();
    }
  };
}

/** Turns of jobs before the event loop gets the thread. A round with nothing but the rival in it is short. */
const turnsPerRound = 200;
const rivalBudget = 2;

function steppingHost(): Host {
  let readings = 0;
  return { ...nodeHost(), now: () => ++readings as ReturnType<Host["now"]> };
}
