/**
 * The schedule, live in the Performance panel of Chromium's DevTools: a track for each name, in a group of their own,
 * and a marker for each missed deadline, by the `devtools` detail of User Timing entries
 * (https://developer.chrome.com/docs/devtools/performance/extension).
 *
 * An entry is taken off the page's performance timeline as soon as it is made: the panel has it while it records, and
 * the page does not grow while it does not.
 */

import { tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { notNegative, PreemptError, show } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import { labelOf } from "./label.ts";
import type { Observer } from "./observer.ts";

/** What is used of the global `performance`. Times in milliseconds from its time origin. */
export interface UserTiming {
  /** Draws a stretch of time. */
  measure(name: string, options: { start: number; end: number; detail: unknown }): unknown;
  /** Draws an instant. */
  mark(name: string, options: { startTime: number; detail: unknown }): unknown;
  /** Forgets the stretches of a name, so that they take no memory. */
  clearMeasures(name: string): void;
  /** Forgets the instants of a name. */
  clearMarks(name: string): void;
}

/** Options of {@link DevToolsTracks}. */
export interface DevToolsTracksOptions {
  /** What the group of tracks is called. Default "Preempt". */
  group?: string;
  /**
   * Slices that are shorter are not drawn: in milliseconds, 0 or above. Default 0. Those that have no length on the
   * browser's coarse clock never are: DevTools does not show them.
   */
  minimum?: number;
  /**
   * The difference between `performance.now()` and the scheduler's clock, in milliseconds. Default 0: the hosts for browsers and Node
   * use that clock.
   */
  offset?: number;
  /** The target of the entries. Default: the global `performance`. */
  performance?: Partial<UserTiming>;
}

const names = tableOf<DevToolsTracksOptions>({ group: 1, minimum: 1, offset: 1, performance: 1 });

/**
 * Draws the schedule live into DevTools: `new Scheduler({ observer: new DevToolsTracks() })`, then record in the Performance panel.
 * It does nothing without User Timing. Each slice costs an entry, even without a recording, so use it in development.
 */
export class DevToolsTracks implements Observer {
  readonly #group: string;
  readonly #minimum: number;
  readonly #offset: number;
  readonly #timing: UserTiming | undefined;
  #running: Job | undefined;
  #from = 0;

  /** @throws PreemptError if `minimum` is negative or `offset` not finite */
  constructor(given: DevToolsTracksOptions = {}) {
    checkOptions(given, "the DevTools tracks", names);
    const options = given ?? {};
    const { group = "Preempt", minimum = 0, offset = 0 } = options;
    this.#group = group;
    this.#minimum = notNegative(minimum, "minimum", "the shortest slice that DevTools tracks show");
    if (!Number.isFinite(offset)) {
      throw new PreemptError(
        "offset_not_finite",
        `the offset of the DevTools tracks is ${show(offset)}. Give the milliseconds from the scheduler's clock to performance.now().`,
      );
    }
    this.#offset = offset;
    const timing = options.performance ?? (globalThis as { performance?: Partial<UserTiming> }).performance;
    this.#timing = isComplete(timing) ? timing : undefined;
  }

  jobDispatched(job: Job, now: number): void {
    // The end of a slice goes untold where a job is cancelled while it runs.
    this.#endSlice(now);
    this.#running = job;
    this.#from = now;
  }

  jobPreempted(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now);
  }

  jobBlocked(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now);
  }

  jobFinished(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now);
  }

  roundEnded(now: number): void {
    this.#endSlice(now);
  }

  deadlineMissed(job: Job, now: number): void {
    const timing = this.#timing;
    const startTime = job.deadline + this.#offset;
    if (timing === undefined || !isDrawable(startTime)) return;
    const name = `deadline missed: ${nameOf(job)}`;
    const devtools = {
      dataType: "marker",
      color: "error",
      properties: [...propertiesOf(job), ["Noticed", ms(now)]],
      tooltipText: `${nameOf(job)} is unfinished at its deadline`,
    };
    timing.mark(name, { startTime, detail: { devtools } });
    timing.clearMarks(name);
  }

  #endSlice(now: number): void {
    const job = this.#running;
    this.#running = undefined;
    const timing = this.#timing;
    if (job === undefined || timing === undefined) return;
    const length = now - this.#from;
    if (length <= 0 || length < this.#minimum) return;
    const start = this.#from + this.#offset;
    if (!isDrawable(start)) return;
    // With the id, it is nobody else's: clearing by name takes every entry of that name.
    const name = nameOf(job);
    const devtools = {
      dataType: "track-entry",
      track: labelOf(job),
      trackGroup: this.#group,
      color: now > job.deadline ? "error" : "primary",
      properties: propertiesOf(job),
      tooltipText: `${name} ran for ${ms(length)}`,
    };
    timing.measure(name, { start, end: now + this.#offset, detail: { devtools } });
    timing.clearMeasures(name);
  }
}

/** User Timing throws on what was before its time origin. */
const isDrawable = (time: number) => Number.isFinite(time) && time >= 0;

const ms = (time: number) => `${Number(time.toFixed(3))} ms`;

function nameOf(job: Job): string {
  return `${labelOf(job)} ${job.id}`;
}

function propertiesOf({ id, release, deadline }: Job): [string, string][] {
  return [
    ["Job", id],
    ["Release", ms(release)],
    ["Deadline", deadline === Number.POSITIVE_INFINITY ? "none" : ms(deadline)],
  ];
}

function isComplete(timing: Partial<UserTiming> | undefined): timing is UserTiming {
  const names = ["measure", "mark", "clearMeasures", "clearMarks"] as const;
  return timing !== undefined && names.every((name) => typeof timing[name] === "function");
}
