/** Sets with critical sections: every protocol, as the reference data have it. */
import {
  type Convention,
  edfResourceBlocking,
  firstViolation,
  isEdfSchedulable,
  type TimedTask,
} from "@preempt/runtime/analysis";
import type { EdfResourceVerdict, FixedPriorityAnalysis, ResourceAnalysis } from "./analysis.ts";
import { analyzeFixedPriority } from "./fixed-priority.ts";
import type { BlockingProtocolName } from "./options.ts";

/** @throws PreemptError where `maxSteps` is passed */
export function analyzeResources(
  tasks: readonly TimedTask[],
  order: readonly number[],
  maxSteps: number,
): ResourceAnalysis {
  const fixed = (protocol: BlockingProtocolName) =>
    analyzeFixedPriority(tasks, order, { preemption: "full", maxSteps }, protocol) as FixedPriorityAnalysis;
  const edf = (protocol: "srp" | "npcs"): EdfResourceVerdict => {
    const blocking = (convention: Convention) => ({
      blocking: edfResourceBlocking(tasks, protocol, { convention }),
      maxSteps,
    });
    const sched = isEdfSchedulable(tasks, blocking("continuous"));
    return {
      sched,
      first_violation: sched ? null : (firstViolation(tasks, blocking("continuous")) ?? null),
      sched_discrete: isEdfSchedulable(tasks, blocking("discrete")),
    };
  };
  return {
    dm_npcs: fixed("npcs"),
    dm_pip: fixed("pip"),
    dm_pcp_srp: fixed("pcp"),
    edf_srp: edf("srp"),
    edf_npcs: edf("npcs"),
  };
}
