/**
 * The last so many events, in memory that is taken once. A column for each field, typed arrays for the numbers: an event
 * allocates nothing. Texts are kept as references to strings that the jobs had anyway, in rings of the same length, so
 * however many names there are, what is overwritten is free; no job is kept alive.
 */

import { tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { PreemptError, show } from "../input/errors.ts";
import type { JobSource, JobState } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import { type BlockedOn, type Help, type NamedResource, type Observer, observerEvents } from "./observer.ts";
import type { JobRecord, TraceRecord } from "./record.ts";

const events: readonly TraceRecord["event"][] = observerEvents;

const codes = Object.fromEntries(events.map((event, code) => [event, code])) as Record<TraceRecord["event"], number>;
const reasons: readonly BlockedOn[] = ["promise", "job", "resource"];
const outcomes: readonly JobState[] = ["done", "failed", "cancelled"];

const names = tableOf<{ capacity: number }>({ capacity: 1 });

/** Records events into a ring: `new Scheduler({ observer: buffer })`. */
export class TraceBuffer implements Observer, Iterable<TraceRecord> {
  /** The largest number of records. */
  readonly capacity: number;
  #recorded = 0;
  #last = 0;

  readonly #event: Uint8Array;
  readonly #time: Float64Array;
  readonly #release: Float64Array;
  readonly #deadline: Float64Array;
  /** The length of an overrun or of a help, or which reason or outcome. */
  readonly #extra: Float64Array;
  readonly #job: string[];
  readonly #name: string[];
  readonly #resource: string[];

  /**
   * @param options.capacity How many events to keep, from 1 to 2^24. Default 65,536, in about 4 MB.
   * @throws PreemptError if that is not such a number
   */
  constructor(options: { capacity?: number } = {}) {
    checkOptions(options, "the trace buffer", names);
    const { capacity = 65_536 } = options ?? {};
    if (!Number.isInteger(capacity) || capacity < 1 || capacity > 2 ** 24) {
      throw new PreemptError(
        "capacity_not_a_count",
        `the capacity of the trace buffer is ${show(capacity)}. Give an integer from 1 to ${2 ** 24}.`,
      );
    }
    this.capacity = capacity;
    this.#event = new Uint8Array(capacity);
    this.#time = new Float64Array(capacity);
    this.#release = new Float64Array(capacity);
    this.#deadline = new Float64Array(capacity);
    this.#extra = new Float64Array(capacity);
    this.#job = new Array<string>(capacity).fill("");
    this.#name = new Array<string>(capacity).fill("");
    this.#resource = new Array<string>(capacity).fill("");
  }

  /** How many records it holds. */
  get size(): number {
    return Math.min(this.#recorded, this.capacity);
  }

  /** How many records were overwritten by later ones. */
  get overwritten(): number {
    return this.#recorded - this.size;
  }

  /** Forgets all records, and what was overwritten. */
  clear(): void {
    this.#recorded = 0;
    this.#job.fill("");
    this.#name.fill("");
    this.#resource.fill("");
  }

  /** The records, oldest first. Those that come while it goes on may replace the next ones. */
  *[Symbol.iterator](): Generator<TraceRecord, void> {
    for (let n = this.overwritten; n < this.#recorded; n++) {
      // A consumer that runs between events may have been overtaken.
      if (n >= this.overwritten) yield this.#read(n % this.capacity);
    }
  }

  /** A copy of the records, oldest first: plain data, to be stored, posted or drawn. */
  records(): TraceRecord[] {
    return [...this];
  }

  /** As {@link records}, for `JSON.stringify`. */
  toJSON(): TraceRecord[] {
    return this.records();
  }

  jobReleased(job: Job, now: number): void {
    this.#write(codes.jobReleased, now, job, 0, "");
  }

  jobDispatched(job: Job, now: number): void {
    this.#write(codes.jobDispatched, now, job, 0, "");
  }

  jobPreempted(job: Job, now: number): void {
    this.#write(codes.jobPreempted, now, job, 0, "");
  }

  jobBlocked(job: Job, now: number, on: BlockedOn): void {
    this.#write(codes.jobBlocked, now, job, reasons.indexOf(on), "");
  }

  jobWoken(job: Job, now: number): void {
    this.#write(codes.jobWoken, now, job, 0, "");
  }

  jobFinished(job: Job, now: number): void {
    this.#write(codes.jobFinished, now, job, outcomes.indexOf(job.state), "");
  }

  deadlineMissed(job: Job, now: number): void {
    this.#write(codes.deadlineMissed, now, job, 0, "");
  }

  releaseSkipped(task: JobSource, now: number): void {
    this.#writeBare(codes.releaseSkipped, now, task.name);
  }

  sliceOverrun(job: Job, length: number): void {
    this.#write(codes.sliceOverrun, this.#last, job, length, "");
  }

  resourceLocked(resource: NamedResource, job: Job, now: number): void {
    this.#write(codes.resourceLocked, now, job, 0, resource.name);
  }

  resourceDenied(resource: NamedResource, job: Job, now: number): void {
    this.#write(codes.resourceDenied, now, job, 0, resource.name);
  }

  resourceUnlocked(resource: NamedResource, job: Job, now: number): void {
    this.#write(codes.resourceUnlocked, now, job, 0, resource.name);
  }

  jobHelped(job: Job, now: number, { length, unit }: Help): void {
    this.#write(codes.jobHelped, now, job, length, unit);
  }

  roundStarted(now: number): void {
    this.#writeBare(codes.roundStarted, now, "");
  }

  roundEnded(now: number): void {
    this.#writeBare(codes.roundEnded, now, "");
  }

  #write(event: number, now: number, job: Job, extra: number, resource: string): void {
    const i = this.#recorded++ % this.capacity;
    this.#last = now;
    this.#event[i] = event;
    this.#time[i] = now;
    this.#release[i] = job.release;
    this.#deadline[i] = job.deadline;
    this.#extra[i] = extra;
    this.#job[i] = job.id;
    this.#name[i] = job.name;
    this.#resource[i] = resource;
  }

  #writeBare(event: number, now: number, name: string): void {
    const i = this.#recorded++ % this.capacity;
    this.#last = now;
    this.#event[i] = event;
    this.#time[i] = now;
    this.#job[i] = "";
    this.#name[i] = name;
    this.#resource[i] = "";
  }

  #read(i: number): TraceRecord {
    const event = events[this.#event[i] as number] as TraceRecord["event"];
    const time = this.#time[i] as number;
    const name = this.#name[i] as string;
    if (event === "roundStarted" || event === "roundEnded") return { event, time };
    if (event === "releaseSkipped") return { event, time, name };
    const deadline = this.#deadline[i] as number;
    return {
      event,
      time,
      job: this.#job[i] as string,
      name,
      release: this.#release[i] as number,
      ...(deadline === Number.POSITIVE_INFINITY ? {} : { deadline }),
      ...this.#extraOf(event, i),
    };
  }

  #extraOf(event: JobRecord["event"], i: number): Partial<JobRecord> {
    const extra = this.#extra[i] as number;
    if (event === "jobBlocked") return { on: reasons[extra] as BlockedOn };
    if (event === "jobFinished") return { outcome: (outcomes[extra] ?? "done") as NonNullable<JobRecord["outcome"]> };
    if (event === "sliceOverrun") return { length: extra };
    if (event === "jobHelped") return { length: extra, unit: this.#resource[i] as string };
    if (event.startsWith("resource")) return { resource: this.#resource[i] as string };
    return {};
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "TraceBuffer";
  }
}
