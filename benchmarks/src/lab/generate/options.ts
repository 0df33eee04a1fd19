/** What is asked for: everything that the sets depend on. */
import type { ChainParameters } from "../task-set.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Execution } from "./execution.ts";
import type { Granularity, Periods } from "./periods.ts";
import type { Count, Share } from "./random.ts";
import type { Resources } from "./sections.ts";
import type { DrawnThreads } from "./threads.ts";
import type { Utilisations } from "./utilisations.ts";

export interface GenerateOptions extends PointOptions {
  /** An integer from 0 to 2^53 - 1. Default 1. */
  readonly seed?: number;
  /** Sets for each utilisation. Default 1. */
  readonly sets?: number;
  /** Index of the first, for shards: sets 0 to 9 and sets 10 to 19 are sets 0 to 19. Default 0. */
  readonly first?: number;
  /** Of each set. May be left out where `utilisations` are independent. */
  readonly utilisation?: readonly number[];
}

/** What is the same for all utilisations. Times are integers in microseconds. */
export interface PointOptions {
  /** Drawn for each set, equally likely. Default 10; to be left out where independent utilisations have a sum. */
  readonly tasks?: Count;
  /** Default UUniFast. */
  readonly utilisations?: Utilisations;
  /** Default log-uniform from 10 ms to 1 s. */
  readonly periods?: Periods;
  /** Default multiples of 1 ms, rounded by "floor". */
  readonly granularity?: Granularity;
  /** Default multiples of 1 µs, the nearest. */
  readonly execution?: Execution;
  /** Default implicit. */
  readonly deadlines?: Deadlines;
  /** Zero; uniform in [0, T); or dissimilar, so that releases are far apart. Default zero. */
  readonly offsets?: "zero" | "uniform" | "dissimilar";
  /** Release jitter J, as a share of T. */
  readonly jitter?: Share;
  /** Blocking B, as a share of the longest C among tasks with longer deadlines. */
  readonly blocking?: Share;
  /** Longest non-preemptive region q, as a share of C. */
  readonly regions?: Share;
  /** Parts into which preemption points divide a job, a number drawn for each task. */
  readonly chunks?: Count;
  /** Critical sections. */
  readonly resources?: Resources;
  /** Suspension S, as a share of T - C. */
  readonly suspension?: Share;
  /** Executions of a job between its suspensions, a number drawn for each task: the segmented model. Default: the dynamic one. */
  readonly segments?: Count;
  /** Chains of tasks. */
  readonly chains?: Chains;
  /** Threads with a kernel each, among which the tasks are placed. Default: one thread. */
  readonly threads?: DrawnThreads;
  /** Names of task queues of the event loop. Each task is in one of them, all equally likely. */
  readonly queues?: readonly string[];
  /** How the loop chooses between them; said in the sets where it is given. */
  readonly choice?: "oldest" | "any";
  /** Execution time of one more task, which renders: with the period {@link framePeriod}, in the queue "render". Default: none. */
  readonly frame?: number;
}

/** Chains of tasks. */
export interface Chains {
  /** Of a set; fewer where there are too few tasks. */
  readonly count: number;
  /** Tasks of a chain. */
  readonly length: Count;
  readonly trigger: ChainParameters["trigger"];
}

/** Of a display with 60 frames a second, in microseconds. */
export const framePeriod = 16_667;

export const defaults = {
  seed: 1,
  sets: 1,
  first: 0,
  tasks: { least: 10, most: 10 },
  utilisations: { kind: "uunifast" },
  periods: { kind: "log-uniform", least: 10_000, most: 1_000_000 },
  granularity: { granularity: 1000, rounding: "floor" },
  execution: { granularity: 1, rounding: "nearest" },
  deadlines: { kind: "implicit" },
  offsets: "zero",
} as const satisfies GenerateOptions;

/**
 * Sets like those published with the paper RT.js (RTSS 2019): 15 tasks, periods from 15 ms to 5 s, log-uniform in
 * multiples of 5 ms, execution times in whole milliseconds, 0 among them, 50 sets for each utilisation from 0.05 to 1.
 */
export const likePaper = {
  sets: 50,
  utilisation: Array.from({ length: 20 }, (_, i) => (i + 1) / 20),
  tasks: { least: 15, most: 15 },
  periods: { kind: "log-uniform", least: 15_000, most: 5_000_000 },
  granularity: { granularity: 5000, rounding: "floor" },
  execution: { granularity: 1000, rounding: "zero" },
} as const satisfies GenerateOptions;
