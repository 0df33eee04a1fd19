/** What came of a simulation. All times are in microseconds. */

/** A job; `start` is its first unit of execution. Of jobs without an end (cancelled, skipped) there is no row. */
export type JobOutcome = readonly [
  task: number,
  k: number,
  release: number,
  start: number,
  finish: number,
  preemptions: number,
];

/** Who had the processor, in the order of time; pieces of one job with nothing in between are one. */
export type SegmentOutcome = readonly [task: number, k: number, from: number, to: number];

/** The longest that a chain took; null: it was not gone through. Times as in the analyses of chains. */
export type ChainOutcome =
  | { readonly name: string; readonly trigger: "event"; readonly response: number | null }
  | {
      readonly name: string;
      readonly trigger: "time";
      readonly reaction: number | null;
      /** At the end of the last job; and until the next output. */
      readonly age: number | null;
      readonly ageUntilReplaced: number | null;
    };

export interface SimulatedSet {
  readonly id: string | number;
  /** By task, then k. Jobs by themselves stand behind the tasks, as tasks of one job each. */
  readonly jobs: readonly JobOutcome[];
  readonly segments: readonly SegmentOutcome[];
  /** Jobs that ended after their deadlines, or were unfinished at them. */
  readonly misses: number;
  readonly metrics: Metrics;
  /** Of sets with chains. */
  readonly chains?: readonly ChainOutcome[];
}

export interface Metrics {
  /** Released, and of them: cancelled after or before a miss; left out. */
  readonly released: number;
  readonly cancelled: number;
  readonly skipped: number;
  /** Jobs that found a deadlock, which ended them. */
  readonly failed: number;
  readonly preemptions: number;
  /** Longest response of each task from the arrival, null if no job of it ended. */
  readonly maxResponse: readonly (number | null)[];
  /** Of the time up to the last end, in which jobs ran. */
  readonly busy: number;
  readonly lastFinish: number;
}
