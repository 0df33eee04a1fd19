/** What is counted and measured of the jobs of one name. */
import type { Job } from "../kernel/job.ts";
import { Histogram, type HistogramData } from "./histogram.ts";

/** What a tally asks of the statistics that it is part of. */
export interface Observation {
  /** Adds the slice in progress to its tally, and gives the time observed so far, in milliseconds. */
  bringUpToDate(): number;
}

/** A {@link Tally} as plain data. */
export interface TallyData extends Record<Count, number> {
  /** The name of the jobs. */
  readonly name: string;
  /** Milliseconds for which the jobs had the processor. */
  readonly busy: number;
  /** The share of the observed time for which the jobs had the processor, from 0 to 1. */
  readonly utilisation: number;
  /** Milliseconds for which the jobs ran others that were preempted in exclusive units. */
  readonly keptWaiting: number;
  /** From release to end, of the jobs that are done or failed. */
  readonly responseTime: HistogramData;
  /** From deadline to end, negative when early. */
  readonly lateness: HistogramData;
  /** How long the jobs that are done or failed ran. */
  readonly executionTime: HistogramData;
}

export type Count = (typeof counts)[number];

/** In the order of a job's life. */
export const counts = [
  "released",
  "finished",
  "failed",
  "cancelled",
  "missed",
  "skipped",
  "preemptions",
  "overruns",
] as const;

/** The jobs of one name, or all together. Times in milliseconds. */
export class Tally {
  /** The name of the jobs. */
  readonly name: string;
  /** Jobs released. */
  released = 0;
  /** Jobs done. */
  finished = 0;
  /** Jobs that threw, or whose promise was rejected. */
  failed = 0;
  /** Jobs cancelled, those that were never released too. */
  cancelled = 0;
  /** Jobs unfinished at their deadline. */
  missed = 0;
  /** Releases left out. */
  skipped = 0;
  /** How many times the jobs that have ended lost the processor at a preemption point. */
  preemptions = 0;
  /** Functions that ran longer than a slice without a look at the clock: the kernel tells each once. */
  overruns = 0;
  /** From release to end, of the jobs done or failed: a cancelled job has not responded. */
  readonly responseTime: Histogram = new Histogram();
  /** From deadline to end, negative when early, of the jobs done or failed that had a deadline. */
  readonly lateness: Histogram = new Histogram();
  /** For how long the jobs done or failed ran. */
  readonly executionTime: Histogram = new Histogram();

  #busy = 0;
  /** For how long the jobs ran others that were preempted in exclusive units which they needed. */
  keptWaiting = 0;
  readonly #observation: Observation;

  /** @internal */
  constructor(name: string, observation: Observation) {
    this.name = name;
    this.#observation = observation;
  }

  /** For how long the jobs had the processor, those that have not ended too. */
  get busy(): number {
    this.#observation.bringUpToDate();
    return this.#busy;
  }

  /** The share of the time observed for which the jobs had the processor, from 0 to 1. */
  get utilisation(): number {
    const observed = this.#observation.bringUpToDate();
    return observed > 0 ? this.#busy / observed : 0;
  }

  /** The figures as plain data. */
  toJSON(): TallyData {
    return {
      name: this.name,
      ...(Object.fromEntries(counts.map((count) => [count, this[count]])) as Record<Count, number>),
      busy: this.busy,
      utilisation: this.utilisation,
      keptWaiting: this.keptWaiting,
      responseTime: this.responseTime.toJSON(),
      lateness: this.lateness.toJSON(),
      executionTime: this.executionTime.toJSON(),
    };
  }

  /** @internal */
  ran(length: number): void {
    this.#busy += length;
  }

  /** @internal */
  ended(job: Job): void {
    this.preemptions += job.preemptions;
    if (job.state === "cancelled") {
      this.cancelled++;
      return;
    }
    if (job.state === "failed") this.failed++;
    else this.finished++;
    if (job.responseTime !== undefined) this.responseTime.record(job.responseTime);
    if (job.lateness !== undefined) this.lateness.record(job.lateness);
    this.executionTime.record(job.executionTime);
  }

  /** @internal */
  add(other: Tally): void {
    for (const count of counts) this[count] += other[count];
    this.#busy += other.#busy;
    this.keptWaiting += other.keptWaiting;
    this.responseTime.merge(other.responseTime);
    this.lateness.merge(other.lateness);
    this.executionTime.merge(other.executionTime);
  }
}
