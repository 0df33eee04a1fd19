/** EDF, as the reference data have it. */
import {
  type BlockingStep,
  busyPeriod,
  type EdfOptions,
  edfResourceBlocking,
  edfResponseTimes,
  firstViolation,
  isEdfSchedulable,
  type TimedTask,
} from "@preempt/runtime/analysis";
import type { EdfAnalysis } from "./analysis.ts";
import type { SectionOptions } from "./fixed-priority.ts";
import type { Limits } from "./limits.ts";
import type { BlockingProtocolName } from "./options.ts";
import { hasBlocking, hasSections, orNull } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

export function analyzeEdf(
  tasks: readonly TimedTask[],
  options: EdfOptions & Pick<Limits, "responses" | "preemption">,
  protocol: BlockingProtocolName,
): EdfAnalysis {
  // Blocking by task is blocking by nobody in particular: only the test of Baker takes it.
  if (hasBlocking(tasks)) return { sched: null, firstViolation: null, R: null };
  const all = { ...options, blocking: sectionBlocking(tasks, { ...options, protocol }) };
  const verdict = attempt(() => verdictOf(tasks, all));
  if (isUndecided(verdict)) return { sched: null, firstViolation: null, R: null, ...verdict };
  if (!options.responses) return { ...verdict, R: null };
  const responses = attempt(() => edfResponseTimes(tasks, all).map(orNull));
  const busy = attempt(() => orNull(busyPeriod(tasks)));
  return {
    ...verdict,
    R: isUndecided(responses) ? null : responses,
    ...(!isUndecided(busy) && { busy }),
    ...(isUndecided(responses) && responses),
  };
}

/** Blocking by the sections of tasks with later deadlines; none where jobs run to their ends. */
export function sectionBlocking(tasks: readonly TimedTask[], { preemption, protocol }: SectionOptions): BlockingStep[] {
  if (preemption === "none" || !hasSections(tasks)) return [];
  return edfResourceBlocking(tasks, protocol === "npcs" || protocol === "pip" ? protocol : "srp");
}

function verdictOf(tasks: readonly TimedTask[], options: EdfOptions & Pick<Limits, "responses">) {
  const { preemption = "full", convention = "discrete" } = options;
  // The quick test says whether; where something is violated, the other one says where, and gets there soon.
  const sched = isEdfSchedulable(tasks, options);
  const violation = sched || !options.responses ? undefined : firstViolation(tasks, options);
  const isShorter = preemption !== "full" && convention === "discrete";
  return {
    sched,
    firstViolation: orNull(violation),
    ...(isShorter && { sched_sup: isEdfSchedulable(tasks, { ...options, convention: "continuous" }) }),
  };
}
