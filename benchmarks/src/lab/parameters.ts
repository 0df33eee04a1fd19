/** What a task-set file has in it. All times are integers in microseconds. */

export interface TaskParameters {
  /** Worst-case execution time, 0 or more, at most D. Simulation and execution take it as the time of every job. */
  readonly C: number;
  /** Period, or minimum time between arrivals, 1 or more. */
  readonly T: number;
  /** Relative deadline, counted from the arrival, 1 or more; may be beyond the period. A file may leave it out: then it is T. */
  readonly D: number;
  /** Offset: when the first job arrives. Default 0. Tests that are not named after offsets look at the worst ones. */
  readonly O?: number;
  /** Release jitter: a job may be released so long after its arrival. Default 0. */
  readonly J?: number;
  /** Blocking by less urgent work. Default 0. Fixed priorities only. */
  readonly B?: number;
  /** Longest region in which a job cannot be preempted, wherever it lies. Default 0. */
  readonly q?: number;
  /** Lengths between the preemption points of a job, in order; they add up to C. */
  readonly chunks?: readonly number[];
  /** Longest critical section of a job on each resource. Sections are not nested. */
  readonly cs?: Readonly<Record<string, number>>;
  /** Longest total time for which a job suspends itself, wherever it likes: it awaits. Default: that of its segments, else 0. */
  readonly S?: number;
  /** Execution and suspension in turn: c, s, c, …, c. The executions are 1 or more each, and add up to C. */
  readonly segments?: readonly number[];
  /** The task queue of the event loop in which its callbacks wait. Default: one for all tasks that name none. */
  readonly queue?: string;
  /** The thread that runs its jobs: its name, or its place from 0. Default: the set's `placement` finds one. */
  readonly thread?: string | number;
  /**
   * Its jobs are submitted by the main thread when they arrive, so that each is released after one message. Default false: the kernel
   * of its thread releases them, and no message is needed.
   */
  readonly submitted?: boolean;
  /** For messages and charts. Default: its place in the set. */
  readonly name?: string;
}

/** The queue of tasks whose callbacks are timers: {@link LoopParameters} says how late these are. */
export const timerQueue = "timer";

/** How an event loop without preemption chooses among the callbacks that wait. */
export interface LoopParameters {
  /** By queue: 0, the most urgent, to 1000. Callbacks go before all of larger levels. Default of each queue: 0. */
  readonly levels?: Readonly<Record<string, number>>;
  /** Between queues of one level: "oldest", the oldest callback; "any", as the HTML standard allows. Default "oldest". */
  readonly choice?: "oldest" | "any";
  /** Callbacks in the queue "timer" are due at multiples of this. Default 1. */
  readonly granularity?: number;
  /** How long after that the loop may notice it. Default 0. */
  readonly lateness?: number;
}

/** A job by itself: release, execution time, absolute deadline (null: none), priority (0 is the most urgent; default 0). */
export type SingleJob = readonly [release: number, execution: number, deadline: number | null, priority?: number];

/** A container for the jobs by themselves, so that they cannot hurt the tasks. */
export interface ServerParameters {
  readonly kind: "cbs" | "tbs" | "deferrable" | "polling";
  /** Budget in each period, 1 or more. */
  readonly Q: number;
  /** The server's period. */
  readonly T: number;
}

/** Tasks that pass data on: a → b → c. */
export interface ChainParameters {
  /** Names or places of tasks, the first one first. Two at least. */
  readonly tasks: readonly (string | number)[];
  /**
   * - "event": the end of a job releases a job of the next task. All have the same T, and deadlines D count from the arrival of the
   *   first task's job.
   * - "time": each task runs by its own period, and reads at its start what the task before it wrote last, at its end.
   */
  readonly trigger: "event" | "time";
  /** End-to-end deadline: of the response of an event-triggered chain, of the reaction time of a time-triggered one. Default: none. */
  readonly D?: number;
  /** For messages. Default: its place in the set. */
  readonly name?: string;
}

/** The thread of this name is the one that made the others, in a {@link TaskSet}. */
export const mainThread = "main";

export const placementNames = ["first-fit", "best-fit", "worst-fit"] as const;
export type PlacementName = (typeof placementNames)[number];

/** What is between threads. */
export interface MessageParameters {
  /**
   * How long a message takes from the main thread to another one, or back: [least, most]. Between two others it goes through the
   * main thread, and takes this twice.
   */
  readonly delay: readonly [least: number, most: number];
}

export interface TaskSet {
  readonly id: string | number;
  readonly tasks: readonly TaskParameters[];
  /** Jobs that belong to no task; simulated, not analysed. */
  readonly jobs?: readonly SingleJob[];
  /** How the event loop chooses, for analyses and simulations of it. Default: the oldest callback of all. */
  readonly loop?: LoopParameters;
  /** Default: none, tasks have nothing to do with each other. */
  readonly chains?: readonly ChainParameters[];
  /**
   * Threads with a kernel each, as those of a PartitionedScheduler: how many, or their names. The one called "main" is the main
   * thread. Default: one thread.
   */
  readonly threads?: number | readonly string[];
  /** How tasks that name no thread find one, in decreasing order of utilisation, by the exact test of deadline-monotonic priorities. */
  readonly placement?: PlacementName;
  /** Needed where something crosses from one thread to another. */
  readonly messages?: MessageParameters;
  /** What serves `jobs`. Default: nothing, they compete with the tasks. */
  readonly server?: ServerParameters;
}

export interface TaskSetFile {
  readonly sets: readonly TaskSet[];
}
