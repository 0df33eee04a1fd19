/** Event-triggered chains: what releases jobs is the end of others, so that tests need the release jitter of that. */
import {
  edfResponseTimes,
  fifoResponseTime,
  type HolisticOptions,
  type HolisticResult,
  holisticResponseTimes,
  type Preemption,
  responseTimes,
  type TimedTask,
} from "@preempt/runtime/analysis";
import { hasEvents, tasksBefore } from "../chains.ts";
import type { TaskSet } from "../task-set.ts";
import { sectionBlocking } from "./edf.ts";
import { withSections } from "./fixed-priority.ts";
import type { BlockingProtocolName } from "./options.ts";
import { hasBlocking } from "./timed.ts";
import { attempt, isUndecided } from "./undecided.ts";

/** Why there are no tasks to analyse. */
export interface NotFound {
  readonly undecided: string;
}

export interface EventLimits {
  readonly preemption: Preemption;
  readonly maxSteps: number;
  readonly protocol: BlockingProtocolName;
}

type ResponsesOf<Task extends TimedTask> = (tasks: readonly Task[]) => readonly (number | undefined)[];

/** The tasks with the jitters of their releases under one policy; as they are in a set without such chains. */
export function withReleases<Task extends TimedTask>(
  set: TaskSet,
  tasks: readonly Task[],
  responsesOf: ResponsesOf<Task>,
): readonly Task[] | NotFound {
  if (!hasEvents(set)) return tasks;
  const found = releasesFound(set, tasks, responsesOf as ResponsesOf<TimedTask>);
  return isUndecided(found) ? found : (found.tasks as readonly Task[]);
}

/** The releases of all tasks, and nothing of use in `responses`. */
export function releasesFound(
  set: TaskSet,
  tasks: readonly TimedTask[],
  responsesOf: ResponsesOf<TimedTask>,
  options: HolisticOptions = {},
): HolisticResult | NotFound {
  const before = tasksBefore(set);
  const releasing = new Set(before);
  // No jitter depends on a task that releases no other one: it may be without a bound, and the others still have theirs.
  const responses: ResponsesOf<TimedTask> = hasEvents(set)
    ? (timed) => responsesOf(timed).map((R, i) => (releasing.has(i) ? R : 0))
    : () => tasks.map(() => 0);
  const found = attempt(() => holisticResponseTimes(tasks, before, responses, options));
  return found ?? { undecided: "event-triggered chains: no bound of the releases was found" };
}

export function fixedPriorityReleases(
  set: TaskSet,
  tasks: readonly TimedTask[],
  order: readonly number[],
  limits: EventLimits,
) {
  return withReleases(set, tasks, (timed) =>
    responseTimes(withSections(timed, order, limits), order, limits).map(({ R }) => R),
  );
}

export function edfReleases(set: TaskSet, tasks: readonly TimedTask[], limits: EventLimits) {
  // Blocking terms have no test under EDF: there is no verdict, and no bound is needed.
  if (hasBlocking(tasks)) return tasks;
  return withReleases(set, tasks, (timed) =>
    edfResponseTimes(timed, { ...limits, blocking: sectionBlocking(timed, limits) }),
  );
}

export function fifoReleases(set: TaskSet, tasks: readonly TimedTask[], { maxSteps }: EventLimits) {
  return withReleases(set, tasks, (timed) => {
    const response = fifoResponseTime(timed, { maxSteps });
    return timed.map(({ J = 0 }) => (response === undefined ? undefined : response + J));
  });
}
