/** Bounds of responses and chains of a set, by the tests that know what its variant does. */
import { timeTriggeredChain } from "@preempt/runtime/analysis";
import type { ChainBound } from "../analyze/analysis.ts";
import { analyzeSet } from "../analyze/analyze-set.ts";
import { messagesOf } from "../analyze/chains.ts";
import { timedTasks } from "../analyze/timed.ts";
import { chainsOf } from "../chains.ts";
import { hasLoop } from "../event-loop.ts";
import type { TaskSet } from "../task-set.ts";
import { type VariantName, variantOf } from "./variant.ts";

/** Microseconds from the arrival; null: no bound. */
export type Responses = readonly (number | null)[] | null;

export interface PolicyBounds {
  /** Whether all deadlines of tasks are met; null: nothing is known. */
  readonly sched: boolean | null;
  readonly R: Responses;
  /** In the order of the set's chains. */
  readonly chains: readonly ChainBound[];
}

/** @param hasCosts The set has the costs of a kernel in it, as `withCosts` adds them */
export function policyBounds(set: TaskSet, variant: VariantName, hasCosts: boolean, maxSteps: number): PolicyBounds {
  const { kernel } = variantOf(variant);
  const analysis = analyzeSet(kernel === undefined ? asLoop(set, variant) : set, { maxSteps });
  const { suspension, dm, edf, loop, chains = [] } = analysis;
  if (kernel === undefined) {
    return { sched: loop?.sched ?? null, R: loop?.R ?? null, chains: chains.map((chain) => chain.loop) };
  }
  const isFixed = kernel.policy === "fp";
  const verdict = isFixed ? (suspension?.dm ?? dm) : (suspension?.edf ?? edf);
  const places = chainsOf(set);
  return {
    sched: verdict.sched,
    R: verdict.R,
    chains: chains.map((chain, i) => {
      if (!hasCosts || chain.trigger === "event") return isFixed ? chain.dm : chain.edf;
      return unorderedChain(set, places[i]?.tasks ?? [], verdict.R);
    }),
  };
}

/** Plain functions on timers know no queues: one order by age for all. */
function asLoop({ tasks: all, loop, ...set }: TaskSet, variant: VariantName): TaskSet {
  // Callbacks run to their ends, whatever else is said of them.
  const tasks = all.map(({ q: _q, chunks: _chunks, cs: _cs, B: _B, ...task }) => task);
  if (variant === "loop" && hasLoop({ tasks, ...(loop !== undefined && { loop }) })) {
    return { ...set, tasks, ...(loop !== undefined && { loop }) };
  }
  return { ...set, tasks: tasks.map(({ queue: _, ...task }) => task), loop: {} };
}

/**
 * Of a time-triggered chain on a kernel. A release that is not noticed yet keeps no less urgent job from starting. So fixed
 * priorities do not order the jobs of the chain.
 */
export function unorderedChain(set: TaskSet, chain: readonly number[], R: Responses): ChainBound {
  const responses = set.tasks.map((_, i) => R?.[i] ?? undefined);
  const { tasks, message } = messagesOf(set, timedTasks(set));
  const found = timeTriggeredChain(tasks, chain, responses, { message });
  if (found !== undefined) return { sched: null, ...found };
  return { sched: null, reaction: null, age: null, ageUntilReplaced: null, davare: null };
}
