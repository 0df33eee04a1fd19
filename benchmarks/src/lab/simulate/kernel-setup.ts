/** The kernel of a simulation: its policy, priorities, slices and costs. */
import { aging, edf, fifo, fixedPriority, leastLaxity, type Observer, type Policy, roundRobin } from "@preempt/runtime";
import { deadlineMonotonicOrder } from "@preempt/runtime/analysis";
import type { VirtualHost } from "@preempt/runtime/testing";
import { LabError, show } from "../errors.ts";
import type { TaskSet } from "../task-set.ts";
import { type LoopPolicy, loopPriorities } from "./loop-policy.ts";
import { defaultRound, defaultSlice, type PreemptionName, type SimulateOptions } from "./options.ts";

const forever = Number.POSITIVE_INFINITY;

/** @throws LabError if the event loop is to preempt */
export function preemptionIn({ policy, preemption }: SimulateOptions): PreemptionName {
  if (policy !== "loop") return preemption ?? "full";
  if (preemption === undefined || preemption === "none") return "none";
  const words = `the policy is "loop", where callbacks run to their ends, and the preemption is ${show(preemption)}`;
  throw new LabError("loop_preemption", `${words}. Leave it out, or choose another policy.`);
}

/** By task: the larger number is the more urgent. */
export function prioritiesOf(set: TaskSet, { policy, seed }: SimulateOptions): number[] {
  if (policy === "loop") return loopPriorities(set, seed);
  const priorities: number[] = [];
  deadlineMonotonicOrder(set.tasks).forEach((task, place) => {
    priorities[task] = -place;
  });
  return priorities;
}

export function policyOf({ policy = "edf", patience }: SimulateOptions, loop: LoopPolicy | undefined): Policy {
  const policies = { edf, fp: fixedPriority, fifo, rr: roundRobin, llf: leastLaxity } as const;
  const chosen = policy === "loop" ? (loop as LoopPolicy).policy : policies[policy];
  return patience === undefined ? chosen : aging(chosen, { patience });
}

export function kernelOptions({
  preemption,
  slice = defaultSlice,
  round = defaultRound,
  policy,
  patience,
}: SimulateOptions) {
  if (preemption === "sliced") return { slice, round };
  // Equals take turns, and patience is looked at, where a slice ends.
  const isSliced = policy === "rr" || policy === "llf" || patience !== undefined;
  return { preemption: "ideal", slice: isSliced ? slice : forever, round: forever, budget: 0 } as const;
}

/** What a dispatch and a turn of the event loop take. */
export function costs(
  host: VirtualHost,
  { preemption, dispatchCost = 0, eventLoopCost = 0 }: SimulateOptions,
): Observer[] {
  if (preemption !== "sliced" || dispatchCost + eventLoopCost === 0) return [];
  return [{ jobDispatched: () => host.advance(dispatchCost), roundEnded: () => host.advance(eventLoopCost) }];
}
