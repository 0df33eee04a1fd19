/** An observer that records which job ran when, and answers questions about the schedule. */

import { PreemptError } from "../input/errors.ts";
import type { JobSource } from "../kernel/core-job.ts";
import { Job } from "../kernel/job.ts";
import type { BlockedOn, NamedResource, Observer } from "../observers/observer.ts";
import type { LockHold, Miss, ScheduleEvent, Segment, SegmentEnd, WrittenSchedule } from "./schedule-records.ts";
import { scheduleLines } from "./schedule-text.ts";

/** Jobs: by id ("T1J0"), by the name of job or task, one job, or all of a task. */
export type Who = string | Job | JobSource;

/** Options of a {@link ScheduleRecorder}. */
export interface RecorderOptions {
  /** The clock of the scheduler. Default: the time of the last event. */
  now?: () => number;
}

/**
 * Records which job ran when. Give it to a scheduler as an observer; `virtualScheduler` has one. Times are milliseconds on the
 * scheduler's clock.
 *
 * A name without any released job is an error (`job_unknown`), so that a typing mistake does not assert something about no jobs.
 */
export class ScheduleRecorder implements Observer, WrittenSchedule {
  /** Everything, in order. */
  readonly events: ScheduleEvent[] = [];
  /** Which job had the processor, in order. Adjacent slices of one job are one segment. */
  readonly segments: Segment[] = [];
  /** The jobs that were released, in order. */
  readonly jobs: Job[] = [];
  /** When the recording began. */
  readonly start: number;
  readonly #now: () => number;
  #running: { readonly job: Job; readonly from: number } | undefined;

  /** Starts a record. */
  constructor({ now }: RecorderOptions = {}) {
    this.#now = now ?? (() => this.events.at(-1)?.at ?? 0);
    this.start = now?.() ?? 0;
  }

  /** The time now. */
  get now(): number {
    return this.#now();
  }

  /** The jobs that `who` means. */
  jobsOf(who: Who): Job[] {
    const found = this.jobs.filter((job) => isOf(job, who));
    if (found.length > 0 || typeof who !== "string") return found;
    const known = [...new Set(this.jobs.map(({ name }) => `"${name}"`))].join(", ") || "nothing";
    throw new PreemptError(
      "job_unknown",
      `no job "${who}" was released until ${this.now}. Give the name or id of one that was: ${known}.`,
    );
  }

  /** When the jobs of `who` had the processor. */
  segmentsOf(who: Who): Segment[] {
    const jobs = new Set(this.jobsOf(who));
    return this.segments.filter(({ job }) => jobs.has(job));
  }

  /** The names of the jobs in the order in which they had the processor. */
  order(): string[] {
    return this.segments.map(({ job }) => job.name);
  }

  /** Finish minus release of those jobs that have ended, in order of their releases. */
  responseTimes(who: Who): number[] {
    return this.jobsOf(who).flatMap(({ responseTime }) => responseTime ?? []);
  }

  /** @throws PreemptError if no job of `who` has ended */
  maxResponseTime(who: Who): number {
    const times = this.responseTimes(who);
    if (times.length > 0) return times.reduce((most, one) => Math.max(most, one));
    throw new PreemptError("none_ended", `no job of ${nameOf(who)} has ended until ${this.now}. Run the host further.`);
  }

  /** For how long jobs had the processor between `from` and `to`. Default: all the time recorded. */
  busyTime(from: number = this.start, to: number = this.now): number {
    const inside = this.segments.map((segment) => Math.min(segment.to, to) - Math.max(segment.from, from));
    return inside.reduce((sum, length) => sum + Math.max(0, length), 0);
  }

  /** How long the processor was idle. */
  idleTime(from: number = this.start, to: number = this.now): number {
    return Math.max(0, to - from) - this.busyTime(from, to);
  }

  /** How often jobs of `who` lost the processor while they could have continued. */
  preemptions(who: Who): number {
    return this.segmentsOf(who).filter(({ end }) => end === "preempted").length;
  }

  /** For how long jobs of `who` waited for promises, other jobs and resources. */
  blockedTime(who: Who): number {
    const jobs = new Set(this.jobsOf(who));
    const since = new Map<Job, number>();
    let sum = 0;
    for (const { job, what, at } of this.events) {
      if (job === undefined || !jobs.has(job)) continue;
      if (what === "blocked") since.set(job, at);
      // Cancelled, it goes on to its finalizers without being woken.
      else if (["woken", "dispatched", "done", "failed", "cancelled"].includes(what)) {
        sum += at - (since.get(job) ?? at);
        since.delete(job);
      }
    }
    for (const from of since.values()) sum += this.now - from;
    return sum;
  }

  /** Jobs that were unfinished at their deadline. */
  get misses(): Miss[] {
    return this.events.flatMap(({ what, job, at }) => (what === "missed" && job !== undefined ? { job, at } : []));
  }

  /** Which job held which resource when, in the order of locking. */
  get locks(): LockHold[] {
    const holds: { resource: string; job: Job; from: number; to: number | undefined }[] = [];
    const open: typeof holds = [];
    for (const { what, job, at, of = "" } of this.events) {
      if (job === undefined) continue;
      if (what === "locked") {
        const hold = { resource: of, job, from: at, to: undefined };
        holds.push(hold);
        open.push(hold);
      } else if (what === "unlocked") {
        const held = open.findLast((hold) => hold.resource === of && hold.job === job);
        if (held === undefined) continue;
        held.to = at;
        open.splice(open.indexOf(held), 1);
      }
    }
    return holds;
  }

  /** Jobs that were released and have not ended. */
  get unended(): Job[] {
    return this.jobs.filter(({ finish }) => finish === undefined);
  }

  /** A line per segment, to read and for snapshots: `0–3  T1J0 audio  done`. An ellipsis: preempted, continues later. */
  get text(): string {
    return scheduleLines(this)
      .map(({ text }) => text)
      .join("\n");
  }

  toString(): string {
    return this.text;
  }

  jobReleased(job: Job, now: number): void {
    this.jobs.push(job);
    this.#note("released", job, now);
  }

  jobDispatched(job: Job, now: number): void {
    this.#close("preempted", now);
    this.#running = { job, from: now };
    this.#note("dispatched", job, now);
  }

  jobPreempted(job: Job, now: number): void {
    this.#close("preempted", now);
    this.#note("preempted", job, now);
  }

  jobBlocked(job: Job, now: number, on: BlockedOn): void {
    this.#close("blocked", now);
    this.#note("blocked", job, now, on);
  }

  jobWoken(job: Job, now: number): void {
    this.#note("woken", job, now);
  }

  jobFinished(job: Job, now: number): void {
    const end = job.state as "done" | "failed" | "cancelled";
    if (this.#running?.job === job) this.#close(end, now);
    this.#note(end, job, now);
  }

  deadlineMissed(job: Job, now: number): void {
    this.#note("missed", job, now);
  }

  releaseSkipped(task: JobSource, now: number): void {
    this.#note("skipped", undefined, now, task.name);
  }

  resourceLocked({ name }: NamedResource, job: Job, now: number): void {
    this.#note("locked", job, now, name);
  }

  resourceDenied({ name }: NamedResource, job: Job, now: number): void {
    this.#note("denied", job, now, name);
  }

  resourceUnlocked({ name }: NamedResource, job: Job, now: number): void {
    this.#note("unlocked", job, now, name);
  }

  /** A job cancelled while it ran leaves the processor without a word. */
  roundEnded(now: number): void {
    this.#close("preempted", now);
  }

  #note(what: ScheduleEvent["what"], job: Job | undefined, at: number, of?: string): void {
    this.events.push(of === undefined ? { at, what, job } : { at, what, job, of });
  }

  #close(end: SegmentEnd, to: number): void {
    if (this.#running === undefined) return;
    const { job, from } = this.#running;
    this.#running = undefined;
    const last = this.segments.at(-1);
    if (last?.job === job && last.to === from && last.end === "preempted") {
      this.segments[this.segments.length - 1] = { job, from: last.from, to, end };
    } else if (to > from || end !== "preempted") this.segments.push({ job, from, to, end });
  }
}

export function nameOf(who: Who): string {
  if (typeof who === "string") return `"${who}"`;
  return Job.is(who) ? `${who.id} (${who.name})` : `task "${who.name}"`;
}

function isOf(job: Job, who: Who): boolean {
  return typeof who === "string" ? job.id === who || job.name === who : job === who || job.task === who;
}
