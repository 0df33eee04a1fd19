/** The options for limits of a job, and their checks. */

import { finiteNumber, refusal, tableOf } from "@preempt/checks";
import { PreemptError, positive, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import { remedyFor } from "../input/remedies.ts";
import { absolute, type Deadline } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";

/** A new urgency for a job, as with `setPriority` and `setDeadline`: `{ priority: -1 }` or `{ deadline: Infinity }`. */
export interface NewUrgency {
  /** Any finite number, larger is more urgent. Default: it stays. */
  readonly priority?: number;
  /** Milliseconds after the arrival of the job, or `{ at }` an instant; Infinity: none. Default: it stays. */
  readonly deadline?: Deadline;
}

/**
 * What happens to a job at a limit: it is cancelled, gets another urgency, or a function is called with it and it continues.
 */
export type LimitAction = "cancel" | NewUrgency | ((job: Job) => void);

/** Milliseconds after which a job is cancelled, or after which `do` happens. Above 0; Infinity: never. */
export type TimeLimit = number | { readonly after: number; readonly do?: LimitAction };

/** What happens to a job that is unfinished at its deadline. See {@link SubmitOptions.onMiss}. */
export type OnJobMiss = "continue" | "drop" | LimitAction;

/** The limits of one job, and of each job of a task. */
export interface LimitOptions {
  /**
   * Milliseconds from the submission, including a `delay`, after which an unfinished job is cancelled (`timed_out`).
   * `{ after, do }` does something else instead. Above 0; Infinity: never. Default: never.
   */
  timeout?: TimeLimit;
  /**
   * Milliseconds of running after which the job is cancelled (`limit_reached`), at its next preemption point. Time in which it
   * waits, or other jobs run, does not count. `{ after, do }` does something else instead. Above 0; Infinity: never.
   * Default: never.
   */
  limit?: TimeLimit;
  /** "refuse": a job whose deadline passes before it starts never runs, and rejects with `deadline_missed`. Default "run". */
  late?: "run" | "refuse";
}

/** A limit as the kernel has it. */
interface Bound {
  readonly after: number;
  readonly act: (job: Job) => void;
}

/** The limits of a job, checked. */
export interface Limits {
  readonly timeout: Bound | undefined;
  readonly limit: Bound | undefined;
  readonly refusesLate: boolean;
}

const boundTable = tableOf<{ after: number; do: LimitAction }>({ after: 1, do: 1 });
const urgencyTable = tableOf<NewUrgency>({ priority: finiteNumber, deadline: 1 });

/** @throws PreemptError for an option out of range */
export function limitsOf(whose: string, { timeout, limit, late }: LimitOptions): Limits | undefined {
  const limits = {
    timeout: boundOf(timeout, "timeout", `the timeout of ${whose}`, timedOut),
    limit: boundOf(limit, "limit", `the limit of ${whose}`, limitReached),
    refusesLate: late === "refuse",
  };
  return limits.timeout || limits.limit || limits.refusesLate ? limits : undefined;
}

/** @throws PreemptError for an action that does not exist, or an urgency out of range */
export function checkAction(action: unknown, code: string, what: string, others: readonly string[] = []): void {
  if (action === "cancel" || typeof action === "function" || others.includes(action as string)) return;
  if (typeof action !== "object" || action === null) {
    const words = ["cancel", ...others].map(show).join(", ");
    refuse(`${code}_unknown`, what, show(action), `${words}, { priority } or { deadline }, or a function`);
  }
  refuseWrong(action as object, urgencyTable, what);
  const { priority, deadline } = action as NewUrgency;
  absolute(deadline, 0, what);
  if (priority === undefined && deadline === undefined) {
    refuse(`${code}_unknown`, what, "an object without priority and deadline", "one of them");
  }
}

/** What is done to a job. `reason` says with what it is cancelled. */
export function perform(action: LimitAction, reason: (job: Job) => unknown): (job: Job) => void {
  if (action === "cancel") return (job) => job.cancel(reason(job));
  if (typeof action === "function") return action;
  const { priority, deadline } = action;
  return (job) => {
    if (priority !== undefined) job.setPriority(priority);
    if (deadline !== undefined) job.setDeadline(deadline);
  };
}

/** With what a job is cancelled that is late. */
export function deadlineMissed(job: Job): PreemptError {
  return unfinished("deadline_missed", job, `at its deadline, ${job.deadline}`);
}

function boundOf(
  given: TimeLimit | undefined,
  code: string,
  what: string,
  reason: (job: Job, after: number) => unknown,
): Bound | undefined {
  if (given === undefined) return undefined;
  const isObject = typeof given === "object" && given !== null;
  if (isObject) refuseWrong(given, boundTable, what);
  const after = positive(isObject ? given.after : given, code, what);
  const action = (isObject ? given.do : undefined) ?? "cancel";
  checkAction(action, `${code}_action`, `"do" in ${what}`);
  return after === Number.POSITIVE_INFINITY ? undefined : { after, act: perform(action, (job) => reason(job, after)) };
}

function timedOut(job: Job, after: number): PreemptError {
  return unfinished("timed_out", job, `${after} ms after it was submitted`);
}

function limitReached(job: Job, after: number): PreemptError {
  return unfinished("limit_reached", job, `after it ran ${after} ms`);
}

function unfinished(code: string, { id, name }: Job, when: string): PreemptError {
  return new PreemptError(code, refusal(`job ${id} (${name})`, `unfinished ${when}`, remedyFor(code)));
}
