/**
 * Assertions on schedules for `expect.extend(scheduleMatchers)` of Vitest and Jest. They need nothing of either; the
 * types for Vitest come by "@preempt/runtime/testing/vitest".
 */
import { PreemptError, positive, show } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import { differenceOf, parseSchedule } from "./expected-schedule.ts";
import { nameOf, ScheduleRecorder, type Who } from "./schedule-recorder.ts";
import { type ScheduleLine, scheduleLines, tidy, whoIs } from "./schedule-text.ts";

/** What a matcher answers to Vitest or Jest. */
export interface MatcherResult {
  /** Whether the assertion holds. */
  readonly pass: boolean;
  /** The text for a failure. */
  readonly message: () => string;
}

/** What the matchers add to `expect(schedule)`, where `schedule` is that of `virtualScheduler`, or all it gave. */
export interface ScheduleMatchers<R = unknown> {
  /**
   * No job (of `who`) missed its deadline so far. An error if none of them had a deadline that could have been missed:
   * one that has passed, or a job that ended before it.
   */
  toMeetDeadlines(who?: Who): R;
  /**
   * Every job of `who` ended within `ms` milliseconds of its release (to a nanosecond); those that have not ended are
   * younger than that.
   */
  toRespondWithin(ms: number, who: Who): R;
  /** Jobs had the processor in this order: names or ids. A job is named again when it continues after another. */
  toRunInOrder(order: readonly string[]): R;
  /**
   * The schedule has these lines, one per segment: `0–3 T1J0 audio done`. Each line may leave out the id or the name, and how the
   * segment ends. Lines for idle time may be left out. A hyphen may replace the dash.
   */
  toMatchSchedule(lines: string): R;
}

/** A nanosecond: sums of fractions of milliseconds are not exact. */
const tolerance = 1e-6;

/** Assertions on schedules, for `expect.extend(scheduleMatchers)` of Vitest and Jest: see {@link ScheduleMatchers}. */
export const scheduleMatchers = {
  /** See {@link ScheduleMatchers.toMeetDeadlines}. */
  toMeetDeadlines(received: unknown, who?: Who): MatcherResult {
    const schedule = scheduleOf(received);
    const jobs = new Set(who === undefined ? schedule.jobs : schedule.jobsOf(who));
    const told = schedule.misses.map(({ job }) => job).filter((job) => jobs.has(job));
    // The kernel has yet to notice what happened while the test moved the clock.
    const untold = [...jobs].filter((job) => job.finish === undefined && job.deadline < schedule.now);
    const late = new Set([...told, ...untold]);
    const whose = who === undefined ? "every job" : `every job of ${nameOf(who)}`;
    if (![...jobs].some((job) => job.deadline < (job.finish === undefined ? schedule.now : Number.POSITIVE_INFINITY))) {
      throw new PreemptError(
        "no_deadline",
        `${whose} should meet its deadline, but until ${tidy(schedule.now)} none with a deadline has ended or come to it. Give the jobs deadlines, or run the host further.`,
      );
    }
    return {
      pass: late.size === 0,
      message: () =>
        late.size === 0
          ? `expected a job to miss its deadline, but none did:\n\n${marked(schedule, () => false)}`
          : `expected ${whose} to meet its deadline, but ${list([...late].map(missOf))}:\n\n` +
            marked(schedule, ({ job, to }) => job !== undefined && late.has(job) && to > job.deadline),
    };
  },

  /** See {@link ScheduleMatchers.toRespondWithin}. */
  toRespondWithin(received: unknown, ms: number, who: Who): MatcherResult {
    const schedule = scheduleOf(received);
    positive(ms, "response", "the response time to expect");
    const jobs = schedule.jobsOf(who);
    const ended = jobs.filter(({ finish }) => finish !== undefined);
    const time = (job: Job) => job.responseTime ?? schedule.now - job.release;
    const slow = new Set(jobs.filter((job) => time(job) > ms + tolerance));
    if (ended.length === 0 && slow.size === 0) {
      throw new PreemptError(
        "none_ended",
        `no job of ${nameOf(who)} has ended until ${tidy(schedule.now)}. Run the host further.`,
      );
    }
    const told = (job: Job) =>
      job.finish === undefined
        ? `${job.id} has not ended after ${tidy(time(job))}`
        : `${job.id} took ${tidy(time(job))}`;
    return {
      pass: slow.size === 0,
      message: () =>
        slow.size === 0
          ? `expected a job of ${nameOf(who)} to take longer than ${tidy(ms)} ms, but the longest response took ` +
            `${tidy(jobs.reduce((most, job) => Math.max(most, time(job)), 0))}:\n\n${marked(schedule, () => false)}`
          : `expected every job of ${nameOf(who)} to end within ${tidy(ms)} ms, but ${list([...slow].map(told))}:\n\n` +
            marked(schedule, ({ job }) => job !== undefined && slow.has(job)),
    };
  },

  /** See {@link ScheduleMatchers.toRunInOrder}. */
  toRunInOrder(received: unknown, order: readonly string[]): MatcherResult {
    const schedule = scheduleOf(received);
    if (!Array.isArray(order)) {
      throw new PreemptError("order_not_an_array", `the order is ${show(order)}. Give an array of names or ids.`);
    }
    const { segments } = schedule;
    const isAsSaid = (i: number) => segments[i]?.job.name === order[i] || segments[i]?.job.id === order[i];
    const length = Math.max(order.length, segments.length);
    const first = Array.from({ length }, (_, i) => i).find((i) => !isAsSaid(i));
    const at = first === undefined ? undefined : segments[first];
    const expected = order[first ?? 0];
    return {
      pass: first === undefined,
      message: () => {
        if (first === undefined)
          return `expected another order than ${order.join(", ")}:\n\n${marked(schedule, () => false)}`;
        const found = at === undefined ? "nothing ran any more" : `${whoIs(at.job)} ran`;
        const wanted = expected === undefined ? "after the last one named" : `where "${expected}" was expected`;
        const message = `expected jobs to run in the order ${order.join(", ")}, but ${found} ${wanted}:\n\n`;
        return message + marked(schedule, (line) => at !== undefined && line.job === at.job && line.from === at.from);
      },
    };
  },

  /** See {@link ScheduleMatchers.toMatchSchedule}. */
  toMatchSchedule(received: unknown, lines: string): MatcherResult {
    const schedule = scheduleOf(received);
    const difference = differenceOf(parseSchedule(lines), scheduleLines(schedule));
    return {
      pass: difference === undefined,
      message: () =>
        difference === undefined
          ? `expected another schedule than\n\n${marked(schedule, () => false)}`
          : `expected another schedule (- expected, + what ran):\n\n${difference}`,
    };
  },
};

function scheduleOf(received: unknown): ScheduleRecorder {
  if (received instanceof ScheduleRecorder) return received;
  const { schedule } = (received ?? {}) as { schedule?: unknown };
  if (schedule instanceof ScheduleRecorder) return schedule;
  throw new PreemptError(
    "not_a_schedule",
    `expect() got ${show(received)}. Give it a ScheduleRecorder, or what virtualScheduler() gave.`,
  );
}

function missOf(job: Job): string {
  const { id, deadline, lateness } = job;
  if (lateness === undefined) return `${id} has not ended, due at ${tidy(deadline)}`;
  return `${id} ended ${tidy(lateness)} late, due at ${tidy(deadline)}`;
}

/** A few of them; a count of the others. */
function list(what: readonly string[]): string {
  const more = what.length > 3 ? `, and ${what.length - 3} more` : "";
  return what.slice(0, 3).join("; ") + more;
}

/** The schedule around the lines that matter, which are marked. */
function marked(schedule: ScheduleRecorder, matters: (line: ScheduleLine) => boolean): string {
  const lines = scheduleLines(schedule);
  const marks = lines.map(matters);
  const first = Math.max(0, marks.indexOf(true) - 5);
  const shown = lines.slice(first, first + 16).map(({ text }, i) => `${marks[first + i] ? ">" : " "} ${text}`);
  if (first > 0) shown.unshift(`  (${first} lines before)`);
  const after = lines.length - first - 16;
  if (after > 0) shown.push(`  (${after} lines after)`);
  return lines.length === 0 ? "  (nothing ran)" : shown.join("\n");
}
