/**
 * What was measured of one cell: one task set in one variant, once. A line of JSON in a result file. All times are in
 * microseconds.
 */
import type { Keyed } from "../scale/keyed.ts";
import type { ChainOutcome } from "../simulate/outcome.ts";
import type { LoopParameters } from "../task-set.ts";
import type { Pace } from "./pace.ts";
import type { MessageTimes } from "./threads/message-times.ts";
import type { VariantName } from "./variant.ts";

export interface CellResult extends Keyed {
  /** `set/variant/repetition` */
  readonly key: string;
  readonly set: string;
  readonly variant: VariantName;
  /** From 0. */
  readonly repetition: number;
  /** Σ C/T of the set. */
  readonly utilisation: number;
  /** Jobs released in [0, horizon) were run. */
  readonly horizon: number;
  /** How many there were, and how many of them ended after their deadlines or not at all. */
  readonly jobs: number;
  readonly misses: number;
  /** From the first release to the end of the last job. */
  readonly totalTime: number;
  /** Execution of the jobs. */
  readonly taskTime: number;
  /** What the kernel had the thread for, `taskTime` included; the same as that for "fcfs" and "loop". */
  readonly schedulerTime: number;
  /** (schedulerTime - taskTime) / taskTime, as in the paper; 0 if nothing was executed. */
  readonly overhead: number;
  /** Execution that was asked for: Σ C of the jobs. */
  readonly plannedTime: number;
  /** How fast the task bodies are, in units of work per microsecond: calibrated in this process before the run. */
  readonly pace: Pace;
  readonly tasks: readonly TaskResult[];
  /** Of sets with chains: the longest times that were measured. */
  readonly chains?: readonly ChainResult[];
  /** Of "loop": how the set's loop chooses. */
  readonly loop?: LoopParameters;
  /** Of variants on the event loop: from the end of a callback to the next one that waited for it. */
  readonly turns?: { readonly mean: number; readonly max: number };
  /** Of sets with threads: their names, and the place of each task's thread. */
  readonly threads?: { readonly names: readonly string[]; readonly of: readonly number[] };
  /** Of sets with threads: how long what crosses took, from the end of a job to the release of the next one. */
  readonly messages?: readonly MeasuredMessages[];
  /** Whether others took the processor, so that misses tell nothing of the kernel; and the signs of it. */
  readonly disturbed: boolean;
  readonly disturbance: Disturbance;
  /** Processor and engine. */
  readonly machine: string;
  /** When it ended, ISO 8601. */
  readonly ended: string;
  /** Seconds that the process took, with warm-up and calibration. */
  readonly seconds: number;
  /** Every job, if asked for. */
  readonly rows?: readonly JobRow[];
}

export interface MeasuredMessages extends MessageTimes {
  /** 1: between the main thread and another one; 2: between two others, through the main thread. */
  readonly hops: number;
}

export interface TaskResult {
  readonly C: number;
  readonly T: number;
  readonly D: number;
  /** As in the set: offset and jitter. */
  readonly O?: number;
  readonly J?: number;
  /** As in the set: where its jobs could not be preempted, or held resources. Of "fcfs" and "loop" nowhere, whatever stands here. */
  readonly q?: number;
  readonly chunks?: readonly number[];
  readonly cs?: Readonly<Record<string, number>>;
  /** As in the set: where its jobs suspended themselves, and their queue. */
  readonly S?: number;
  readonly segments?: readonly number[];
  readonly queue?: string;
  readonly jobs: number;
  readonly misses: number;
  /** Of each job in the order of release: finish - planned release. What another job released counts from the first one's. */
  readonly responses: readonly number[];
  /** Actual execution times. */
  readonly execution: { readonly mean: number; readonly max: number };
  /** Actual release - planned release: how late the system noticed. */
  readonly releaseLatency: { readonly mean: number; readonly max: number };
  /**
   * Of tasks whose jobs suspend themselves: for how long a job really did, in total. Timers are late, so it may be longer than
   * S. `longest`, of tasks with segments: the longest of each execution and suspension in turn.
   */
  readonly suspension?: { readonly mean: number; readonly max: number; readonly longest?: readonly number[] };
}

/** The longest times of a chain, and which chain of the set it is. */
export type ChainResult = ChainOutcome & {
  /** By place. */
  readonly tasks: readonly number[];
  /** As in the set: end-to-end deadline. */
  readonly D?: number;
};

export interface Disturbance {
  /** Time in which the thread was to run and did not: all of it, and the most within a fifth of a second. */
  readonly stolen: number;
  readonly longest: number;
  /** The latest that a timer fired while the thread had nothing to do. Node's timers are a millisecond late as it is. */
  readonly longestWake: number;
  /** Context switches that the process did not ask for. */
  readonly involuntarySwitches: number;
}

/** Planned release and what became of it. */
export type JobRow = readonly [
  task: number,
  k: number,
  planned: number,
  release: number,
  start: number,
  finish: number,
  execution: number,
  preemptions: number,
  /** Of jobs that suspended themselves: for how long, in total. */
  suspended?: number,
];
