/**
 * One worker, from its making to its end, whichever way: the greetings, the time limit for them, messages there and
 * back, and how a crash shows.
 */
import type { Cancellable, Host } from "../../hosts/host.ts";
import { timeOrigin } from "../../hosts/time-origin.ts";
import { at, type Instant } from "../../kernel/time.ts";
import { WorkerClock } from "./clock.ts";
import { type Connection, connect, type WorkerLike } from "./connection.ts";
import { makeBell } from "./doorbell.ts";
import { Lifeline } from "./lifeline.ts";
import { Outbox } from "./outbox.ts";
import { type FromWorker, itemsOf, type Settings, type ToWorker } from "./protocol.ts";
import { decodeError, text } from "./wire-error.ts";

export interface LinkOptions {
  readonly makeWorker: () => WorkerLike;
  readonly settings: Settings;
  readonly host: Host;
  readonly startTimeout: number;
}

export type CrashCode = "worker_crashed" | "worker_silent" | "policy_differs";

/** What a worker says once the greetings are over. */
export type Said = Exclude<FromWorker, { op: "ready" | "welcome" | "report" | "unreadable" }>;

export interface LinkEvents {
  /** The worker takes jobs. */
  awake(clock: WorkerClock): void;
  said(item: Said, clock: WorkerClock): void;
  /** An error that nobody caught; the worker lives. */
  uncaught(error: unknown, task?: number): void;
  /** The link is closed. `what` is a clause without a full stop. */
  crashed(code: CrashCode, what: string, cause: unknown): void;
}

export class Link {
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  readonly #connection: Connection;
  readonly #bell = makeBell();
  readonly #lifeline: Lifeline | undefined;
  readonly outbox: Outbox<ToWorker>;
  #clock: WorkerClock | undefined;
  #asked: Instant | undefined;
  #isClosed = false;
  /** Workers are born that way. */
  #keptAlive = true;
  #limit: Cancellable | undefined;

  /** @throws what the user's factory throws; PreemptError if it makes no worker */
  constructor(options: LinkOptions, events: LinkEvents) {
    this.#options = options;
    this.#events = events;
    this.#connection = connect(options.makeWorker(), {
      message: (data) => this.#receive(data),
      crashed: (error) => this.#crashWith(error),
      uncaught: (error) => {
        if (this.#clock !== undefined) events.uncaught(error);
        else this.#crashWith(error);
      },
    });
    this.outbox = new Outbox((message, transfer) => {
      this.#connection.post(message, transfer);
      if (this.#bell !== undefined) Atomics.add(this.#bell, 0, 1);
    });
    if (!this.#connection.tellsEnd) {
      this.#lifeline = Lifeline.make(() => this.#crashWith(new Error("it ended without a word")));
    }
  }

  /** Defined while the worker takes jobs. */
  get clock(): WorkerClock | undefined {
    return this.#clock;
  }

  /** An idle worker keeps no process alive, and one that somebody waits for has a time limit to start. */
  setBusy(busy: boolean): void {
    if (this.#isClosed) return;
    if (busy !== this.#keptAlive) {
      this.#keptAlive = busy;
      this.#connection.keepAlive(busy);
    }
    if (!busy || this.#clock !== undefined) this.#unlimit();
    else if (this.#limit === undefined) {
      const { host, startTimeout } = this.#options;
      this.#limit = host.timer(at(host.now() + startTimeout), () => {
        const what = `its worker has not called serve within ${startTimeout} ms. Call serve({ … }) at the top of the worker's module, or raise startTimeout`;
        this.#crash("worker_silent", what, undefined);
      });
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#clock = undefined;
    this.#unlimit();
    this.#lifeline?.close();
    return this.#connection.close();
  }

  #receive(data: unknown): void {
    for (const item of itemsOf<FromWorker>(data) ?? []) {
      // A crash in between makes the rest void.
      if (!this.#isClosed) this.#take(item);
    }
  }

  #take(item: FromWorker): void {
    const { host, settings } = this.#options;
    if (item.op === "ready") {
      this.#asked = host.now();
      this.outbox.send({ op: "hello", settings, bell: this.#bell?.buffer, lifeline: this.#lifeline?.name });
    } else if (item.op === "welcome") this.#welcome(item);
    else if (item.op === "report") this.#events.uncaught(decodeError(item.error), item.task);
    else if (item.op === "unreadable") {
      this.#crashWith(new Error("it could not read a message", { cause: decodeError(item.error) }));
    } else if (this.#clock !== undefined) this.#events.said(item, this.#clock);
  }

  #welcome({ now, origin, policy, holdsLifeline }: Extract<FromWorker, { op: "welcome" }>): void {
    const { host, settings } = this.#options;
    if (policy !== settings.policy) {
      const what = `its worker schedules by "${policy}", and the controlling side places tasks for "${settings.policy}". Name one policy on both sides, or on one`;
      this.#crash("policy_differs", what, undefined);
      return;
    }
    const answered = host.now();
    const clock = new WorkerClock({
      asked: this.#asked ?? answered,
      answered,
      there: now,
      originHere: timeOrigin(),
      originThere: origin,
    });
    this.#clock = clock;
    this.#unlimit();
    if (holdsLifeline) this.#lifeline?.watch();
    this.#events.awake(clock);
  }

  #crashWith(error: unknown): void {
    const what =
      this.#clock === undefined
        ? `its worker failed to start: ${text(error)}. Its module has to load, and to call serve({ … })`
        : `its worker has crashed: ${text(error)}`;
    this.#crash("worker_crashed", what, error);
  }

  #crash(code: CrashCode, what: string, cause: unknown): void {
    if (this.#isClosed) return;
    void this.close();
    this.#events.crashed(code, what, cause);
  }

  #unlimit(): void {
    this.#limit?.cancel();
    this.#limit = undefined;
  }
}
