/**
 * A trace in the Trace Event Format of Chromium, which DevTools' Performance panel, Perfetto and chrome://tracing load:
 * `JSON.stringify(chromeTrace(buffer))` is the file.
 *
 * What has the processor is drawn as complete events, one thread for each name and one for the rounds: jobs do not run
 * at the same time, so they never overlap. Jobs as a whole do, from release to end; they are asynchronous events, with
 * their waits nested in them. The trace starts at 1 µs, which viewers show as their 0.
 */
import { labelOf } from "./label.ts";
import type { JobRecord, TraceRecord } from "./record.ts";
import { type JobSpan, type JobStory, type Row, type Span, timelineOf } from "./timeline.ts";

/** What all entries of a {@link ChromeTrace} have. Times and durations are microseconds, in eighths. */
export interface ChromeTraceEventBase {
  /** The name that the viewer shows. */
  readonly name: string;
  /** The process: the same for all. */
  readonly pid: number;
  /** The track: one for each name, and one for the rounds. */
  readonly tid: number;
  /** When it starts. */
  readonly ts: number;
  /** Times in it are in milliseconds on the scheduler's clock, as in the records. */
  readonly args: Readonly<Record<string, string | number>>;
}

/** One entry of a {@link ChromeTrace}. */
export type ChromeTraceEvent = ChromeTraceEventBase &
  (
    | { readonly ph: "M" }
    | { readonly ph: "X"; readonly cat: string; readonly dur: number }
    // The older letter of two for an instant: all viewers know it, DevTools no other.
    | { readonly ph: "I"; readonly cat: string; readonly s: "t" }
    | { readonly ph: "b" | "e"; readonly cat: string; readonly id: string }
  );

/** A trace in the format that DevTools, Perfetto and chrome://tracing load: write it to a file as JSON. */
export interface ChromeTrace {
  /** The entries. */
  readonly traceEvents: readonly ChromeTraceEvent[];
  /** The unit in which viewers show times. */
  readonly displayTimeUnit: "ms";
}

/** Options of {@link chromeTrace}. */
export interface ChromeTraceOptions {
  /** The name of the process that the tracks belong to. Default "Preempt". */
  process?: string;
}

const pid = 1;
/** Where the trace starts, in microseconds. Not 0: DevTools takes that for no time, and begins with the event after. */
const start = 1;
const roundsTid = 1;
const firstTid = 2;

/**
 * Converts a trace into one that Chromium's tools and Perfetto load. A job that is older than the trace starts with it, and an unfinished
 * one ends with it. `args` hold its release, and how it ended.
 */
export function chromeTrace(records: Iterable<TraceRecord>, options: ChromeTraceOptions = {}): ChromeTrace {
  const all = ordered(records);
  const timeline = timelineOf(all);
  // The kernel tells of a release when it sees it: the first of them may be older than its record.
  let from = timeline.from;
  for (const record of all) if (record.event === "jobReleased") from = Math.min(from, record.release);
  const draw = new Events({ from, to: timeline.to });

  const tids = new Map(timeline.rows.map(({ label }, i) => [label, firstTid + i]));
  const metadata = [
    meta("process_name", roundsTid, { name: options.process ?? "Preempt" }),
    meta("process_sort_index", roundsTid, { sort_index: 0 }),
    ...thread(roundsTid, "Rounds"),
    ...timeline.rows.flatMap((row, i) => thread(firstTid + i, row.label)),
  ];
  for (const round of timeline.rounds) draw.span("round", "round", roundsTid, round, {});
  timeline.rows.forEach((row, i) => {
    draw.row(row, firstTid + i);
  });
  for (const record of all) if ("name" in record) draw.mark(record, tids.get(rowOf(record)) as number);
  // Stable, so that what begins and ends at the same instant stays nested.
  const events = draw.events.sort((a, b) => a.ts - b.ts);
  return { traceEvents: [...metadata, ...events], displayTimeUnit: "ms" };
}

/** Where a clock steps back, time stands still until it has caught up: no viewer draws an end before a beginning. */
function ordered(records: Iterable<TraceRecord>): TraceRecord[] {
  let now = Number.NEGATIVE_INFINITY;
  return Array.from(records, (record) => {
    now = Math.max(now, record.time);
    return record.time === now ? record : { ...record, time: now };
  });
}

class Events {
  readonly events: ChromeTraceEvent[] = [];
  readonly #trace: Span;

  constructor(trace: Span) {
    this.#trace = trace;
  }

  row({ label, jobs, slices, blocked }: Row, tid: number): void {
    const stories = new Map(jobs.map((story) => [story.job, story]));
    const waits = new Map<string, JobSpan[]>(jobs.map(({ job }) => [job, []]));
    for (const wait of blocked) waits.get(wait.job)?.push(wait);
    for (const slice of slices) this.span(label, "slice", tid, slice, about(stories.get(slice.job) as JobStory));
    for (const story of jobs) this.#job(label, tid, story, waits.get(story.job) ?? []);
  }

  span(name: string, cat: string, tid: number, { from, to }: Span, args: ChromeTraceEventBase["args"]): void {
    const ts = this.#ts(from);
    this.events.push({ ph: "X", name, cat, pid, tid, ts, dur: this.#ts(to) - ts, args });
  }

  /** The response of a job, and what it waited for within. */
  #job(label: string, tid: number, story: JobStory, waits: readonly JobSpan[]): void {
    const { job: id, release, finish = this.#trace.to, outcome } = story;
    // Cancelled before it was released: it has no response.
    if (release > finish) return;
    const at = (ph: "b" | "e", name: string, time: number, args: ChromeTraceEventBase["args"] = {}) =>
      this.events.push({ ph, name, cat: "job", id, pid, tid, ts: this.#ts(time), args });
    // Where the clock stepped back, a job may seem to wait before its release.
    const wait = ({ from, to }: Span) => {
      at("b", "blocked", Math.max(from, release));
      at("e", "blocked", Math.max(to, release));
    };
    at("b", label, release, about(story));
    for (const span of waits) if (span.from < finish) wait(span);
    at("e", label, finish, { outcome: outcome ?? "unfinished" });
    // Finalizers of a cancelled job may wait after its end.
    for (const span of waits) if (span.from >= finish) wait(span);
  }

  /** Releases and misses stand where they were due, if that is in the trace, not where the kernel noticed. */
  mark(record: Extract<TraceRecord, { name: string }>, tid: number): void {
    const name = marks[record.event];
    if (name === undefined) return;
    const args = record.event === "releaseSkipped" ? {} : { ...about(record), ...lengthOf(record) };
    const due = dueOf(record);
    const ts = this.#ts(due < this.#trace.from ? record.time : due);
    this.events.push({ ph: "I", s: "t", name, cat: "mark", pid, tid, ts, args });
  }

  /**
   * Eighths of a microsecond are exact in binary and whole in nanoseconds: begin and duration add up to the end whether
   * a viewer computes with fractions, cuts or rounds. Where they do not, neighbours overlap by a hair, and Perfetto
   * drops a complete event that overlaps another.
   */
  #ts(time: number): number {
    return start + Math.max(0, Math.round((time - this.#trace.from) * 8000) / 8);
  }
}

const marks: Readonly<Partial<Record<TraceRecord["event"], string>>> = {
  jobReleased: "release",
  deadlineMissed: "deadline missed",
  releaseSkipped: "release skipped",
  sliceOverrun: "overrun",
};

function dueOf(record: Extract<TraceRecord, { name: string }>): number {
  if (record.event === "jobReleased") return record.release;
  if (record.event === "deadlineMissed") return record.deadline ?? record.time;
  return record.time;
}

function rowOf(record: Extract<TraceRecord, { name: string }>): string {
  return record.event === "releaseSkipped" ? record.name : labelOf({ id: record.job, name: record.name });
}

function about({
  job,
  release,
  deadline,
}: Pick<JobStory, "job" | "release" | "deadline">): ChromeTraceEventBase["args"] {
  return deadline === undefined ? { job, release } : { job, release, deadline };
}

function lengthOf({ length }: JobRecord): ChromeTraceEventBase["args"] {
  return length === undefined ? {} : { length };
}

function thread(tid: number, name: string): ChromeTraceEvent[] {
  return [meta("thread_name", tid, { name }), meta("thread_sort_index", tid, { sort_index: tid })];
}

function meta(name: string, tid: number, args: ChromeTraceEventBase["args"]): ChromeTraceEvent {
  return { ph: "M", name, pid, tid, ts: 0, args };
}
