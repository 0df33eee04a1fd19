/**
 * Preemptive EDF of periodic tasks with static offsets.
 *
 * - "schedule": exact. If all deadlines are met up to O_max + 2 H, the schedule repeats itself from O_max + H on (Leung and Merrill,
 *   IPL 1980), with the hyperperiod H. As with fixed priorities, the state is compared at O_max + k H, and what is found equal
 *   repeats itself. A deadline is missed if and only if in some window [t1, t2], from a release to a deadline, the demand is above its
 *   length (Baruah, Rosier and Howell, Real-Time Systems 1990; Baruah, Howell and Rosier, Algorithmica 1990). The schedule
 *   finds such a window without looking at all of them: t2 is the deadline that is missed. t1 is the end of the last time before it in
 *   which nothing ran that is due by t2. Not with release jitter.
 * - "transactions": a sufficient demand test, where that takes too many steps, and with release jitter: see offset-demand.ts.
 * - "synchronous": the exact test for the worst offsets.
 */
import { edfResponseTimes } from "./edf-response-time.ts";
import { Effort, type EffortOptions, longestTime } from "./integers.ts";
import { passesTransactionDemand } from "./offset-demand.ts";
import { OffsetSchedule, Repetition, stepsTo } from "./offset-schedule.ts";
import { checkOffsetTasks, type OffsetTask } from "./offset-task.ts";
import { isEdfSchedulable } from "./qpa.ts";
import { compareUtilisationToOne, hyperperiod } from "./utilisation.ts";

/** What is known of a set with offsets under EDF. */
export interface EdfOffsets {
  /** Whether a test shows that all deadlines are met. */
  readonly isSchedulable: boolean;
  /** Which test said so. Undefined: none shows it, and none refutes it. At a utilisation above 1 it is "synchronous". */
  readonly by: "schedule" | "transactions" | "synchronous" | undefined;
  /** The first missed deadline: a window that is too short for what is released and due in it. */
  readonly violation: { readonly from: number; readonly to: number } | undefined;
  /**
   * By task: the longest response from the arrival. Exact if `by` is "schedule", where of jobs with one deadline the one that arrived
   * first goes first, and of these that of the task with the lower index. Else a bound. Undefined where there is none.
   */
  readonly responses: readonly (number | undefined)[];
  /** Of exact responses: when the job with the longest response arrives, the first of several. */
  readonly arrivals: readonly (number | undefined)[];
}

/**
 * Whether EDF meets all deadlines of periodic tasks with offsets `O`, and their longest responses.
 *
 * @throws PreemptError for a malformed set, with blocking, regions or sections, and where `maxSteps` is too little for any test
 */
export function edfOffsets(tasks: readonly OffsetTask[], options: EffortOptions = {}): EdfOffsets {
  checkOffsetTasks(tasks);
  const none = tasks.map(() => undefined);
  if (compareUtilisationToOne(tasks) > 0)
    return { isSchedulable: false, by: "synchronous", violation: undefined, responses: none, arrivals: none };
  const exact = bySchedule(tasks, options);
  if (exact !== undefined) return exact;
  const limits = options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps };
  const by = isEdfSchedulable(tasks, limits)
    ? "synchronous"
    : passesTransactionDemand(tasks, new Effort(options))
      ? "transactions"
      : undefined;
  const responses = edfResponseTimes(tasks, limits).map((R, i) => {
    // A job that is in time responds within D.
    return by === "transactions" ? Math.min(R as number, (tasks[i] as OffsetTask).D) : R;
  });
  return { isSchedulable: by !== undefined, by, violation: undefined, responses, arrivals: none };
}

/** Undefined: it takes too many steps, or jobs have jitter. */
function bySchedule(tasks: readonly OffsetTask[], options: EffortOptions): EdfOffsets | undefined {
  const effort = new Effort(options);
  const length = Number(hyperperiod(tasks));
  const from = Math.max(0, ...tasks.map(({ O = 0 }) => O));
  const end = from + length;
  if (!(end <= longestTime) || tasks.some(({ J = 0 }) => J > 0) || stepsTo(end, tasks) > effort.left) return undefined;
  const longest = tasks.map(() => ({ R: 0, arrival: 0 }));
  const deadline = (task: number, arrival: number) => arrival + (tasks[task] as OffsetTask).D;
  /** The end of the last time in which what is due by then did not run. */
  let missed: number | undefined;
  const schedule = new OffsetSchedule(tasks, deadline, effort, {
    ended(task, arrival, end) {
      if (end > deadline(task, arrival)) missed ??= deadline(task, arrival);
      if (end - arrival > (longest[task] as { R: number }).R) longest[task] = { R: end - arrival, arrival };
    },
  });
  const repetition = new Repetition(tasks.length, from, length);
  do {
    if (repetition.at > longestTime || !schedule.runTo(repetition.at)) return undefined;
  } while (!repetition.isSeen(schedule));
  return {
    isSchedulable: missed === undefined,
    by: "schedule",
    violation: missed === undefined ? undefined : { from: windowStart(tasks, missed, options), to: missed },
    responses: longest.map(({ R }) => R),
    arrivals: longest.map(({ arrival }) => arrival),
  };
}

/** Where the window begins that ends with a missed deadline. */
function windowStart(tasks: readonly OffsetTask[], missed: number, options: EffortOptions): number {
  const deadline = (task: number, arrival: number) => arrival + (tasks[task] as OffsetTask).D;
  let [busyUntil, start] = [0, 0];
  const schedule = new OffsetSchedule(tasks, deadline, new Effort(options), {
    ran(task, from, to, arrival) {
      const isDue = deadline(task, arrival) <= missed;
      // Before it the processor had a pause, or it ran what is due later.
      if (isDue && busyUntil < from) start = from;
      if (isDue) busyUntil = to;
    },
  });
  schedule.runTo(missed);
  return start;
}

/** Work of jobs that arrive at `from` or later and are due by `to`. */
export function demandBetween(tasks: readonly OffsetTask[], from: number, to: number): number {
  return tasks.reduce((work, task) => work + jobsBetween(task, from, to) * task.C, 0);
}

/** How many jobs of a task arrive at `from` or later and are due by `to`. */
export function jobsBetween({ O = 0, T, D }: OffsetTask, from: number, to: number): number {
  const before = Math.max(0, Math.ceil((from - O) / T));
  return Math.max(0, Math.floor((to - D - O) / T) + 1 - before);
}
