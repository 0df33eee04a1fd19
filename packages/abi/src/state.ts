/** What emitted code reads and writes of the one object that it shares with the runtime: `$state`. */
import type { Captured } from "./frame.ts";

export interface SharedState {
  /** Preemption points that may still be passed; below 0 the next one suspends. See budget.ts. A small integer. */
  budget: number;
  /** How deep the generator body that runs is, or more: plain bodies know their depth, generator bodies look here. See depth.ts. */
  depth: number;
  /** The frame that was saved last in the capture under way. None but between a signal and the runtime. See frame.ts. */
  captured: Captured | undefined;
  /** Its argument, which emitted code expected to be a number. */
  same<T>(value: T): T;
  /** True while a function that un-annotated code has called is run to its end. Calls below it take the original bodies. */
  exact: boolean;
  /** Set by a preemptable accessor that is called as it stands. See the runtime's accessors.ts. */
  isHit: boolean;
}

/** How an activation came back: `$resumeExact` returns this. */
export type ActivationOutcome = "done" | "preempted" | "awaiting";
