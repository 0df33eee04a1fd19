/** The options of a task, and what of them may change while it runs. */

import { countFromOne, naturalNumber, positiveNumber, tableOf, word } from "@preempt/checks";
import { checkWork } from "../input/checks.ts";
import { notNegative, PreemptError, positive, refuse, show } from "../input/errors.ts";
import { workTable } from "../input/option-names.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { AnyFunction, SubmitOptions } from "../input/options.ts";
import { never } from "../kernel/time.ts";
import { checkAction, limitsOf, type OnJobMiss } from "../limits/limit-options.ts";

/** What happens to a job that is unfinished at its deadline, or to the next one. */
export type OnMiss = OnJobMiss | "skip-next";

/** How a task runs. Times are milliseconds. */
export interface TaskOptions<F extends AnyFunction = AnyFunction>
  extends Omit<SubmitOptions<F>, "delay" | "deadline" | "inherit" | "onMiss" | "data"> {
  /** Periodic: time between arrivals. Above 0. Default: none, so `release` releases the jobs. */
  period?: number;
  /** Sporadic: minimum time between arrivals. Above 0. Without it and without a period, the task is aperiodic. */
  interArrival?: number;
  /** Periodic: first arrival, after the start. 0 or above. Default 0. */
  phase?: number;
  /** For tests: how long after its arrival the k-th job is released, counted from 0. 0 or above. Default 0. */
  jitter?: number | ((k: number) => number);
  /** Relative deadline, from the arrival. Above 0; Infinity: none. Default: the period, or interArrival, or none. */
  deadline?: number;
  /** How many unfinished jobs the task may have, not counting cancelled ones. Further releases are skipped. Default 64. */
  backlog?: number;
  /**
   * What happens to a job that is unfinished at its deadline.
   *
   * - "continue" (default): nothing.
   * - "cancel": it is cancelled.
   * - "skip-next": it continues, and the next release is left out.
   * - "drop": it is cancelled earlier, when it is about to run and the task's `wcet` no longer fits. Under EDF and permanent
   *   overload this keeps the time for jobs that can succeed.
   * - `{ priority }` or `{ deadline }`: it gets another urgency. A function: it is called with the job.
   */
  onMiss?: OnMiss;
  /**
   * Periodic: what happens to releases whose time passed while the kernel had no round, because the machine slept or other code
   * computed, and at least one more period passed as well.
   *
   * - "coalesce" (default) releases one job for all of them, with the last one's arrival and deadline.
   * - "skip" waits for the next arrival.
   * - "all" makes up for them, up to the backlog.
   *
   * Releases that are left out count as {@link Task.skipped}. A release that is late because jobs ran is not missed.
   */
  missed?: Missed;
}

/** What happens to missed releases: one job for all, none, or one each. */
export type Missed = "coalesce" | "skip" | "all";

export const missedWord = word("coalesce", "skip", "all");

/** The options of a task that may change while it runs. Options that are left out stay as they are. */
export type TaskChange = Pick<TaskOptions, "period" | "interArrival" | "deadline" | "priority" | "wcet" | "jitter">;

/** A change is checked as what the task becomes by it. */
export const changeTable = tableOf<TaskChange>({
  period: 1,
  interArrival: 1,
  deadline: 1,
  priority: 1,
  wcet: 1,
  jitter: 1,
});

const taskTable = tableOf<TaskOptions>({
  ...workTable,
  period: 1,
  interArrival: positiveNumber,
  phase: naturalNumber,
  jitter: 1,
  deadline: positiveNumber,
  backlog: countFromOne,
  missed: missedWord,
});

/** @throws PreemptError if there are no options at all */
export function checkGiven(options: unknown, name: string): asserts options is object {
  if (typeof options === "object" && options !== null && !Array.isArray(options)) return;
  throw new PreemptError(
    "task_options_missing",
    `the options of task "${name}" are ${Array.isArray(options) ? "an array" : show(options)}. Give { period } at least.`,
  );
}

/** @throws PreemptError for an option out of range */
export function checkTask(name: string, options: TaskOptions): void {
  const { period, interArrival, jitter, onMiss } = options;
  refuseWrong(options, taskTable, `task "${name}"`);
  checkWork(`task "${name}"`, options);
  const what = (of: string) => `the ${of} of task "${name}"`;
  if (period === never) {
    refuse(
      "period_not_finite",
      what("period"),
      "Infinity",
      "milliseconds, or release single jobs by a task without a period",
    );
  }
  if (period !== undefined) positive(period, "period", what("period"));
  if (period !== undefined && interArrival !== undefined) {
    throw new PreemptError(
      "task_kind",
      `task "${name}" has a period and an interArrival. Give one of them, or neither.`,
    );
  }
  if (jitter !== undefined && typeof jitter !== "function") notNegative(jitter, "jitter", what("release jitter"));
  if (onMiss === "drop" && options.wcet === undefined) {
    throw new PreemptError(
      "wcet_missing",
      `task "${name}" drops what cannot be in time, but has no wcet. Give its execution time.`,
    );
  }
  if (onMiss !== undefined) checkAction(onMiss, "on_miss", what("onMiss"), ["continue", "drop", "skip-next"]);
  limitsOf(`task "${name}"`, options);
}
