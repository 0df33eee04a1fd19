/**
 * Statistics per name and in total: how many jobs were released and how they ended, how long they took, how late they were, and
 * how busy the processor was. It holds names and numbers, no jobs. Its memory is bounded.
 */

import { tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { callable, PreemptError, show } from "../input/errors.ts";
import type { JobSource } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import { labelOf } from "./label.ts";
import type { Help, Observer } from "./observer.ts";
import { statisticsTable } from "./statistics-table.ts";
import { Tally, type TallyData } from "./tally.ts";

/** Options of {@link Statistics}. */
export interface StatisticsOptions {
  /** How many names are counted separately, 1 or more. Later names are counted under `(others)`. Default 1000. */
  maxNames?: number;
  /**
   * The scheduler's clock: `() => scheduler.now()`. With it, utilisation is of the time until now. Without it, of the time until the
   * last event, so that a pause at the end does not count.
   */
  now?: () => number;
}

/** {@link Statistics} as plain data. Times are milliseconds. */
export interface StatisticsData {
  /** The observed time. */
  readonly observed: number;
  /** The figures of all names together. */
  readonly total: TallyData;
  /** In the order in which the names came. */
  readonly names: readonly TallyData[];
}

const others = "(others)";

const names = tableOf<StatisticsOptions>({ maxNames: 1, now: 1 });

/** Counts and measures one scheduler's jobs: `new Scheduler({ observer: statistics })`. */
export class Statistics implements Observer {
  readonly #maxNames: number;
  readonly #clock: (() => number) | undefined;
  readonly #tallies = new Map<string, Tally>();
  /** How many releases the tasks had left out: one event may tell of many. */
  readonly #skipped = new WeakMap<JobSource, number>();
  /** The time of the last event; undefined before the first. */
  #last: number | undefined;
  /** For how long was observed until then. */
  #observed = 0;
  /** The id of the job that has the processor, and under which name since when. */
  #running: string | undefined;
  #runningLabel = "";
  #runningFrom = 0;

  /** @throws PreemptError if `maxNames` is not an integer of 1 or more, or `now` is not a function */
  constructor(options: StatisticsOptions = {}) {
    checkOptions(options, "the statistics", names);
    const { maxNames = 1000, now } = options ?? {};
    if (!Number.isInteger(maxNames) || maxNames < 1) {
      throw new PreemptError(
        "max_names_not_a_count",
        `the number of names to tell apart is ${show(maxNames)}. Give an integer of 1 or more.`,
      );
    }
    if (now !== undefined) callable(now, "clock", "the clock of the statistics");
    this.#maxNames = maxNames;
    this.#clock = now;
  }

  /** The names seen, in the order in which they came; `(others)`, where there are too many, is the last. */
  names(): string[] {
    return [...this.#tallies.keys()].filter((name) => name !== others).concat(this.#tallies.has(others) ? others : []);
  }

  /** The figures of a name, which continue to change until {@link reset}. Undefined for an unknown name. */
  of(name: string): Tally | undefined {
    return this.#tallies.get(name);
  }

  /** The figures of all names together, as they are now. They do not change later. */
  get total(): Tally {
    const observed = this.bringUpToDate();
    const total = new Tally("total", { bringUpToDate: () => observed });
    for (const tally of this.#tallies.values()) total.add(tally);
    return total;
  }

  /** The time since the first event or the last {@link reset}, in milliseconds. */
  get observed(): number {
    return this.bringUpToDate();
  }

  /**
   * Forgets everything. Jobs under way count from here on: their ends, and the rest of the slice in progress. Without a
   * clock that rest counts from the last event, and where no job runs the time observed begins with the next event.
   */
  reset(): void {
    this.#tallies.clear();
    this.#observed = 0;
    this.#last = this.#clock?.() ?? (this.#running === undefined ? undefined : this.#last);
    this.#runningFrom = this.#last ?? 0;
  }

  /** The figures as plain data, for JSON and for other threads. */
  toJSON(): StatisticsData {
    const observed = this.bringUpToDate();
    return { observed, total: this.total.toJSON(), names: this.#inOrder().map((tally) => tally.toJSON()) };
  }

  /** Two tables for a terminal: the jobs, and the times. */
  toString(): string {
    return statisticsTable(this.bringUpToDate(), this.#inOrder(), this.total);
  }

  jobReleased(job: Job, now: number): void {
    this.#at(now);
    this.#tally(labelOf(job)).released++;
    if (job.task !== undefined && !this.#skipped.has(job.task)) this.#skipped.set(job.task, job.task.skipped);
  }

  jobDispatched(job: Job, now: number): void {
    this.#at(now);
    this.#endSlice(now);
    this.#running = job.id;
    this.#runningLabel = labelOf(job);
    this.#runningFrom = now;
  }

  jobPreempted(job: Job, now: number): void {
    this.#left(job, now);
  }

  jobBlocked(job: Job, now: number): void {
    this.#left(job, now);
  }

  jobFinished(job: Job, now: number): void {
    this.#left(job, now);
    this.#tally(labelOf(job)).ended(job);
  }

  deadlineMissed(job: Job, now: number): void {
    this.#at(now);
    this.#tally(labelOf(job)).missed++;
  }

  releaseSkipped(task: JobSource, now: number): void {
    this.#at(now);
    // Of a task not heard of before it is not known how many of them are new.
    this.#tally(task.name).skipped += task.skipped - (this.#skipped.get(task) ?? task.skipped - 1);
    this.#skipped.set(task, task.skipped);
  }

  jobHelped(_job: Job, now: number, { by, length }: Help): void {
    this.#at(now);
    if (by !== undefined && length > 0) this.#tally(labelOf(by)).keptWaiting += length;
  }

  sliceOverrun(job: Job): void {
    this.#tally(labelOf(job)).overruns++;
  }

  /** @internal */
  bringUpToDate(): number {
    if (this.#last === undefined) return 0;
    this.#at(Math.max(this.#last, this.#clock?.() ?? this.#last));
    if (this.#running !== undefined) {
      this.#credit(this.#last);
      this.#runningFrom = this.#last;
    }
    return this.#observed;
  }

  #inOrder(): Tally[] {
    return this.names().map((name) => this.#tallies.get(name) as Tally);
  }

  #tally(label: string): Tally {
    let tally = this.#tallies.get(label);
    if (tally !== undefined) return tally;
    const named = this.#tallies.size - (this.#tallies.has(others) ? 1 : 0);
    if (named >= this.#maxNames && label !== others) return this.#tally(others);
    tally = new Tally(label, this);
    this.#tallies.set(label, tally);
    return tally;
  }

  #at(now: number): void {
    if (this.#last !== undefined && now > this.#last) this.#observed += now - this.#last;
    this.#last = now;
  }

  #left(job: Job, now: number): void {
    this.#at(now);
    if (job.id === this.#running) this.#endSlice(now);
  }

  #endSlice(now: number): void {
    if (this.#running === undefined) return;
    this.#credit(now);
    this.#running = undefined;
  }

  /** A clock that was set back adds nothing, here as in the time observed. */
  #credit(now: number): void {
    if (now > this.#runningFrom) this.#tally(this.#runningLabel).ran(now - this.#runningFrom);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Statistics";
  }
}
