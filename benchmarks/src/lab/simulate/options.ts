/** How a task set is simulated. */
import type { ProtocolName } from "@preempt/runtime";

export type PolicyName = "edf" | "fp" | "fifo" | "loop" | "rr" | "llf";

/**
 * - "full": a job loses the processor at the instant at which another becomes more urgent.
 * - "none": a job runs to its end.
 * - "cooperative": between the chunks of a job.
 * - "sliced": as the kernel does it, and `preempt-lab run`: where a slice or a round ends, with what that costs, but not
 *   within a chunk or a region.
 */
export type PreemptionName = "full" | "none" | "cooperative" | "sliced";

export const policyNames: readonly PolicyName[] = ["edf", "fp", "fifo", "loop", "rr", "llf"];
export const preemptionNames: readonly PreemptionName[] = ["full", "none", "cooperative", "sliced"];
export const protocolNames: readonly ProtocolName[] = ["npcs", "pip", "pcp", "icpp", "srp", "none"];

/** Times in microseconds. */
export interface SimulateOptions {
  /**
   * Fixed priorities are deadline-monotonic; of equal deadlines the lower index is more urgent. "loop" is the event loop
   * without the kernel's preemption: each callback runs to its end, and the set's `loop` says which one is next. Default "edf".
   */
  readonly policy?: PolicyName;
  /** Default "full". */
  readonly preemption?: PreemptionName;
  /**
   * Jobs released before are simulated until the last of them ends. Default: the largest offset and two hyperperiods, one
   * without offsets, and no more than 10 seconds, unless jobs by themselves come later.
   */
  readonly horizon?: number;
  /** How the users of resources are kept apart. Default "npcs". */
  readonly protocol?: ProtocolName;
  /** What becomes of jobs that miss their deadline. Default "continue". */
  readonly onMiss?: "continue" | "cancel" | "drop" | "skip-next";
  /** A job that has waited so long goes first. Default: never. */
  readonly patience?: number;
  /** Where release jitter J is given: "max", at every job; "random", uniform. Default "random". */
  readonly jitter?: "max" | "random";
  /**
   * Where jobs suspend themselves: "max", the longest suspensions, those of the dynamic model as one in the middle of the
   * execution; "random", each of a random length, those of the dynamic model in up to three pieces. Default "max".
   */
  readonly suspension?: "max" | "random";
  /** For random jitter and suspensions, and for the order in which a loop with the choice "any" goes through queues of a level. Default 1. */
  readonly seed?: number;
  /** With "sliced": the kernel's, and what it costs. */
  readonly slice?: number;
  readonly round?: number;
  /** Of one dispatch, and of the event loop between two rounds. Default 0. */
  readonly dispatchCost?: number;
  readonly eventLoopCost?: number;
}

/** What `sliced` is by default, in microseconds: the kernel's own slice, and its round in Node. */
export const defaultSlice = 1000;
export const defaultRound = 2000;
