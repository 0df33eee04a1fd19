/** Response times under fixed priorities, as the reference data have them. */
import {
  type BlockingProtocol,
  meetsDeadlines,
  type Preemption,
  type ResponseOptions,
  resourceBlocking,
  responseTimes,
  type TimedTask,
} from "@preempt/runtime/analysis";
import type { FixedPriorityAnalysis, Undecided } from "./analysis.ts";
import type { BlockingProtocolName } from "./options.ts";
import { hasJitter, hasSections, orNull } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

export function analyzeFixedPriority(
  tasks: readonly TimedTask[],
  order: readonly number[],
  options: ResponseOptions & { readonly preemption: Preemption },
  protocol: BlockingProtocolName,
): FixedPriorityAnalysis | Undecided {
  const found = attempt(() => analyzed(withSections(tasks, order, { ...options, protocol }), order, options));
  return isUndecided(found) ? { sched: null, R: null, ...found } : found;
}

function analyzed(
  tasks: readonly TimedTask[],
  order: readonly number[],
  options: ResponseOptions & { readonly preemption: Preemption },
): FixedPriorityAnalysis {
  const responses = responseTimes(tasks, order, options);
  const { preemption, convention = "discrete" } = options;
  const found: FixedPriorityAnalysis = {
    sched: meetsDeadlines(tasks, responses),
    R: responses.map(({ R }) => orNull(R)),
    R1: responses.map(({ R1 }) => orNull(R1)),
    ...(hasJitter(tasks) && { Rrel: responses.map(({ Rrel }) => orNull(Rrel)) }),
    B: responses.map(({ B }) => B),
  };
  if (preemption === "full" || convention === "continuous") return found;
  const longer = responseTimes(tasks, order, { ...options, convention: "continuous" });
  return { ...found, R_sup: longer.map(({ R }) => orNull(R)), sched_sup: meetsDeadlines(tasks, longer) };
}

const kinds: Readonly<Record<BlockingProtocolName, BlockingProtocol>> = {
  npcs: "npcs",
  pip: "pip",
  pcp: "ceiling",
  srp: "ceiling",
};

export interface SectionOptions {
  readonly preemption: Preemption;
  readonly protocol: BlockingProtocolName;
}

/**
 * The sections of less urgent tasks as blocking, on top of what is given. Where jobs run to their ends nobody finds a
 * resource taken: sections are parts of what blocks as a whole.
 */
export function withSections(
  tasks: readonly TimedTask[],
  order: readonly number[],
  { preemption, protocol }: SectionOptions,
): readonly TimedTask[] {
  if (preemption === "none" || !hasSections(tasks)) return tasks;
  const blocking = resourceBlocking(tasks, order, kinds[protocol]);
  return tasks.map((task, i) => ({ ...task, B: (task.B ?? 0) + (blocking[i] as number) }));
}
