/**
 * The models that an admission test receives, and its answer. The tests themselves are in analysis/. A scheduler receives
 * one as an option, so that a bundle without admission does not contain them.
 */

/** A recurring task as an admission test sees it. Times are milliseconds. */
export interface TaskModel {
  /** For messages. */
  readonly name: string;
  /** Minimum time between releases. */
  readonly period: number;
  /** Relative deadline; Infinity: none, its jobs run when they can. */
  readonly deadline: number;
  /** Worst-case execution time of one job. */
  readonly wcet: number;
  /** Larger is more urgent; used by fixed priorities. */
  readonly priority: number;
  /** How long after its arrival a job may be released. Default 0. */
  readonly jitter?: number;
  /** Longest critical section of a job on each resource, by the resource's name. Default: none. */
  readonly sections?: Readonly<Record<string, number>>;
  /** How its jobs await. Default: they do not. */
  readonly suspension?: SuspensionModel;
  /** It is a server. Default: a task. */
  readonly server?: ServerKind;
}

/** How jobs of a task await promises, and so give the processor up. Times are milliseconds. */
export interface SuspensionModel {
  /**
   * For how long a job waits at most, all its awaits together: from each `await` until the promise would settle if the thread were
   * free. 0 or above.
   */
  readonly time: number;
  /** How often a job awaits at most. An integer, 1 or above. */
  readonly awaits: number;
}

/**
 * How much of the processor a server takes, with its budget as `wcet` and its period:
 *
 * - "polling": as much as a periodic task.
 * - "deferrable": its budget at any time in each period, so two of them may come back to back.
 * - "constant bandwidth", "total bandwidth": its share of any window of time, however short, under EDF.
 */
export type ServerKind = "polling" | "deferrable" | "constant bandwidth" | "total bandwidth";

/** What the kernel and the platform cost, for an admission test. Times are milliseconds. */
export interface SystemModel {
  /** "edf", "fp" or "fifo". */
  readonly policy: string;
  /** The longest time for which a job is dispatched, including `overrun`. */
  readonly slice: number;
  /** The part of `slice` by which a budget may exceed the slice that was set. Default 0. */
  readonly overrun?: number;
  /**
   * How long a job may continue after a more urgent release, 0 or above, if that is shorter than a slice: with ideal
   * preemption. Default: the slice.
   */
  readonly region?: number;
  /** Longest time until the kernel notices a release, while it runs nothing or the event loop has the thread. */
  readonly releaseLatency: number;
  /** The cost of one dispatch. A job pays two for each release, and one for each slice that it uses up. */
  readonly switchCost: number;
  /**
   * The event loop has the thread for up to `time` whenever jobs had it for `round`, the shortest round while jobs are
   * ready. Default: never while jobs are ready.
   */
  readonly eventLoop?: { readonly round: number; readonly time: number };
  /** The protocol of each resource, by its name. Default: "npcs". */
  readonly protocols?: Readonly<Record<string, string>>;
}

/** Whether every deadline can be kept, with the numbers or the reason. */
export type AdmissionAnswer =
  | {
      readonly admitted: true;
      /**
       * Worst-case response time of each task in milliseconds from its arrival, in the given order. Undefined if the test
       * gives none: a task without a deadline may have no bound, and another bound may take too long to find.
       */
      readonly responseTimes: readonly (number | undefined)[];
    }
  | {
      readonly admitted: false;
      /** One sentence: which task would miss its deadline, by which test, with the numbers. */
      readonly reason: string;
      /** The task that would miss its deadline, if the test names one. */
      readonly task?: string;
    };

/** An admission test. If it admits the tasks, no job misses its deadline, as long as tasks and system behave as modelled. */
export type AdmissionTest = (tasks: readonly TaskModel[], system: SystemModel) => AdmissionAnswer;
