/** What a worker tells of the time it was busy. */
export interface WorkerReport {
  /** Timers of 5 ms that fired one after the other while jobs ran. */
  readonly ticks: number;
  readonly preemptions: number;
  /** The part of the time that the job had. */
  readonly busy: number;
}
