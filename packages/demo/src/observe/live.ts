/** What the views show of a scheduler, kept up to date event by event: who ran when, who is ready, how each task does. */
import type { Job, Observer } from "@preempt/runtime";
import { RecentCount } from "./recent-count.ts";
import { Spans } from "./spans.ts";

/** How the jobs of one name have done since the system started. Times in milliseconds. */
export interface Row {
  readonly name: string;
  readonly index: number;
  finished: number;
  missed: number;
  skipped: number;
  preemptions: number;
  /** Of the last job; NaN before there was one. */
  responseTime: number;
  worstResponse: number;
  lateness: number;
  worstLateness: number;
}

export type MarkKind = "release" | "miss";

const mostMarks = 2048;
/** Milliseconds for which a miss counts as a recent one. */
export const recently = 10_000;

export class Live implements Observer {
  readonly rows: Row[] = [];
  /** Jobs that are ready, in no order. */
  readonly ready = new Set<Job>();
  running: Job | undefined;
  /** When the running job got the thread. */
  since = 0;
  readonly spans = new Spans(8192);
  /** Time that jobs had, all in all. */
  busy = 0;
  readonly #byName = new Map<string, Row>();
  readonly #markRow = new Int16Array(mostMarks);
  readonly #markTime = new Float64Array(mostMarks);
  readonly #markKind = new Uint8Array(mostMarks);
  #marks = 0;
  readonly #recentMisses = new RecentCount(recently);

  readonly #countsFrom: number;

  /**
   * @param names Rows that there are from the start, in this order.
   * @param countsFrom What happens before that instant does not count.
   */
  constructor(names: readonly string[], countsFrom = 0) {
    this.#countsFrom = countsFrom;
    for (const name of names) this.row(name);
  }

  row(name: string): Row {
    let row = this.#byName.get(name);
    if (row === undefined) {
      row = {
        name,
        index: this.rows.length,
        finished: 0,
        missed: 0,
        skipped: 0,
        preemptions: 0,
        responseTime: Number.NaN,
        worstResponse: 0,
        lateness: Number.NaN,
        worstLateness: Number.NEGATIVE_INFINITY,
      };
      this.#byName.set(name, row);
      this.rows.push(row);
    }
    return row;
  }

  get missed(): number {
    return this.rows.reduce((sum, { missed, skipped }) => sum + missed + skipped, 0);
  }

  /** Of the last {@link recently} milliseconds. */
  missedRecently(now: number): number {
    return this.#recentMisses.at(now);
  }

  /** Calls `visit` for the marks after `since`, newest first. */
  eachMark(since: number, visit: (row: number, time: number, kind: MarkKind) => void): void {
    for (let i = this.#marks - 1; i >= 0 && i >= this.#marks - mostMarks; i--) {
      const at = i % mostMarks;
      if ((this.#markTime[at] as number) < since) return;
      visit(this.#markRow[at] as number, this.#markTime[at] as number, this.#markKind[at] === 0 ? "release" : "miss");
    }
  }

  jobReleased(job: Job, now: number): void {
    this.ready.add(job);
    this.#mark(job.name, now, 0);
  }

  jobDispatched(job: Job, now: number): void {
    this.ready.delete(job);
    this.running = job;
    this.since = now;
  }

  jobPreempted(job: Job, now: number): void {
    this.#stopped(job, now);
    this.ready.add(job);
  }

  jobBlocked(job: Job, now: number): void {
    this.#stopped(job, now);
  }

  jobWoken(job: Job): void {
    this.ready.add(job);
  }

  jobFinished(job: Job, now: number): void {
    this.#stopped(job, now);
    this.ready.delete(job);
    if (job.state !== "done" || now < this.#countsFrom) return;
    const row = this.row(job.name);
    row.finished++;
    row.preemptions = job.preemptions;
    row.responseTime = job.responseTime ?? Number.NaN;
    row.lateness = job.lateness ?? Number.NaN;
    row.worstResponse = Math.max(row.worstResponse, row.responseTime);
    if (!Number.isNaN(row.lateness)) row.worstLateness = Math.max(row.worstLateness, row.lateness);
  }

  deadlineMissed(job: Job, now: number): void {
    if (now >= this.#countsFrom) {
      this.row(job.name).missed++;
      this.#recentMisses.add(now);
    }
    this.#mark(job.name, now, 1);
  }

  releaseSkipped(task: { readonly name: string }, now: number): void {
    if (now < this.#countsFrom) return;
    this.row(task.name).skipped++;
    this.#recentMisses.add(now);
  }

  #stopped(job: Job, now: number): void {
    if (this.running !== job) return;
    this.running = undefined;
    this.busy += now - this.since;
    this.spans.add(this.row(job.name).index, this.since, now);
  }

  #mark(name: string, now: number, kind: number): void {
    const at = this.#marks++ % mostMarks;
    this.#markRow[at] = this.row(name).index;
    this.#markTime[at] = now;
    this.#markKind[at] = kind;
  }
}
