/**
 * Requests as jobs of a kernel: by class, from a bounded queue, cancelled where they stand.
 *
 *   admit ──▶ line of its class ── a place is free ──▶ the kernel's ready queue ──▶ the thread, in slices
 *     │            (concurrency)                        (deadline or priority)
 *     └── refused: RequestRefused
 *
 * It is long because it is the list of what users can do, each with its documentation. The work is done in the files that it calls.
 */
import { countFromOne } from "@preempt/checks";
import { type JobResult, Scheduler } from "@preempt/runtime";
import { type Asked, Backlog } from "../overload/backlog.ts";
import { Overload } from "../overload/overload.ts";
import { Throughput } from "../overload/throughput.ts";
import { shareOf } from "./class-share.ts";
import { compareUrgency, keyOf, policyOf, type Urgent } from "./discipline.ts";
import { checkOptions, refuse } from "./errors.ts";
import { checkHandler } from "./handler-check.ts";
import { observerOf } from "./job-observer.ts";
import { Listeners } from "./listeners.ts";
import { checkRequestScheduler, type RequestSchedulerOptions, refuseClass } from "./options.ts";
import { type RefusalCode, RequestRefused, why } from "./refused.ts";
import { type ClassLoad, isTooMuch, RequestClass } from "./request-class.ts";
import {
  type AdmitOptions,
  admitTable,
  closeTable,
  type RequestEvents,
  type RunRequestOptions,
  runTable,
} from "./request-events.ts";
import { RequestLives } from "./request-lives.ts";
import { checkRoute, type Handler, type RouteOptions, routed } from "./route.ts";
import {
  type ArgumentOptions,
  type ContextOptions,
  type RequestContext,
  RequestTicket,
  type Ticket,
} from "./ticket.ts";
import type { Wrap } from "./wrap.ts";

const nothing: AdmitOptions = {};

/**
 * Runs requests as jobs: the urgent ones first, the bulky ones in slices. Of {@link createRequestScheduler}.
 *
 * @template C The names of the classes
 */
export class RequestScheduler<C extends string = string> implements AsyncDisposable {
  /** The kernel that runs the requests. */
  readonly scheduler: Scheduler;
  /** The load of each class. The objects stay the same, and their figures are current. Reading takes no longer with more requests. */
  readonly load: Readonly<Record<C, ClassLoad>>;
  readonly #options: RequestSchedulerOptions<C>;
  readonly #classes: ReadonlyMap<string, RequestClass>;
  readonly #defaultClass: RequestClass;
  readonly #weightOf: (key: unknown) => number;
  readonly #keyOf: (request: Urgent) => number;
  readonly #listeners: Listeners<{ [E in keyof RequestEvents]: RequestEvents[E] }>;
  readonly #lives: RequestLives;
  readonly #ownsScheduler: boolean;
  readonly #observing: readonly Disposable[];
  readonly #overload: Overload;
  #count = 0;
  #closing: Promise<void> | undefined;

  constructor(options: RequestSchedulerOptions<C>) {
    checkRequestScheduler(options);
    const { queue = "edf", patience = 1000, onError } = options;
    this.#options = options;
    this.#ownsScheduler = options.scheduler === undefined;
    this.scheduler = options.scheduler ?? new Scheduler({ policy: policyOf(queue, patience) });
    this.#keyOf = keyOf(queue, patience);
    this.#weightOf = (key) => checkWeight(options.weightOf?.(key) ?? 1);
    const report = onError ?? throwLater;
    this.#listeners = new Listeners(report);
    this.#lives = new RequestLives(this.scheduler, {
      listeners: this.#listeners,
      report,
      refuse: (one, code) => this.#refuse(one, code),
    });
    const now = () => this.scheduler.now();
    const classes = Object.entries<RequestSchedulerOptions["classes"][string]>(options.classes).map(
      ([name, given]) => [name, new RequestClass(name, given, now)] as const,
    );
    this.#classes = new Map(classes);
    this.load = Object.fromEntries(classes) as unknown as Record<C, ClassLoad>;
    this.#defaultClass = this.#classOf(options.defaultClass ?? (classes[0]?.[0] as string));
    for (const [, one] of classes) if (one.share !== undefined) one.server = shareOf(this.scheduler, one);
    const inOrder = classes.map(([, one]) => one).sort(compareUrgency(queue));
    inOrder.forEach((one, i) => {
      const before = inOrder[i - 1];
      one.rank = before === undefined ? 0 : before.rank + (compareUrgency(queue)(before, one) === 0 ? 0 : 1);
    });
    const throughput = new Throughput(() => this.#lives.ready > 0, now);
    this.#overload = new Overload(
      this.scheduler,
      inOrder,
      new Backlog(inOrder, queue, patience, throughput, now),
      options.overload ?? {},
      {
        overload: (event) => this.#listeners.tell("overload", event),
        recovered: (event) => this.#listeners.tell("recovered", event),
      },
    );
    this.#observing = [this.scheduler.observe(throughput.observer), this.scheduler.observe(observerOf(this.#lives))];
  }

  /** The class of a request, by the option `classify`, or the default class. */
  classOf(request: unknown): C {
    return (this.#options.classify?.(request) ?? this.#defaultClass.name) as C;
  }

  /** The tenant of a request, by the option `key`. */
  keyOf(request: unknown): unknown {
    return this.#options.key?.(request);
  }

  /**
   * Admits a request, or refuses it. Integrations call it when the head of a request has arrived, and run the handler with the
   * ticket.
   *
   * @throws PreemptError if there is no such class, or for an option out of range
   */
  admit(className: C, options: AdmitOptions = nothing): Ticket | RequestRefused {
    checkOptions(options, "a request", admitTable);
    return this.#admit(className, options);
  }

  #admit(className: string, options: AdmitOptions): Ticket | RequestRefused {
    const one = this.#classOf(className);
    const { deadline = one.deadline, priority = one.priority, times = one.times } = options;
    const need = times.count > 0 ? times.mean : one.times.mean;
    const flow = one.flows.of(options.key, this.#weightOf);
    const code = this.#reasonToRefuse(one, { deadline, priority, need, flow });
    if (code !== undefined) one.flows.left(flow);
    if (code !== undefined) return this.#refuse(one, code);
    const release = this.scheduler.now();
    const ticket = new RequestTicket(
      this.#lives.owner,
      one,
      release,
      release + deadline,
      priority,
      ++this.#count,
      flow,
    );
    ticket.key = this.#keyOf(ticket);
    ticket.need = need;
    if (times !== one.times) ticket.times = times;
    this.#lives.admitted(one, ticket);
    return ticket;
  }

  /**
   * Admits a request, or refuses it. The options `classify` and `key` give its class and tenant.
   *
   * @throws what these throw
   */
  admitRequest(request: unknown): Ticket | RequestRefused {
    const { key } = this.#options;
    return this.#admit(this.classOf(request), key === undefined ? nothing : { key: key(request) });
  }

  /**
   * Runs `fn` as a request of a class.
   *
   * @returns the result of `fn`. Rejects with a {@link RequestRefused} if the request is refused before `fn` starts, and with the
   * reason if it is cancelled
   * @throws PreemptError if there is no such class, `fn` is no function, or for an option out of range
   */
  run<R, T = unknown>(
    className: C,
    fn: (this: T, context: RequestContext) => R,
    ...[options]: ContextOptions<RunRequestOptions, T>
  ): Promise<JobResult<R>>;
  run<A extends readonly unknown[], R, T = unknown>(
    className: C,
    fn: (this: T, ...args: A) => R,
    options: ArgumentOptions<RunRequestOptions, A, T>,
  ): Promise<JobResult<R>>;
  run(className: C, fn: (...args: never[]) => unknown, options: object = nothing): Promise<unknown> {
    if (typeof fn !== "function") refuse("handler_not_a_function", "the handler of a request", fn, "a function");
    checkOptions(options, "a request", runTable);
    const { signal, args, thisArg, ...asked } = options as RunRequestOptions;
    const ticket = this.#admit(className, asked);
    return ticket instanceof RequestRefused
      ? Promise.reject(ticket)
      : (ticket as RequestTicket).run(fn, { signal, args, thisArg });
  }

  /**
   * Makes a handler for a framework, whose requests belong to a class: `app.get("/report", rs.route("report", handler))`. The framework
   * passes a request and a response of Node, like Express, or expects a `Response`, like Hono. The handler receives a
   * {@link RequestContext} after the framework's arguments. Requests of Node have its `signal`, too.
   *
   * @throws PreemptError if there is no such class, or the handler cannot be preempted and the option `onUnpreemptable` says so
   */
  route<H extends Handler>(className: C, handler: H, options: RouteOptions<H> = {}): H {
    this.#classOf(className);
    checkRoute(handler, options);
    this.checkHandler(handler, className);
    return routed(this as unknown as RequestScheduler, className, handler, options);
  }

  /**
   * Reports a handler that cannot be preempted, by the option `onUnpreemptable`. Integrations call it when a handler is registered.
   *
   * @param route Its route, such as "GET /report". Default: where it was registered, if it has no name
   * @throws PreemptError if that is "throw"
   */
  checkHandler(handler: unknown, className: string = this.#defaultClass.name, route?: string): void {
    checkHandler(handler, className, this.#options.onUnpreemptable, route);
  }

  /** @internal A class, by default the one of requests of which nothing else says it. */
  classNamed(name?: string): RequestClass {
    return name === undefined ? this.#defaultClass : this.#classOf(name);
  }

  /** Whether {@link close} was called. */
  get closing(): boolean {
    return this.#closing !== undefined;
  }

  /** Calls `listener` at each event of a kind, until the result is disposed of. */
  on<E extends keyof RequestEvents>(event: E, listener: (event: RequestEvents[E]) => void): Disposable {
    return this.#listeners.on(event, listener);
  }

  /**
   * For tracing, until the result is disposed of. `wrap` is called for each admitted request, and calls `enter` to put it into the
   * queue. The handler runs in the asynchronous context of that call. The object that `wrap` returns is notified of the request's
   * start and end.
   */
  wrap(wrap: Wrap): Disposable {
    this.#lives.wraps.add(wrap);
    return { [Symbol.dispose]: () => void this.#lives.wraps.delete(wrap) };
  }

  /**
   * Refuses further requests (`closed`), and resolves when the admitted ones have ended. Requests that have not ended after `deadline`
   * milliseconds are cancelled with `reason`. Its own scheduler is closed with it. A second call returns the same promise.
   */
  close(options: { deadline?: number; reason?: unknown } = {}): Promise<void> {
    checkOptions(options, "close()", closeTable);
    const { deadline = Number.POSITIVE_INFINITY, reason } = options;
    if (this.#closing !== undefined) return this.#closing;
    const cancelAll = () => {
      for (const one of this.#classes.values())
        for (const ticket of [...one.waiting, ...one.started])
          this.#lives.cancel(ticket, reason ?? new RequestRefused("closed", ticket.class, why.closed, 1));
    };
    const alarm =
      deadline > 0 && deadline < Number.POSITIVE_INFINITY
        ? this.scheduler.alarm({ in: deadline }, cancelAll)
        : undefined;
    this.#closing = new Promise<void>((resolve) => {
      this.#lives.whenEmpty = resolve;
    }).then(async () => {
      alarm?.cancel();
      for (const observing of this.#observing) observing[Symbol.dispose]();
      this.#overload.close();
      for (const one of this.#classes.values()) one.server?.dispose();
      if (this.#ownsScheduler) await this.scheduler.close();
    });
    if (deadline <= 0) cancelAll();
    if (this.#lives.living === 0) this.#lives.whenEmpty?.();
    return this.#closing;
  }

  /** As {@link close}, without a deadline. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #classOf(name: string): RequestClass {
    return this.#classes.get(name) ?? refuseClass(name, [...this.#classes.keys()]);
  }

  #reasonToRefuse(one: RequestClass, asked: Asked): RefusalCode | undefined {
    if (this.#closing !== undefined) return "closed";
    if (one.waiting.size >= one.maxQueue || isTooMuch(one, asked.flow)) return "queue_full";
    return this.#overload.judge(one, asked, this.#lives.living === 0);
  }

  #refuse(one: RequestClass, code: RefusalCode): RequestRefused {
    const error = new RequestRefused(
      code,
      one.name,
      why[code],
      this.#overload.retryAfter(one),
      one.degrades && code !== "closed",
    );
    one.refused++;
    one.refusedBy[code]++;
    this.#listeners.tell("refused", { class: one.name, error });
    return error;
  }
}

/**
 * Creates a scheduler for the requests of a server:
 *
 *     const rs = createRequestScheduler({ classes: { login: { deadline: 50 }, report: { maxQueue: 20, concurrency: 4 } } });
 *     const answer = await rs.run("login", () => check(name, password));
 *
 * @throws PreemptError for an option out of range, or one that does not exist
 */
export function createRequestScheduler<C extends string>(options: RequestSchedulerOptions<C>): RequestScheduler<C> {
  return new RequestScheduler(options);
}

function checkWeight(weight: number): number {
  if (countFromOne.accepts(weight)) return weight;
  return refuse("weight_not_a_count", "what weightOf gave", weight, "an integer of 1 or more, or Infinity");
}

/** An uncaught error, as what a timer's callback throws. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
