/**
 * One request, from its admission to its end.
 *
 *   admit() ──▶ reserved ── run() ──▶ waiting ── its handler starts ──▶ running ──▶ ended
 *                  │ cancel()           │ cancelled, or refused           │ cancelled
 *                  └────────────────────┴─────────────────────────────────┴──▶ ended
 *
 * A reserved or waiting request has a place in the bounded queue of its class, a running one does not.
 */

import { abortSignal, list, tableOf } from "@preempt/checks";
import {
  type AbortSignalLike,
  type AnyFunction,
  type HeapItem,
  type Job,
  type JobResult,
  type OptionsButArguments,
  PreemptError,
} from "@preempt/runtime";
import type { Arrival } from "../overload/arrivals.ts";
import type { ServiceTimes } from "../overload/service-times.ts";
import { checkOptions } from "./errors.ts";
import type { Flow } from "./flow.ts";
import type { RequestEnd, Watch } from "./watch.ts";

/** The state of a request: it has a place and no handler yet, waits, runs, or has ended. */
export type TicketState = "reserved" | "waiting" | "running" | "ended";

/** The last argument of a handler: the context of its request. */
export interface RequestContext {
  /** Aborted when the request is cancelled, because its client has disconnected or the server closes. */
  readonly signal: AbortSignal;
}

/** How the handler of a request is run. */
export interface RunOptions {
  /** Cancels the request when aborted, whether it waits or runs. Default: none. */
  readonly signal?: AbortSignalLike | null | undefined;
  /** Arguments of the handler. Default: one {@link RequestContext}. */
  readonly args?: readonly unknown[] | undefined;
  /** Its `this`. Default: undefined. */
  readonly thisArg?: unknown;
}

/** The options after a handler that receives the request's context: a handler that declares its `this` needs a `thisArg`. */
export type ContextOptions<Options, This> = unknown extends This
  ? [options?: OptionsButArguments<Options, This> & { readonly args?: undefined }]
  : [options: OptionsButArguments<Options, This> & { readonly args?: undefined }];

/** The options after any other function: with the arguments that it needs, and its `this`. */
export type ArgumentOptions<Options, A extends readonly unknown[], This> = OptionsButArguments<Options, This> & {
  readonly args: Readonly<NoInfer<A>>;
};

/** What runs requests. */
export interface TicketOwner {
  enter(ticket: RequestTicket): void;
  cancel(ticket: RequestTicket, reason: unknown): void;
  now(): number;
}

/** Told once how a request has ended: with the handler's value, or an error. Must not throw. */
export type Settled = (isOk: boolean, value: unknown) => void;

/** An admitted request, with a place in the queue of its class. Call {@link run}, or {@link cancel} if there is nothing to run. */
export interface Ticket extends RequestContext {
  /** The name of its class. */
  readonly class: string;
  /** When it arrived, in milliseconds on the scheduler's clock. */
  readonly release: number;
  /** The instant by which it should be answered, on the same clock; Infinity: no deadline. */
  readonly deadline: number;
  /** Larger is more urgent. */
  readonly priority: number;
  /** Its state now. */
  readonly state: TicketState;
  /** Whether it was cancelled, or refused while it waited. */
  readonly isCancelled: boolean;
  /** Milliseconds for which it has waited for its start, or did. For the header `Server-Timing: queue;dur=`. */
  readonly waited: number;

  /**
   * Runs the handler when it is its turn, as a job. Once.
   *
   * The promise settles as the handler does. It rejects with a {@link RequestRefused} if the request is refused while it waits, with the reason of
   * the cancellation if it is cancelled.
   */
  run<R, T = unknown>(
    fn: (this: T, context: RequestContext) => R,
    ...[options]: ContextOptions<RunOptions, T>
  ): Promise<JobResult<R>>;
  /** The same with the arguments of the function, in place of the context. */
  run<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    options: ArgumentOptions<RunOptions, A, T>,
  ): Promise<JobResult<R>>;

  /** As {@link run}, without a promise: `settled` is told of the end in the same round. It must not throw. */
  start(fn: (...args: never[]) => unknown, options: RunOptions, settled: Settled): void;

  /** Cancels the request, whether it waits or runs. No effect on one that has ended. */
  cancel(reason?: unknown): void;

  /** Called when its handler is about to start: what is to be done first, as headers that say how long it waited. */
  onStart: ((ticket: Ticket) => void) | undefined;

  /** What {@link onStart} works with. */
  response: unknown;

  /** Whether its handler has waited for a promise: in an `await`, or for the promise that it returned. */
  readonly hasWaited: boolean;
}

const none: RunOptions = {};
const table = tableOf<RunOptions>({ signal: abortSignal, args: list, thisArg: 1 });

/** The same for the request scheduler. */
export class RequestTicket implements Ticket, Arrival<RequestTicket>, HeapItem {
  readonly class: string;
  /** Its class: see request-class.ts, which knows tickets. */
  readonly home: object;
  readonly release: number;
  readonly deadline: number;
  readonly priority: number;
  state: TicketState = "reserved";
  /** When its handler started; undefined before. */
  started: number | undefined;
  heapIndex = -1;
  key = 0;
  /** Orders equal keys: the first that came goes first. */
  readonly ticket: number;
  before: RequestTicket | undefined;
  after: RequestTicket | undefined;
  job: Job | undefined;
  /** What is to run, and who is told of its end. */
  fn: AnyFunction | undefined;
  options: RunOptions = none;
  settled: Settled | undefined;
  /** Whose headers say how long it waited. */
  response: unknown;
  /** Milliseconds that it is taken to need, those of them that are done, and those for which it ran. */
  need = 0;
  /** What is known of its route, if it has one of its own. */
  times: ServiceTimes | undefined;
  done = 0;
  ran = 0;
  /** Whose it is. */
  readonly flow: Flow<RequestTicket>;
  /** Whether it could run, and others do. */
  isReady = false;
  /** Whether it is with the kernel and does not await anything. */
  isCompeting = false;
  hasWaited = false;
  /** Called when its handler is about to start. */
  onStart: ((ticket: Ticket) => void) | undefined;
  /** How it has ended, or will. */
  result: "done" | "failed" | "cancelled" | "refused" = "done";
  error: unknown;
  /** Those who are told of its start and end. */
  watches: readonly Watch[] | undefined;
  end: RequestEnd | undefined;
  /** Stops listening to the signal that was given. */
  forgetSignal: (() => void) | undefined;
  readonly owner: TicketOwner;
  #controller: AbortController | undefined;
  #reason: unknown;
  isCancelled = false;

  constructor(
    owner: TicketOwner,
    home: { readonly name: string },
    release: number,
    deadline: number,
    priority: number,
    number: number,
    flow: Flow<RequestTicket>,
  ) {
    this.flow = flow;
    this.owner = owner;
    this.class = home.name;
    this.home = home;
    this.release = release;
    this.deadline = deadline;
    this.priority = priority;
    this.ticket = number;
  }

  get waited(): number {
    return Math.max(0, (this.started ?? this.owner.now()) - this.release);
  }

  /** Aborted when the request is cancelled. Made when it is first asked for. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.isCancelled) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  run<R>(fn: AnyFunction, options: object = none): Promise<JobResult<R>> {
    checkOptions(options, "a request", table);
    return new Promise<JobResult<R>>((resolve, reject) => {
      this.start(fn, options, (isOk, value) => (isOk ? resolve(value as JobResult<R>) : reject(value)));
    });
  }

  start(fn: AnyFunction, options: RunOptions, settled: Settled): void {
    if (this.isCancelled) settled(false, this.#reason);
    else if (this.fn !== undefined || this.state !== "reserved") {
      settled(false, new PreemptError("ticket_used", "a ticket is run once. Call admit() for each request."));
    } else {
      this.fn = fn;
      this.options = options;
      this.settled = settled;
      this.owner.enter(this);
    }
  }

  /** Tells of the end, once. */
  settle(isOk: boolean, value: unknown): void {
    const { settled } = this;
    if (!isOk) {
      this.error = value;
      if (this.result === "done") this.result = "failed";
    }
    this.settled = undefined;
    try {
      settled?.(isOk, value);
    } catch (error) {
      // In the middle of a round of the kernel: an uncaught error, but not here.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  cancel(reason?: unknown): void {
    this.owner.cancel(this, reason);
  }

  abort(reason: unknown): void {
    this.isCancelled = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
