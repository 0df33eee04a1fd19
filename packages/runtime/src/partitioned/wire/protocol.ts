/**
 * What the two sides say to each other. A message is a batch of items in a wrapper of ours, so that a module may use
 * its worker's port for words of its own. All times are on the worker's clock; the controlling side converts.
 *
 *   controlling side                      worker
 *                    ◀── ready ──         serve() was called
 *                    ── hello ──▶         which policy, and the doorbell
 *                    ◀── welcome ──       the clock
 *     submit, task, urgency, cancel, stop ──▶
 *                    ◀── began, ended, progress, missed, drained, report
 */

/** An error or another thrown value in a form that structured clone keeps; see wire-error.ts. */
export type WireError =
  | { readonly kind: "value"; readonly value: unknown }
  | {
      readonly kind: "error";
      /** The built-in class nearest to its own. */
      readonly base: string;
      readonly name: string;
      readonly message: string;
      readonly stack: string | undefined;
      readonly cause: WireError | undefined;
      readonly errors: readonly WireError[] | undefined;
      /** The error's own properties, as many as can be cloned: `code` above all. */
      readonly properties: Readonly<Record<string, unknown>>;
    };

/** Settings of the controlling side for every worker's scheduler; undefined where the worker decides. */
export interface Settings {
  readonly policy: string;
  readonly slice: number | undefined;
  readonly round: number | undefined;
  readonly budget: number | "auto" | undefined;
}

interface Run {
  readonly id: number;
  /** The name under which the worker serves the function. */
  readonly fn: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly priority: number;
  readonly budget: number | "auto" | undefined;
  readonly wcet: number | undefined;
}

export interface Submission extends Run {
  readonly op: "submit";
  readonly release: number;
  /** Absolute; Infinity if none. */
  readonly deadline: number;
}

export interface TaskStart extends Run {
  readonly op: "task";
  readonly period: number;
  /** Absolute. */
  readonly firstRelease: number;
  /** Relative; undefined if none. */
  readonly deadline: number | undefined;
  readonly backlog: number | undefined;
  /** Whether somebody wants to hear of each late job. */
  readonly tellMisses: boolean;
}

export type ToWorker =
  | {
      readonly op: "hello";
      readonly settings: Settings;
      readonly bell: SharedArrayBuffer | undefined;
      /** The name of a lock to hold, see lifeline.ts. */
      readonly lifeline: string | undefined;
    }
  | Submission
  | TaskStart
  | { readonly op: "cancel"; readonly id: number; readonly reason: WireError }
  /** The job's priority and absolute deadline from now on. */
  | { readonly op: "urgency"; readonly id: number; readonly priority: number; readonly deadline: number }
  /** Stops a task; with a reason its released jobs are cancelled too. */
  | { readonly op: "stop"; readonly id: number; readonly reason: WireError | undefined };

export interface JobEnd {
  readonly op: "ended";
  readonly id: number;
  readonly state: "done" | "failed" | "cancelled";
  readonly value: unknown;
  readonly error: WireError | undefined;
  readonly start: number | undefined;
  readonly finish: number;
  readonly executionTime: number;
  readonly preemptions: number;
}

export interface TaskProgress {
  readonly op: "progress";
  readonly id: number;
  readonly released: number;
  readonly skipped: number;
  readonly misses: number;
  readonly ended: number;
}

export interface LateJob {
  readonly op: "missed";
  readonly id: number;
  readonly release: number;
  readonly start: number | undefined;
  readonly finish: number;
  readonly deadline: number;
}

export type FromWorker =
  | { readonly op: "ready" }
  | {
      readonly op: "welcome";
      readonly now: number;
      readonly origin: number;
      readonly policy: string;
      /** Whether it holds the lock. */
      readonly holdsLifeline: boolean;
    }
  | { readonly op: "began"; readonly id: number; readonly start: number }
  | JobEnd
  | TaskProgress
  | LateJob
  /** A task that could not be started. */
  | { readonly op: "refused"; readonly id: number; readonly error: WireError }
  /** A task was stopped, and its last job has ended. */
  | { readonly op: "drained"; readonly id: number }
  /** An error that nobody awaits, and the task whose job failed with it. */
  | { readonly op: "report"; readonly error: WireError; readonly task: number | undefined }
  /** A message from the controlling side that could not be read here: whatever it asked for will never be done. */
  | { readonly op: "unreadable"; readonly error: WireError };

export interface Batch<Item> {
  readonly preempt: readonly Item[];
}

/** The items of a message, or undefined if it is none of ours. */
export function itemsOf<Item>(message: unknown): readonly Item[] | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { preempt } = message as { preempt?: unknown };
  return Array.isArray(preempt) ? preempt : undefined;
}
