/**
 * Records in, schedule out: which job had the processor from when to when, by the names that jobs are drawn under. What
 * every picture of a trace starts from.
 */
import { labelOf } from "./label.ts";
import type { JobRecord, TraceRecord } from "./record.ts";

/** A stretch of time, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A stretch of a job. */
export interface JobSpan extends Span {
  readonly job: string;
}

/** What a trace tells of one job. */
export interface JobStory {
  readonly job: string;
  readonly release: number;
  /** Undefined if the job has none. */
  readonly deadline?: number | undefined;
  /** Absent if it had not finished by the end of the trace. */
  readonly finish?: number;
  readonly outcome?: "done" | "failed" | "cancelled";
  /** Unfinished at its deadline. */
  readonly missed: boolean;
}

export interface Row {
  readonly label: string;
  /** In order. Those that follow each other without a gap are told apart. */
  readonly slices: readonly JobSpan[];
  /** Times that jobs spent waiting for a promise, a job or a resource. */
  readonly blocked: readonly JobSpan[];
  /** In the order in which the trace mentions them first. */
  readonly jobs: readonly JobStory[];
  /** Releases left out. */
  readonly skipped: readonly number[];
}

export interface Timeline extends Span {
  /** In the order in which the trace mentions them first. */
  readonly rows: readonly Row[];
  readonly rounds: readonly Span[];
}

type Draft<T> = { -readonly [K in keyof T]: T[K] };

interface RowDraft {
  readonly label: string;
  readonly slices: JobSpan[];
  readonly blocked: JobSpan[];
  readonly stories: Map<string, Draft<JobStory>>;
  readonly skipped: number[];
}

export function timelineOf(records: Iterable<TraceRecord>): Timeline {
  const rows = new Map<string, RowDraft>();
  const rounds: Span[] = [];
  /** Of jobs that wait, and since when. */
  const waits = new Map<string, { readonly row: RowDraft; readonly from: number }>();
  let running: { readonly row: RowDraft; readonly job: string; readonly from: number } | undefined;
  let roundFrom: number | undefined;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;

  for (const record of records) {
    const { time } = record;
    from = Math.min(from, time);
    to = Math.max(to, time);
    if (!("name" in record)) {
      if (record.event === "roundStarted") {
        roundFrom = time;
        continue;
      }
      endSlice(time);
      // A round whose start was overwritten began before the trace did.
      rounds.push({ from: roundFrom ?? from, to: time });
      roundFrom = undefined;
    } else if (record.event === "releaseSkipped") rowOf(record.name).skipped.push(time);
    else happened(record, rowOf(labelOf({ id: record.job, name: record.name })));
  }
  if (to < from) return { from: 0, to: 0, rows: [], rounds };

  endSlice(to);
  for (const job of [...waits.keys()]) endWait(job, to);
  if (roundFrom !== undefined) rounds.push({ from: roundFrom, to });
  return { from, to, rows: [...rows.values()].map((row) => finished(row, to)), rounds };

  function happened(record: JobRecord, row: RowDraft): void {
    const { event, job, time } = record;
    const story = storyOf(record, row);
    if (event === "jobDispatched") {
      // The end of a slice goes untold where a job is cancelled while it runs.
      endSlice(time);
      endWait(job, time);
      running = { row, job, from: time };
    } else if (event === "jobPreempted" || event === "jobBlocked" || event === "jobFinished") {
      if (running?.job === job) endSlice(time);
      if (event === "jobBlocked") waits.set(job, { row, from: time });
      if (event === "jobFinished") {
        endWait(job, time);
        story.finish = time;
        if (record.outcome !== undefined) story.outcome = record.outcome;
      }
    } else if (event === "jobWoken") endWait(job, time);
    else if (event === "deadlineMissed") story.missed = true;
  }

  function endSlice(time: number): void {
    if (running !== undefined) running.row.slices.push({ job: running.job, from: running.from, to: time });
    running = undefined;
  }

  function endWait(job: string, time: number): void {
    const wait = waits.get(job);
    if (wait === undefined) return;
    wait.row.blocked.push({ job, from: wait.from, to: time });
    waits.delete(job);
  }

  function rowOf(label: string): RowDraft {
    let row = rows.get(label);
    if (row === undefined) {
      row = { label, slices: [], blocked: [], stories: new Map(), skipped: [] };
      rows.set(label, row);
    }
    return row;
  }
}

function storyOf({ job, release, deadline }: JobRecord, row: RowDraft): Draft<JobStory> {
  let story = row.stories.get(job);
  if (story === undefined) {
    story = { job, release, missed: false };
    row.stories.set(job, story);
  }
  // The last word counts: a deadline may be set anew, or taken away.
  story.deadline = deadline;
  return story;
}

function finished({ label, slices, blocked, stories, skipped }: RowDraft, end: number): Row {
  const jobs = [...stories.values()];
  for (const story of jobs) {
    if (story.deadline !== undefined && (story.finish ?? end) > story.deadline) story.missed = true;
  }
  return { label, slices, blocked, jobs, skipped };
}
