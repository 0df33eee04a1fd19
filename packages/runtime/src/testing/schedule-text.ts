/**
 * A schedule as lines of text.
 *
 *     0–3    T1J0 audio  done
 *     3–10   T0J0 bulky  …              preempted: goes on in a later line
 *     10–12  T1J1 audio  done, 2 late
 *     12–13  T0J0 bulky  done
 *     13–15  idle
 */
import type { Job } from "../kernel/job.ts";
import type { ScheduleEvent, Segment, WrittenSchedule } from "./schedule-records.ts";

export interface ScheduleLine {
  readonly from: number;
  readonly to: number;
  /** Undefined: idle. */
  readonly job: Job | undefined;
  /** How it ends. */
  readonly note: string;
  readonly text: string;
}

type Untold = Omit<ScheduleLine, "text">;

/** As numbers print, without the noise of adding fractions: to a nanosecond. */
export function tidy(ms: number): string {
  return String(Number(ms.toFixed(6)));
}

/** One line per segment, per gap between two, and per job that ended without having the processor. */
export function scheduleLines(schedule: WrittenSchedule): ScheduleLine[] {
  const { segments, events } = schedule;
  const lines: Untold[] = [];
  let free = schedule.start;
  for (const segment of segments) {
    if (tidy(segment.from) !== tidy(free)) lines.push({ from: free, to: segment.from, job: undefined, note: "" });
    const { job, from, to } = segment;
    lines.push({ job, from, to, note: noteOf(segment, events) });
    free = to;
  }
  for (const { job, at } of endsElsewhere(schedule)) {
    const line = { job, from: at, to: at, note: endOf(job) };
    const index = lines.findIndex(({ from, to }) => from >= at && to > at);
    if (index < 0) lines.push(line);
    else lines.splice(index, 0, line);
  }
  return align(lines);
}

function endsElsewhere({ segments, events }: WrittenSchedule): { readonly job: Job; readonly at: number }[] {
  const told = new Set(segments.filter(({ end }) => end !== "preempted" && end !== "blocked").map(({ job }) => job));
  const ends = ["done", "failed", "cancelled"];
  return events.flatMap(({ what, job, at }) =>
    job !== undefined && ends.includes(what) && !told.has(job) ? { job, at } : [],
  );
}

function noteOf({ job, end, to }: Segment, events: readonly ScheduleEvent[]): string {
  if (end === "preempted") return "…";
  if (end !== "blocked") return endOf(job);
  const why = events.find((event) => event.what === "blocked" && event.job === job && event.at === to)?.of;
  if (why !== "resource") return `waits for a ${why}`;
  const denied = events.findLast((event) => event.what === "denied" && event.job === job && event.at <= to)?.of;
  return `waits for "${denied}"`;
}

function endOf(job: Job): string {
  const { state, lateness } = job;
  return lateness !== undefined && lateness > 0 ? `${state}, ${tidy(lateness)} late` : state;
}

function align(lines: readonly Untold[]): ScheduleLine[] {
  const times = lines.map(({ from, to }) => timesOf(from, to));
  const jobs = lines.map(({ job }) => (job === undefined ? "idle" : whoIs(job)));
  const timesWidth = Math.max(0, ...times.map(({ length }) => length));
  const jobsWidth = Math.max(0, ...jobs.map(({ length }) => length));
  return lines.map((line, i) => {
    const job = (jobs[i] as string).padEnd(jobsWidth);
    return { ...line, text: `${(times[i] as string).padEnd(timesWidth)}  ${job}  ${line.note}`.trimEnd() };
  });
}

export function timesOf(from: number, to: number): string {
  const [start, end] = [tidy(from), tidy(to)];
  return start === end ? start : `${start}–${end}`;
}

/** Id and name; a job without a name of its own is named by its id. */
export function whoIs({ id, name }: Job): string {
  return name === id ? id : `${id} ${name}`;
}
