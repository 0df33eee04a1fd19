/**
 * The schedule, live in the Performance panel of Chromium's DevTools: a track for each name with its slices, one with its jobs as wholes, in a
 * group of their own, and a marker for each missed deadline. See devtools-sink.ts for how they get there.
 *
 * What happens is kept in an array, and drawn when the round is over: a slice waits for none of it. Switched off, the last entries are kept, and
 * drawn if it is switched on.
 */

import { bool, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { notNegative, PreemptError, show } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";
import {
  byTimeStamp,
  byUserTiming,
  type Draw,
  drawMarker,
  isUserTiming,
  type TimeStamping,
  type TrackEntry,
  takesTracks,
  type UserTiming,
} from "./devtools-sink.ts";
import { labelOf } from "./label.ts";
import type { Observer } from "./observer.ts";

export type { TimeStamping, UserTiming } from "./devtools-sink.ts";

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
  /** Whether it draws from the start. Default true. With false, `start()` switches it on. */
  on?: boolean;
  /** The target of the entries where there is no `console.timeStamp` for tracks. Default: the global `performance`. */
  performance?: Partial<UserTiming>;
  /** The target of the slices. Default: the global `console` in Chromium since version 139, unless `performance` is given. */
  console?: TimeStamping;
}

const names = tableOf<DevToolsTracksOptions>({ group: 1, minimum: 1, offset: 1, on: bool, performance: 1, console: 1 });

interface Surroundings {
  readonly performance?: Partial<UserTiming>;
  readonly console?: Partial<TimeStamping>;
  readonly navigator?: { readonly userAgent?: string };
}

/** So many entries are kept while it is off. */
const most = 2000;

/**
 * Draws the schedule live into DevTools: `new Scheduler({ observer: new DevToolsTracks() })`, then record in the Performance panel. On hover,
 * a job shows its deadline, its lateness and how often it was preempted. Where there is neither `console.timeStamp` for tracks nor User
 * Timing, it does nothing. It is for development: each slice costs an entry, even without a recording.
 */
export class DevToolsTracks implements Observer {
  readonly #group: string;
  readonly #minimum: number;
  readonly #offset: number;
  readonly #timing: UserTiming | undefined;
  /** Slices are many; jobs and markers always take User Timing. */
  readonly #draw: Draw | undefined;
  readonly #preemptions = new WeakMap<Job, number>();
  #isOn: boolean;
  #waiting: (() => void)[] = [];
  #running: Job | undefined;
  #from = 0;

  /** @throws PreemptError if `minimum` is negative or `offset` not finite */
  constructor(given: DevToolsTracksOptions = {}) {
    checkOptions(given, "the DevTools tracks", names);
    const options = given ?? {};
    const { group = "Preempt", minimum = 0, offset = 0, on = true } = options;
    this.#group = group;
    this.#minimum = notNegative(minimum, "minimum", "the shortest slice that DevTools tracks show");
    if (!Number.isFinite(offset)) {
      throw new PreemptError(
        "offset_not_finite",
        `the offset of the DevTools tracks is ${show(offset)}. Give the milliseconds from the scheduler's clock to performance.now().`,
      );
    }
    this.#offset = offset;
    this.#isOn = on;
    const timing = options.performance ?? (globalThis as Surroundings).performance;
    this.#timing = isUserTiming(timing) ? timing : undefined;
    const stamping = stampingOf(options);
    this.#draw = stamping !== undefined ? byTimeStamp(stamping) : this.#timing && byUserTiming(this.#timing);
  }

  /** Whether entries are drawn. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Draws from now on, and the last entries that were kept: a recording that runs already shows them. */
  start(): void {
    this.#isOn = true;
    this.#drawWaiting();
  }

  /** Draws what has happened so far, and nothing more until `start()`. */
  stop(): void {
    if (this.#isOn) this.#drawWaiting();
    this.#isOn = false;
  }

  jobDispatched(job: Job, now: number): void {
    // The end of a slice goes untold where a job is cancelled while it runs.
    this.#endSlice(now);
    this.#running = job;
    this.#from = now;
  }

  jobPreempted(job: Job, now: number): void {
    this.#preemptions.set(job, (this.#preemptions.get(job) ?? 0) + 1);
    if (job === this.#running) this.#endSlice(now);
  }

  jobBlocked(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now);
  }

  jobFinished(job: Job, now: number): void {
    if (job === this.#running) this.#endSlice(now);
    const draw = this.#timing && byUserTiming(this.#timing);
    if (draw === undefined || now <= job.release) return;
    const { state, release, executionTime } = job;
    const lateness = now - job.deadline;
    const preemptions = this.#preemptions.get(job) ?? 0;
    const name = `${nameOf(job)} ${state}`;
    this.#later(draw, {
      name,
      track: `${labelOf(job)}: jobs`,
      ...{ group: this.#group, start: release + this.#offset, end: now + this.#offset },
      color: lateness > 0 ? "error" : "secondary",
      tooltip: `${name}: ${lateness > 0 ? `${ms(lateness)} late, ` : ""}preempted ${preemptions} ${preemptions === 1 ? "time" : "times"}`,
      properties: [
        ...propertiesOf(job),
        ["Lateness", Number.isFinite(lateness) ? ms(lateness) : "none"],
        ["Preemptions", String(preemptions)],
        ["Ran for", ms(executionTime)],
      ],
    });
  }

  roundEnded(now: number): void {
    this.#endSlice(now);
    if (this.#isOn) this.#drawWaiting();
  }

  deadlineMissed(job: Job, now: number): void {
    const timing = this.#timing;
    const start = job.deadline + this.#offset;
    if (timing === undefined || !isDrawable(start)) return;
    const marker = {
      name: `deadline missed: ${nameOf(job)}`,
      start,
      tooltip: `${nameOf(job)} is unfinished at its deadline`,
      properties: [...propertiesOf(job), ["Noticed", ms(now)] as const],
    };
    this.#wait(() => drawMarker(timing, marker));
  }

  #endSlice(now: number): void {
    const job = this.#running;
    this.#running = undefined;
    if (job === undefined || this.#draw === undefined) return;
    const length = now - this.#from;
    if (length <= 0 || length < this.#minimum) return;
    // With the id, it is nobody else's: clearing by name takes every entry of that name.
    const name = nameOf(job);
    this.#later(this.#draw, {
      name,
      track: labelOf(job),
      ...{ group: this.#group, start: this.#from + this.#offset, end: now + this.#offset },
      color: now > job.deadline ? "error" : "primary",
      tooltip: `${name} ran for ${ms(length)}`,
      properties: propertiesOf(job),
    });
  }

  #later(draw: Draw, entry: TrackEntry): void {
    if (isDrawable(entry.start)) this.#wait(() => draw(entry));
  }

  #wait(draw: () => void): void {
    this.#waiting.push(draw);
    if (!this.#isOn && this.#waiting.length >= 2 * most) this.#waiting = this.#waiting.slice(-most);
  }

  #drawWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const draw of waiting) draw();
  }
}

function stampingOf(options: DevToolsTracksOptions): TimeStamping | undefined {
  if (options.console !== undefined || options.performance !== undefined) return options.console;
  const { console, navigator } = globalThis as Surroundings;
  const isTaken = typeof console?.timeStamp === "function" && takesTracks(navigator?.userAgent ?? "");
  return isTaken ? (console as TimeStamping) : undefined;
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
