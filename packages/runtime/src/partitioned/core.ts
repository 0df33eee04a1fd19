/**
 * One core: a worker that is started when it is first needed, what it has to do, and what becomes of that when it
 * crashes. After a crash the next job gets a fresh worker.
 *
 *           first use                 ready, hello, welcome
 *   asleep ───────────▶ starting ───────────────────────────▶ awake
 *      ▲                   │ error, exit, or no answer in time   │ error, exit
 *      └───────────────────┴───────────── crash ─────────────────┘
 */
import { PreemptError } from "../errors.ts";
import type { Cancellable, Host } from "../host.ts";
import { timeOrigin } from "../hosts/time-origin.ts";
import { at, type Instant } from "../time.ts";
import { WorkerClock } from "./clock.ts";
import { argumentsError, nothing, snapshot } from "./clone.ts";
import { type Connection, connect, type WorkerLike } from "./connection.ts";
import { makeBell } from "./doorbell.ts";
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
import { Lifeline } from "./lifeline.ts";
import { hasNoIdentity, Outbox } from "./outbox.ts";
import { type FromWorker, itemsOf, type JobEnd, type Settings, type ToWorker } from "./protocol.ts";
import { decodeError, encodeError, text } from "./wire-error.ts";

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
  uncaught(core: number, error: unknown): void;
  crashed(core: number, error: PreemptError, lost: Lost): void;
}

export class Core {
  readonly number: number;
  readonly #options: CoreOptions;
  readonly #jobs = new Map<number, JobErrand>();
  readonly #tasks = new Map<number, TaskErrand>();
  readonly #waiters: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  #connection: Connection | undefined;
  #outbox: Outbox<ToWorker> | undefined;
  #lifeline: Lifeline | undefined;
  /** Defined while awake. */
  #clock: WorkerClock | undefined;
  #asked: Instant | undefined;
  #keptAlive = true;
  #deadline: Cancellable | undefined;
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
    if (this.#clock !== undefined) return Promise.resolve();
    const ready = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
    this.#wake();
    return ready;
  }

  submit(errand: JobErrand): void {
    this.#jobs.set(errand.number, errand);
    this.#load += errand.expected;
    this.#wake();
    const clock = this.#clock;
    if (clock !== undefined) this.#sendJob(errand, clock);
    // not after a crash on the spot
    else if (this.#jobs.has(errand.number)) this.#orDrop(errand, () => hold(errand, errand.job.name));
  }

  /** Has the worker cancel the job; it is gone when the worker says so, or at once if the worker never heard of it. */
  cancel(errand: JobErrand, reason: unknown): void {
    if (!this.#jobs.has(errand.number)) return;
    if (errand.sent) this.#outbox?.send({ op: "cancel", id: errand.number, reason: encodeError(reason) });
    else {
      this.#remove(errand);
      this.#options.events.dropped(errand, reason);
    }
  }

  /** The arguments are a copy already, see {@link hold}. */
  start(errand: TaskErrand): void {
    this.#tasks.set(errand.number, errand);
    this.#wake();
    if (this.#clock !== undefined) this.#sendTask(errand, this.#clock);
  }

  /** Has the worker stop the task, and cancel its released jobs if there is a reason. */
  stop(errand: TaskErrand, reason: { readonly value: unknown } | undefined): void {
    if (!this.#tasks.has(errand.number)) return;
    if (errand.sent) {
      this.#outbox?.send({ op: "stop", id: errand.number, reason: reason && encodeError(reason.value) });
    } else {
      this.#removeTask(errand);
      this.#options.events.taskDrained(errand);
    }
  }

  /** Ends the worker and forgets all there is to do. */
  async close(): Promise<void> {
    const connection = this.#leave();
    this.#jobs.clear();
    this.#tasks.clear();
    this.#load = 0;
    await connection?.close();
  }

  #wake(): void {
    if (this.#connection === undefined) this.#connect();
    this.#update();
  }

  #connect(): void {
    const bell = makeBell();
    try {
      const connection = connect(this.#options.makeWorker(this.number), {
        message: (data) => {
          for (const item of itemsOf<FromWorker>(data) ?? []) {
            // A crash in between makes the rest void.
            if (this.#connection === connection) this.#take(item, bell);
          }
        },
        crashed: (error) => this.#crashWith(error),
        uncaught: (error) => {
          if (this.#clock !== undefined) this.#options.events.uncaught(this.number, error);
          else this.#crashWith(error);
        },
      });
      this.#connection = connection;
      this.#keptAlive = true;
      this.#lifeline = connection.tellsEnd
        ? undefined
        : Lifeline.make(() => this.#crashWith(new Error("it ended without a word")));
      this.#outbox = new Outbox((message, transfer) => {
        connection.post(message, transfer);
        if (bell !== undefined) Atomics.add(bell, 0, 1);
      });
    } catch (error) {
      this.#crash("worker_crashed", `its worker could not be made: ${text(error)}`, error);
    }
  }

  #take(item: FromWorker, bell: Int32Array<SharedArrayBuffer> | undefined): void {
    const { events, host, settings } = this.#options;
    const clock = this.#clock;
    if (item.op === "ready") {
      this.#asked = host.now();
      this.#outbox?.send({ op: "hello", settings, bell: bell?.buffer, lifeline: this.#lifeline?.name });
    } else if (item.op === "welcome") this.#welcome(item);
    else if (item.op === "report") events.uncaught(this.number, decodeError(item.error));
    else if (item.op === "unreadable") {
      const error = decodeError(item.error);
      this.#crash("worker_crashed", `its worker could not read a message: ${text(error)}`, error);
    } else if (clock === undefined) return;
    else if (item.op === "began") {
      const errand = this.#jobs.get(item.id);
      if (errand !== undefined) events.began(errand, clock.toHere(item.start));
    } else if (item.op === "ended") {
      const errand = this.#jobs.get(item.id);
      if (errand === undefined) return;
      this.#remove(errand);
      const start = item.start === undefined ? undefined : clock.toHere(item.start);
      events.ended(errand, { ...item, start }, clock.toHere(item.finish));
    } else this.#takeTask(item, clock);
  }

  #takeTask(
    item: Extract<FromWorker, { op: "progress" | "missed" | "refused" | "drained" }>,
    clock: WorkerClock,
  ): void {
    const errand = this.#tasks.get(item.id);
    if (errand === undefined) return;
    const { events } = this.#options;
    if (item.op === "progress") noteProgress(errand, item);
    else if (item.op === "missed") errand.onMiss?.(lateJob(item, clock));
    else {
      this.#removeTask(errand);
      if (item.op === "refused") events.taskRefused(errand, decodeError(item.error));
      else events.taskDrained(errand);
    }
  }

  #welcome({ now, origin, policy, holdsLifeline }: Extract<FromWorker, { op: "welcome" }>): void {
    const { host, settings, events } = this.#options;
    if (policy !== settings.policy) {
      const message = `its worker schedules by "${policy}", and the controlling side places tasks for "${settings.policy}". Name one policy on both sides, or on one`;
      this.#crash("policy_differs", message, undefined);
      return;
    }
    const asked = this.#asked ?? host.now();
    const clock = new WorkerClock({
      asked,
      answered: host.now(),
      there: now,
      originHere: timeOrigin(),
      originThere: origin,
    });
    this.#clock = clock;
    if (holdsLifeline) this.#lifeline?.watch();
    events.started(this.number);
    for (const errand of [...this.#tasks.values()]) this.#sendTask(errand, clock);
    for (const errand of [...this.#jobs.values()]) this.#sendJob(errand, clock);
    for (const { resolve } of this.#waiters.splice(0)) resolve();
    this.#update();
  }

  #sendJob(errand: JobErrand, clock: WorkerClock): void {
    this.#orDrop(errand, () => this.#send(errand, errand.job.name, (args) => submission(errand, clock, args)));
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
    this.#send(errand, errand.task.name, (args) => taskStart(errand, clock, args));
  }

  /** @throws PreemptError for arguments that cannot be cloned */
  #send(errand: Errand, name: string, item: (args: readonly unknown[]) => ToWorker): void {
    const { args, transfer } = errand.payload;
    errand.sent = true;
    if (transfer.length === 0 && args.every(hasNoIdentity)) {
      this.#outbox?.push(item(args));
      return;
    }
    try {
      const copy = errand.restartsLeft > 0 ? snapshot({ args, transfer: [] }) : undefined;
      this.#outbox?.send(item(args), transfer);
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

  /** An idle worker keeps no process alive, and one that is awaited has a time limit. */
  #update(): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    const busy = this.#jobs.size > 0 || this.#tasks.size > 0 || this.#waiters.length > 0;
    if (busy !== this.#keptAlive) {
      this.#keptAlive = busy;
      connection.keepAlive(busy);
    }
    if (this.#clock !== undefined || !busy) {
      this.#deadline?.cancel();
      this.#deadline = undefined;
    } else if (this.#deadline === undefined) {
      const { host, startTimeout } = this.#options;
      this.#deadline = host.timer(at(host.now() + startTimeout), () => {
        this.#deadline = undefined;
        this.#crash(
          "worker_silent",
          `its worker has not called serve within ${startTimeout} ms. Call serve({ … }) at the top of the worker's module, or raise startTimeout`,
          undefined,
        );
      });
    }
  }

  #crashWith(error: unknown): void {
    const what =
      this.#clock === undefined
        ? `its worker failed to start: ${text(error)}. Its module has to load, and to call serve({ … })`
        : `its worker has crashed: ${text(error)}`;
    this.#crash("worker_crashed", what, error);
  }

  #crash(code: "worker_crashed" | "worker_silent" | "policy_differs", what: string, cause: unknown): void {
    const connection = this.#leave();
    const error = new PreemptError(code, `core ${this.number}: ${what}.`, cause === undefined ? undefined : { cause });
    const jobs = [...this.#jobs.values()];
    const tasks = [...this.#tasks.values()];
    this.#jobs.clear();
    this.#tasks.clear();
    this.#load = 0;
    const waiters = this.#waiters.splice(0);
    void connection?.close();
    for (const { reject } of waiters) reject(error);
    for (const errand of tasks) noteCrash(errand);
    this.#options.events.crashed(this.number, error, { jobs, tasks, isAwaited: waiters.length > 0 });
  }

  #leave(): Connection | undefined {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#outbox = undefined;
    this.#lifeline?.close();
    this.#lifeline = undefined;
    this.#clock = undefined;
    this.#deadline?.cancel();
    this.#deadline = undefined;
    return connection;
  }
}
