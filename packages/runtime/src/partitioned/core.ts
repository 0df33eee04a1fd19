/**
 * One core: what it has to do, a worker that is started when it is first needed, and what becomes of the one when the
 * other crashes. After a crash the next job gets a fresh worker.
 *
 *           first use                 ready, hello, welcome
 *   asleep ───────────▶ starting ───────────────────────────▶ awake
 *      ▲                   │ error, exit, or no answer in time   │ error, exit
 *      └───────────────────┴───────────── crash ─────────────────┘
 */

import type { Host } from "../hosts/host.ts";
import { PreemptError } from "../input/errors.ts";
import { at, type Instant } from "../kernel/time.ts";
import {
  type Errand,
  hold,
  type JobErrand,
  lateJob,
  noteCrash,
  noteProgress,
  submission,
  type TaskErrand,
  taskStart,
} from "./errand.ts";
import type { PartitionedTask } from "./partitioned-task.ts";
import type { WorkerClock } from "./wire/clock.ts";
import { argumentsError, nothing, snapshot } from "./wire/clone.ts";
import type { WorkerLike } from "./wire/connection.ts";
import { type CrashCode, Link, type Said } from "./wire/link.ts";
import { hasNoIdentity } from "./wire/outbox.ts";
import type { JobEnd, Settings, ToWorker } from "./wire/protocol.ts";
import { decodeError, encodeError, text } from "./wire/wire-error.ts";

export interface CoreOptions {
  readonly number: number;
  readonly makeWorker: (core: number) => WorkerLike;
  readonly settings: Settings;
  readonly host: Host;
  readonly startTimeout: number;
  readonly events: CoreEvents;
}

/** What a worker leaves behind that has crashed. */
export interface Lost {
  readonly jobs: readonly JobErrand[];
  readonly tasks: readonly TaskErrand[];
  /** Whether somebody waited for it to be ready, and has the error now. */
  readonly isAwaited: boolean;
}

export interface CoreEvents {
  started(core: number): void;
  began(errand: JobErrand, start: number): void;
  ended(errand: JobErrand, end: JobEnd, finish: number): void;
  /** The job cannot be sent (then `error` says why), or need not be any more. */
  dropped(errand: JobErrand, error: unknown): void;
  taskRefused(errand: TaskErrand, error: unknown): void;
  taskDrained(errand: TaskErrand): void;
  uncaught(core: number, error: unknown, task?: PartitionedTask): void;
  crashed(core: number, error: PreemptError, lost: Lost): void;
}

export class Core {
  readonly number: number;
  readonly #options: CoreOptions;
  readonly #jobs = new Map<number, JobErrand>();
  readonly #tasks = new Map<number, TaskErrand>();
  #waiters: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #link: Link | undefined;
  /** Milliseconds of work outstanding, as expected. */
  #load = 0;

  constructor(options: CoreOptions) {
    this.number = options.number;
    this.#options = options;
  }

  get load(): number {
    return this.#load;
  }

  get jobCount(): number {
    return this.#jobs.size;
  }

  /** Starts the worker, if it is asleep, and resolves when it is awake. */
  ready(): Promise<void> {
    if (this.#link?.clock !== undefined) return Promise.resolve();
    const ready = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
    this.#wake();
    return ready;
  }

  submit(errand: JobErrand): void {
    this.#jobs.set(errand.number, errand);
    this.#load += errand.expected;
    const clock = this.#wake();
    if (clock !== undefined) this.#sendJob(errand, clock);
    // not after a crash on the spot
    else if (this.#jobs.has(errand.number)) this.#orDrop(errand, () => hold(errand, errand.job.name));
  }

  /** Has the worker cancel the job; it is gone when the worker says so, or at once if the worker never heard of it. */
  cancel(errand: JobErrand, reason: unknown): void {
    if (!this.#jobs.has(errand.number)) return;
    if (errand.sent) this.#link?.outbox.send({ op: "cancel", id: errand.number, reason: encodeError(reason) });
    else {
      this.#remove(errand);
      this.#options.events.dropped(errand, reason);
    }
  }

  /** Tells the worker what priority and deadline the job has now. What is still to be sent goes with them. */
  urge({ number: id, sent, job: { priority, deadline } }: JobErrand): void {
    const clock = this.#link?.clock;
    if (!sent || clock === undefined || !this.#jobs.has(id)) return;
    this.#link?.outbox.send({ op: "urgency", id, priority, deadline: clock.toThere(deadline as Instant) });
  }

  /** The arguments are a copy already, see {@link hold}. */
  start(errand: TaskErrand): void {
    this.#tasks.set(errand.number, errand);
    const clock = this.#wake();
    if (clock !== undefined) this.#sendTask(errand, clock);
  }

  /** Has the worker stop the task, and cancel its released jobs if there is a reason. */
  stop(errand: TaskErrand, reason: { readonly value: unknown } | undefined): void {
    if (!this.#tasks.has(errand.number)) return;
    if (errand.sent) {
      this.#link?.outbox.send({ op: "stop", id: errand.number, reason: reason && encodeError(reason.value) });
    } else {
      this.#removeTask(errand);
      this.#options.events.taskDrained(errand);
    }
  }

  /** Ends the worker and forgets all there is to do. */
  async close(): Promise<void> {
    const link = this.#link;
    this.#link = undefined;
    this.#jobs.clear();
    this.#tasks.clear();
    this.#load = 0;
    const reason = new PreemptError(
      "scheduler_terminated",
      "the partitioned scheduler was terminated. To let jobs end, call close().",
    );
    for (const { reject } of this.#takeWaiters()) reject(reason);
    await link?.close();
  }

  /** Sees to it that there is a worker. Returns its clock if it is awake. */
  #wake(): WorkerClock | undefined {
    if (this.#link === undefined) this.#connect();
    this.#update();
    return this.#link?.clock;
  }

  #connect(): void {
    const { makeWorker, events, ...options } = this.#options;
    try {
      this.#link = new Link(
        { ...options, makeWorker: () => makeWorker(this.number) },
        {
          awake: (clock) => this.#sendAll(clock),
          said: (item, clock) => this.#take(item, clock),
          uncaught: (error, task = -1) => events.uncaught(this.number, error, this.#tasks.get(task)?.task),
          crashed: (code, what, cause) => this.#crash(code, what, cause),
        },
      );
    } catch (error) {
      this.#crash("worker_crashed", `its worker could not be made: ${text(error)}`, error);
    }
  }

  #sendAll(clock: WorkerClock): void {
    this.#options.events.started(this.number);
    for (const errand of [...this.#tasks.values()]) this.#sendTask(errand, clock);
    for (const errand of [...this.#jobs.values()]) this.#sendJob(errand, clock);
    for (const { resolve } of this.#takeWaiters()) resolve();
    this.#update();
  }

  #take(item: Said, clock: WorkerClock): void {
    const { events } = this.#options;
    if (item.op === "began") {
      const errand = this.#jobs.get(item.id);
      if (errand !== undefined) events.began(errand, clock.toHere(item.start));
    } else if (item.op === "ended") {
      const errand = this.#jobs.get(item.id);
      if (errand === undefined) return;
      this.#remove(errand);
      const start = item.start === undefined ? undefined : clock.toHere(item.start);
      events.ended(errand, { ...item, start }, clock.toHere(item.finish));
    } else {
      const errand = this.#tasks.get(item.id);
      if (errand === undefined) return;
      if (item.op === "progress") noteProgress(errand, item);
      else if (item.op === "missed") {
        try {
          errand.onMiss?.(lateJob(item, clock));
        } catch (error) {
          events.uncaught(this.number, error, errand.task);
        }
      } else {
        this.#removeTask(errand);
        if (item.op === "refused") events.taskRefused(errand, decodeError(item.error));
        else events.taskDrained(errand);
      }
    }
  }

  #sendJob(errand: JobErrand, clock: WorkerClock): void {
    this.#orDrop(errand, () =>
      this.#send(errand, errand.job.name, errand.restartsLeft > 0, (args) => submission(errand, clock, args)),
    );
  }

  /** Arguments that cannot be cloned fail their job, and nothing else. */
  #orDrop(errand: JobErrand, pass: () => void): void {
    try {
      pass();
    } catch (error) {
      this.#remove(errand);
      this.#options.events.dropped(errand, error);
    }
  }

  #sendTask(errand: TaskErrand, clock: WorkerClock): void {
    // Releases are counted from when there is somebody to make them; after a crash they stay where they were.
    if (errand.task.restarts === 0) errand.firstRelease = at(Math.max(errand.firstRelease, this.#options.host.now()));
    // Restarts come back when a job ends.
    const isKept = errand.restartsAllowed > 0;
    this.#send(errand, errand.task.name, isKept, (args) => taskStart(errand, clock, args));
  }

  /**
   * @param isKept Whether the arguments may have to be sent again
   * @throws PreemptError for arguments that cannot be cloned
   */
  #send(errand: Errand, name: string, isKept: boolean, item: (args: readonly unknown[]) => ToWorker): void {
    const { args, transfer } = errand.payload;
    errand.sent = true;
    if (transfer.length === 0 && args.every(hasNoIdentity)) {
      this.#link?.outbox.push(item(args));
      return;
    }
    try {
      const copy = isKept ? snapshot({ args, transfer: [] }) : undefined;
      this.#link?.outbox.send(item(args), transfer);
      errand.payload = copy ?? nothing;
    } catch (cause) {
      throw argumentsError(name, errand.payload, cause);
    }
  }

  #remove(errand: JobErrand): void {
    if (!this.#jobs.delete(errand.number)) return;
    // Sums of fractions do not come back to 0 by themselves.
    this.#load = this.#jobs.size === 0 ? 0 : Math.max(0, this.#load - errand.expected);
    this.#update();
  }

  #removeTask(errand: TaskErrand): void {
    if (this.#tasks.delete(errand.number)) this.#update();
  }

  #update(): void {
    this.#link?.setBusy(this.#jobs.size > 0 || this.#tasks.size > 0 || this.#waiters.length > 0);
  }

  #crash(code: CrashCode, what: string, cause: unknown): void {
    const error = new PreemptError(code, `core ${this.number}: ${what}.`, cause === undefined ? undefined : { cause });
    const jobs = [...this.#jobs.values()];
    const tasks = [...this.#tasks.values()];
    const waiters = this.#takeWaiters();
    this.#link = undefined;
    this.#jobs.clear();
    this.#tasks.clear();
    this.#load = 0;
    for (const errand of tasks) noteCrash(errand);
    for (const { reject } of waiters) reject(error);
    this.#options.events.crashed(this.number, error, { jobs, tasks, isAwaited: waiters.length > 0 });
  }

  #takeWaiters(): { resolve: () => void; reject: (error: unknown) => void }[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    return waiters;
  }
}
