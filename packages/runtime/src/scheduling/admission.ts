/**
 * Whether the promises made to the tasks can be kept: the question, and the shape of the answer. The tests themselves
 * are in analysis/; a scheduler gets them handed in, so that nobody pays for them who does not ask.
 */

/** What is known of a recurring task beforehand. Times in milliseconds. */
export interface TaskModel {
  /** For messages. */
  readonly name: string;
  /** Time between releases, at least. */
  readonly period: number;
  /** Relative deadline; Infinity: none, its jobs run when they can. */
  readonly deadline: number;
  /** Worst-case execution time of one job. */
  readonly wcet: number;
  /** Larger is more urgent; used by fixed priorities. */
  readonly priority: number;
  /** How long after its arrival a job may be released. Default 0. */
  readonly jitter?: number;
  /** Longest critical section of a job on each resource, by the resource's name. */
  readonly sections?: Readonly<Record<string, number>>;
  /** It is a server. Default: a task. */
  readonly server?: ServerKind;
}

/**
 * What a server takes from the tasks, budget by budget (`wcet`) and period by period:
 *
 * - "polling": as much as a periodic task.
 * - "deferrable": its budget at any time in each period, so two of them may come back to back.
 * - "constant bandwidth", "total bandwidth": its share of any window of time, however short, under EDF.
 */
export type ServerKind = "polling" | "deferrable" | "constant bandwidth" | "total bandwidth";

/** What the system adds to the tasks' own times. Times in milliseconds. */
export interface SystemModel {
  /** "edf", "fp" or "fifo". */
  readonly policy: string;
  /** Longest time for which a job is dispatched, with what a budget may overrun it. */
  readonly slice: number;
  /** How much of `slice` is overrun: what a budget may take beyond the slice that was set. Default 0. */
  readonly overrun?: number;
  /**
   * How long a job may run on after a more urgent release, 0 or above, where that is shorter than a slice: with ideal
   * preemption. Default: the slice.
   */
  readonly region?: number;
  /** Longest time between a release and the kernel's noticing it while it runs nothing or the event loop has the thread. */
  readonly releaseLatency: number;
  /** One dispatch with all that belongs to it; a job pays two for each release, and one for each slice it uses up. */
  readonly switchCost: number;
  /**
   * The thread is the event loop's for up to `time` whenever jobs had it for `round`, the shortest round there is while
   * jobs are ready. Default: never while jobs are ready.
   */
  readonly eventLoop?: { readonly round: number; readonly time: number };
  /** How a resource's users are kept apart, by its name; "npcs" where it is missing. */
  readonly protocols?: Readonly<Record<string, string>>;
}

export type AdmissionAnswer =
  | {
      readonly admitted: true;
      /**
       * Worst-case response time of each task in milliseconds from its arrival, in the order given; undefined where the
       * test yields none: a task without a deadline may have no bound, and another one may take too long to find.
       */
      readonly responseTimes: readonly (number | undefined)[];
    }
  | {
      readonly admitted: false;
      /** One sentence: which task would miss, by which test, with the numbers. */
      readonly reason: string;
      /** The task that would miss, where the test names one. */
      readonly task?: string;
    };

/** An admission test: no job of tasks and a system that keep to their models misses its deadline if it admits them. */
export type AdmissionTest = (tasks: readonly TaskModel[], system: SystemModel) => AdmissionAnswer;
