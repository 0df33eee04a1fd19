/** What is written down of a run: enough to compute everything that is shown. */
import type { LoadTask } from "./set.ts";
import type { Step, Subtest } from "./subtests.ts";

export interface MacroOptions {
  /** Of each subtest. */
  readonly seconds: number;
  readonly repetitions: number;
  /** So many of them are there when the run ends; another page goes on from its result. Default: all. */
  readonly upTo?: number;
  /** What one AES job takes in plain code, in milliseconds. */
  readonly aesMs: number;
  readonly subtests: readonly Subtest[];
}

export interface Calibration {
  /** Of the busy loop, in plain code on an idle page: a tenth of the samples were faster; and the slowest and the fastest. */
  readonly unitsPerMs: number;
  readonly unitsPerMsRange: readonly [slowest: number, fastest: number];
  /** What a record of AES takes, there and back, in plain code. */
  readonly recordMs: number;
  /** How many records a job has. */
  readonly records: number;
  readonly recordBytes: number;
}

export interface TaskCount {
  readonly name: string;
  /** Jobs that were to be released: those that were not, since too many were waiting, as well. */
  readonly due: number;
  readonly finished: number;
  /** Finished late, unfinished past the deadline, or not released since too many were waiting. */
  readonly misses: number;
}

/** One subtest, once. Times in milliseconds. */
export interface MacroRun extends Step {
  /** From the first to the last animation frame. */
  readonly elapsed: number;
  /** Between neighbouring animation frames. */
  readonly intervals: readonly number[];
  /** From the instant at which an input was due to the animation frame that showed it, or to the end. */
  readonly delays: readonly number[];
  /** Inputs that were not shown before the end. */
  readonly unshown: number;
  /** Background work that was done, as what it takes in plain code. */
  readonly plainMs: { readonly spin: number; readonly aes: number };
  /** For how long jobs of the background that have finished had the thread, and what these take in plain code. */
  readonly finished: { readonly executionMs: number; readonly plainMs: number };
  readonly preemptions: number;
  readonly tasks: readonly TaskCount[];
  /** Results of jobs that were not the right ones. */
  readonly wrong: number;
  /** Whether the page was out of sight for a while: then its frames say nothing. */
  readonly hidden: boolean;
}

export interface MacroResult {
  readonly kind: "preempt-macro";
  readonly version: 1;
  readonly started: string;
  readonly agent: string;
  /** A clock in fine steps. */
  readonly isolated: boolean;
  /** Of the display, in milliseconds, before the run. */
  readonly interval: number;
  readonly options: MacroOptions;
  /** One for each page. */
  readonly calibrations: readonly Calibration[];
  readonly tasks: readonly LoadTask[];
  readonly runs: readonly MacroRun[];
  /** Whether all subtests were run. */
  readonly complete: boolean;
}
