/**
 * Requests as jobs of a kernel: by class, from a bounded queue, cancelled where they stand.
 *
 *   admit ──▶ line of its class ── a place is free ──▶ the kernel's ready queue ──▶ the thread, in slices
 *     │            (concurrency)                        (deadline or priority)
 *     └── refused: RequestRefused
 */
import {
  type AnyFunction,
  ConstantBandwidthServer,
  DeferrableServer,
  isPreemptable,
  type Job,
  type JobResult,
  type Observer,
  PreemptError,
  Scheduler,
  type SubmitOptions,
} from "@preempt/runtime";
import { type Asked, Backlog } from "../overload/backlog.ts";
import { Overload, type OverloadEvent, type RecoveredEvent } from "../overload/overload.ts";
import type { ServiceTimes } from "../overload/service-times.ts";
import { Throughput } from "../overload/throughput.ts";
import { compareUrgency, keyOf, policyOf, type Urgent } from "./discipline.ts";
import { count, notNegative } from "./errors.ts";
import { checkHandler } from "./handler-check.ts";
import { Listeners } from "./listeners.ts";
import { checkRequestScheduler, type RequestSchedulerOptions, refuseClass } from "./options.ts";
import { type RefusalCode, RequestRefused } from "./refused.ts";
import { type ClassLoad, RequestClass } from "./request-class.ts";
import { checkRoute, type Handler, type RouteOptions, routed } from "./route.ts";
import { type RequestContext, RequestTicket, type RunOptions, type Ticket, type TicketOwner } from "./ticket.ts";
import { type RequestEnd, type Wrap, wrapped } from "./wrap.ts";

/** The events of a request scheduler. */
export interface RequestEvents {
  /** A request was refused. */
  refused: { readonly class: string; readonly error: RequestRefused };
  /** An admitted request has ended. */
  ended: RequestEnd;
  /** A class has more work than it can do in time. */
  overload: OverloadEvent;
  /** A class that was overloaded has recovered. */
  recovered: RecoveredEvent;
  /** A request was cancelled; `state` is its state before. */
  cancelled: { readonly class: string; readonly state: "waiting" | "running"; readonly reason: unknown };
}

/** Options of one request. Times are milliseconds. */
export interface AdmitOptions {
  /** The time after its arrival within which it should be answered. Above 0. Default: that of its class. */
  readonly deadline?: number | undefined;
  /** Any finite number. Default: that of its class. */
  readonly priority?: number | undefined;
  /** The tenant of the request. Default: none. */
  readonly key?: unknown;
  /** Recent execution times of its route. Default: those of its class. */
  readonly times?: ServiceTimes | undefined;
}

/** Options of {@link RequestScheduler.run}. */
export interface RunRequestOptions extends AdmitOptions, RunOptions {}

/** Milliseconds up to which a handler is short: what a round of jobs would delay it by. */
const short = 0.25;
/** Handlers of a class of which so many have been seen are known. */
const knownFrom = 32;

const nothing: AdmitOptions = {};

/** A share of the thread is counted in periods of so many milliseconds: a class with half of it may take the thread for half of that. */
const sharePeriod = 20;

const why: Record<RefusalCode, string> = {
  overload: "there is more to do than can be done",
  late: "it could not be answered in time",
  queue_full: "its queue is full",
  waited_too_long: "it waited for as long as it may",
  closed: "the server closes",
};

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
  /** How many requests have not ended. */
  #living = 0;
  readonly #owner: TicketOwner;
  readonly #ownsScheduler: boolean;
  readonly #observing: readonly Disposable[];
  readonly #overload: Overload;
  /** Jobs of requests that could run. */
  #ready = 0;
  readonly #wraps = new Set<Wrap>();
  readonly #report: (error: unknown) => void;
  #count = 0;
  #closing: Promise<void> | undefined;
  #whenEmpty: (() => void) | undefined;

  constructor(options: RequestSchedulerOptions<C>) {
    checkRequestScheduler(options);
    const { queue = "edf", patience = 1000, onError } = options;
    this.#options = options;
    this.#ownsScheduler = options.scheduler === undefined;
    this.scheduler = options.scheduler ?? new Scheduler({ policy: policyOf(queue, patience) });
    this.#keyOf = keyOf(queue, patience);
    this.#weightOf = (key) => checkWeight(options.weightOf?.(key) ?? 1);
    this.#report = onError ?? throwLater;
    this.#listeners = new Listeners(this.#report);
    const now = () => this.scheduler.now();
    const classes = Object.entries<RequestSchedulerOptions["classes"][string]>(options.classes).map(
      ([name, given]) => [name, new RequestClass(name, given, now)] as const,
    );
    this.#classes = new Map(classes);
    this.load = Object.fromEntries(classes) as unknown as Record<C, ClassLoad>;
    this.#defaultClass = this.#classOf(options.defaultClass ?? (classes[0]?.[0] as string));
    for (const [, one] of classes) if (one.share !== undefined) one.server = shareOf(this.scheduler, one);
    this.#owner = {
      now,
      enter: (ticket) => this.#enter(ticket),
      cancel: (ticket, reason) => this.#cancel(ticket, reason),
    };
    const inOrder = classes.map(([, one]) => one).sort(compareUrgency(queue));
    inOrder.forEach((one, i) => {
      const before = inOrder[i - 1];
      one.rank = before === undefined ? 0 : before.rank + (compareUrgency(queue)(before, one) === 0 ? 0 : 1);
    });
    const throughput = new Throughput(() => this.#ready > 0, now);
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
    this.#observing = [this.scheduler.observe(throughput.observer), this.scheduler.observe(this.#jobs())];
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
   * @throws PreemptError if there is no such class
   */
  admit(className: C, options: AdmitOptions = nothing): Ticket | RequestRefused {
    const one = this.#classOf(className);
    const { deadline = one.deadline, priority = one.priority, times = one.times } = options;
    const need = times.count > 0 ? times.mean : one.times.mean;
    const flow = one.flows.of(options.key, this.#weightOf);
    const code = this.#reasonToRefuse(one, { deadline, priority, need, flow });
    if (code !== undefined) one.flows.left(flow);
    if (code !== undefined) return this.#refuse(one, code);
    const release = this.scheduler.now();
    const ticket = new RequestTicket(this.#owner, one, release, release + deadline, priority, ++this.#count, flow);
    ticket.key = this.#keyOf(ticket);
    ticket.need = need;
    if (times !== one.times) ticket.times = times;
    one.entered(ticket);
    this.#living++;
    if (one.waiting.size === 1) this.#setAlarm(one);
    return ticket;
  }

  /**
   * Admits a request, or refuses it. The options `classify` and `key` give its class and tenant.
   *
   * @throws what these throw
   */
  admitRequest(request: unknown): Ticket | RequestRefused {
    const { key } = this.#options;
    return this.admit(this.classOf(request), key === undefined ? nothing : { key: key(request) });
  }

  /**
   * Runs `fn` as a request of a class.
   *
   * @returns the result of `fn`. Rejects with a {@link RequestRefused} if the request is refused before `fn` starts, and with the
   * reason if it is cancelled
   * @throws PreemptError if there is no such class
   */
  run<R>(
    className: C,
    fn: (context: RequestContext) => R,
    options?: RunRequestOptions & { args?: undefined },
  ): Promise<JobResult<R>>;
  run<A extends readonly unknown[], R>(
    className: C,
    fn: (...args: A) => R,
    options: RunRequestOptions & { readonly args: NoInfer<A> },
  ): Promise<JobResult<R>>;
  run(className: C, fn: (...args: never[]) => unknown, options: RunRequestOptions = {}): Promise<unknown> {
    const ticket = this.admit(className, options);
    return ticket instanceof RequestRefused ? Promise.reject(ticket) : ticket.run(fn, options);
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
    this.#wraps.add(wrap);
    return { [Symbol.dispose]: () => void this.#wraps.delete(wrap) };
  }

  /**
   * Refuses further requests (`closed`), and resolves when the admitted ones have ended. Requests that have not ended after `deadline`
   * milliseconds are cancelled with `reason`. Its own scheduler is closed with it. A second call returns the same promise.
   */
  close({ deadline = Number.POSITIVE_INFINITY, reason }: { deadline?: number; reason?: unknown } = {}): Promise<void> {
    notNegative(deadline, "deadline", "the deadline of close()");
    if (this.#closing !== undefined) return this.#closing;
    const cancelAll = () => {
      for (const one of this.#classes.values())
        for (const ticket of [...one.waiting, ...one.started])
          this.#cancel(ticket, reason ?? new RequestRefused("closed", ticket.class, why.closed, 1));
    };
    const alarm =
      deadline > 0 && deadline < Number.POSITIVE_INFINITY
        ? this.scheduler.alarm({ in: deadline }, cancelAll)
        : undefined;
    this.#closing = new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    }).then(async () => {
      alarm?.cancel();
      for (const observing of this.#observing) observing[Symbol.dispose]();
      this.#overload.close();
      for (const one of this.#classes.values()) one.server?.dispose();
      if (this.#ownsScheduler) await this.scheduler.close();
    });
    if (deadline <= 0) cancelAll();
    if (this.#living === 0) this.#whenEmpty?.();
    return this.#closing;
  }

  /** As {@link close}, without a deadline. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** What the kernel does with the jobs of requests. */
  #jobs(): Observer {
    const ran = (job: Job, now: number, isReady: boolean, isCompeting: boolean) => {
      const ticket = this.#ticketOf(job);
      if (ticket === undefined) return;
      const one = classOf(ticket);
      one.ran(ticket, job.executionTime, now);
      this.#setReady(ticket, isReady);
      if (ticket.isCompeting === isCompeting) return;
      this.#setCompeting(one, ticket, isCompeting);
      this.#fill(one);
    };
    return {
      jobDispatched: (job, now) => {
        const ticket = this.#ticketOf(job);
        if (ticket === undefined) return;
        this.#setReady(ticket, false);
        if (ticket.started === undefined) this.#started(ticket, now);
      },
      jobPreempted: (job, now) => ran(job, now, true, true),
      jobBlocked: (job, now, on) => {
        const ticket = this.#ticketOf(job);
        if (ticket !== undefined && on !== "resource") ticket.hasWaited = true;
        ran(job, now, false, false);
      },
      jobWoken: (job, now) => ran(job, now, true, true),
      jobFinished: (job, now) => {
        const ticket = this.#ticketOf(job);
        if (ticket === undefined) return;
        classOf(ticket).ran(ticket, job.executionTime, now);
        this.#setReady(ticket, false);
        this.#finished(ticket, job);
      },
    };
  }

  /** The request that a job is of, if it is one of ours. */
  #ticketOf({ data }: Job): RequestTicket | undefined {
    return data instanceof RequestTicket && data.owner === this.#owner ? data : undefined;
  }

  #setCompeting(one: RequestClass, ticket: RequestTicket, isCompeting: boolean): void {
    if (ticket.isCompeting === isCompeting) return;
    ticket.isCompeting = isCompeting;
    ticket.flow.competing += isCompeting ? 1 : -1;
    one.flows.changed(ticket.flow);
  }

  #setReady(ticket: RequestTicket, isReady: boolean): void {
    if (ticket.isReady === isReady) return;
    ticket.isReady = isReady;
    this.#ready += isReady ? 1 : -1;
  }

  #classOf(name: string): RequestClass {
    return this.#classes.get(name) ?? refuseClass(name, [...this.#classes.keys()]);
  }

  #reasonToRefuse(one: RequestClass, asked: Asked): RefusalCode | undefined {
    if (this.#closing !== undefined) return "closed";
    if (one.waiting.size >= one.maxQueue || isTooMuch(one, asked.flow)) return "queue_full";
    return this.#overload.judge(one, asked, this.#living === 0);
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

  /** The request has its handler: it waits for a place, or goes to the kernel at once. */
  #enter(ticket: RequestTicket): void {
    ticket.state = "waiting";
    if (this.#wraps.size === 0) this.#goOn(ticket);
    else wrapped([...this.#wraps], ticket, () => this.#goOn(ticket), this.#report);
  }

  #goOn(ticket: RequestTicket): void {
    const one = classOf(ticket);
    const { signal } = ticket.options;
    if (signal?.aborted) {
      this.#cancel(ticket, signal.reason);
      return;
    }
    if (signal) {
      const abort = () => this.#cancel(ticket, signal.reason);
      signal.addEventListener("abort", abort);
      ticket.forgetSignal = () => signal.removeEventListener("abort", abort);
    }
    const { flow } = ticket;
    if (this.#isAlone(one, ticket)) this.#call(one, ticket);
    else if (one.places < one.concurrency && flow.competing < flow.limit) this.#submit(one, ticket, ticket.deadline);
    else {
      flow.line.push(ticket);
      one.flows.changed(flow);
    }
  }

  /**
   * Whether a queue could do nothing for the request: no other one waits or runs, and its handler is short and cannot be preempted. Then it is
   * called at once, which costs less than a job.
   */
  #isAlone(one: RequestClass, { fn, times = one.times, watches }: RequestTicket): boolean {
    if (
      watches !== undefined ||
      this.#living > 1 ||
      times.count < knownFrom ||
      times.mean > short ||
      one.share !== undefined
    )
      return false;
    return this.scheduler.currentJob === undefined && !this.scheduler.paused && !isPreemptable(fn);
  }

  #call(one: RequestClass, ticket: RequestTicket): void {
    const { fn, options } = ticket;
    const before = this.scheduler.now();
    this.#started(ticket, before);
    one.places++;
    const ended = (isOk: boolean, value: unknown) => {
      // It may have been cancelled while it awaited.
      if (ticket.state === "ended") return;
      if (isOk) {
        one.done++;
        one.stays.learn(this.scheduler.now() - before);
      } else one.failed++;
      one.places--;
      ticket.settle(isOk, value);
      this.#leave(one, ticket, 0);
      this.#fill(one);
    };
    let isOk = true;
    let value: unknown;
    try {
      value = (fn as (...args: unknown[]) => unknown).apply(options.thisArg, (options.args ?? [ticket]) as unknown[]);
    } catch (error) {
      isOk = false;
      value = error;
    }
    const now = this.scheduler.now();
    one.ran(ticket, now - before, now);
    if (isOk) one.times.learn(now - before);
    if (isOk) ticket.times?.learn(now - before);
    if (isOk && isThenable(value)) {
      ticket.hasWaited = true;
      value.then(
        (given) => ended(true, given),
        (error) => ended(false, error),
      );
    } else ended(isOk, value);
  }

  #submit(one: RequestClass, ticket: RequestTicket, deadline: number): void {
    const { fn, options, priority } = ticket;
    const given: SubmitOptions = {
      // A request that comes without arguments has what it may ask: its signal.
      args: (options.args ?? [ticket]) as never,
      thisArg: options.thisArg,
      name: one.name,
      deadline: { at: deadline },
      priority,
      inherit: false,
      data: ticket,
    };
    if (one.refusesLate) given.late = "refuse";
    one.places++;
    this.#setCompeting(one, ticket, true);
    try {
      const job = (one.server ?? this.scheduler).submit(fn as AnyFunction, given);
      ticket.job = job;
      this.#setReady(ticket, true);
      job.whenSettled(({ ok, value }) => ticket.settle(ok, ok ? value : this.#lateOr(one, ticket, value)));
    } catch (error) {
      one.places--;
      this.#setCompeting(one, ticket, false);
      one.failed++;
      ticket.settle(false, error);
      this.#leave(one, ticket, 0);
      this.#fill(one);
    }
  }

  /** The kernel did not start it since its deadline had passed. */
  #lateOr(one: RequestClass, ticket: RequestTicket, error: unknown): unknown {
    if (!one.refusesLate || ticket.started !== undefined) return error;
    if (!(error instanceof PreemptError) || error.code !== "deadline_missed") return error;
    const refusal = this.#refuse(one, "late");
    ticket.result = "refused";
    ticket.abort(refusal);
    return refusal;
  }

  /** Gives free places to those that wait for one. */
  #fill(one: RequestClass): void {
    while (one.places < one.concurrency) {
      const next = one.flows.take();
      if (next === undefined) return;
      // Those of a key that had to wait their turn compete with others from now on, not from when they came.
      const isLate = next.flow.limit < Number.POSITIVE_INFINITY;
      this.#submit(one, next, isLate ? this.scheduler.now() + next.deadline - next.release : next.deadline);
    }
  }

  #started(ticket: RequestTicket, now: number): void {
    const one = classOf(ticket);
    this.#leaveQueue(one, ticket);
    ticket.started = now;
    one.started.push(ticket);
    // Cancelled before it started, it runs nothing.
    if (ticket.state !== "waiting") return;
    ticket.state = "running";
    one.running++;
    if (ticket.onStart !== undefined) this.#guarded(() => ticket.onStart?.(ticket));
    if (ticket.watches !== undefined) for (const { started } of ticket.watches) this.#guarded(() => started?.());
  }

  /** The job and its finalizers have ended. */
  #finished(ticket: RequestTicket, job: Job): void {
    const one = classOf(ticket);
    one.places--;
    this.#setCompeting(one, ticket, false);
    if (job.state === "done") {
      one.done++;
      one.stays.learn(this.scheduler.now() - (ticket.started ?? 0));
      one.times.learn(job.executionTime);
      ticket.times?.learn(job.executionTime);
    } else if (job.state === "failed") one.failed++;
    this.#leave(one, ticket, job.preemptions);
    this.#fill(one);
  }

  /** The request has ended. */
  #leave(one: RequestClass, ticket: RequestTicket, preemptions: number): void {
    if (ticket.started === undefined) this.#leaveQueue(one, ticket);
    else {
      one.started.remove(ticket);
      if (ticket.state === "running") one.running--;
    }
    ticket.state = "ended";
    one.left(ticket);
    ticket.job = undefined;
    if (ticket.watches !== undefined || this.#listeners.has("ended")) this.#tellEnd(ticket, preemptions);
    ticket.forgetSignal?.();
    ticket.forgetSignal = undefined;
    if (--this.#living === 0) this.#whenEmpty?.();
  }

  #tellEnd(ticket: RequestTicket, preemptions: number): void {
    const { result, error, waited, ran, started } = ticket;
    const took = this.scheduler.now() - ticket.release;
    const end = { class: ticket.class, result, error, waited, took, ran, preemptions, started: started !== undefined };
    ticket.end = end;
    this.#listeners.tell("ended", end);
    for (const watch of ticket.watches ?? []) this.#guarded(() => watch.ended?.(end));
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#report(error);
    }
  }

  #leaveQueue(one: RequestClass, ticket: RequestTicket): void {
    const wasFirst = one.waiting.first === ticket;
    one.waiting.remove(ticket);
    ticket.flow.waiting--;
    if (wasFirst) this.#setAlarm(one);
  }

  #cancel(ticket: RequestTicket, reason: unknown): void {
    this.#end(ticket, reason, true);
  }

  /** Ends a request early, in whatever state it is. */
  #end(ticket: RequestTicket, reason: unknown, isCancelled: boolean): void {
    const { state, job } = ticket;
    if (state === "ended" || job?.state === "cancelled") return;
    const one = classOf(ticket);
    const given = reason ?? abortError();
    ticket.abort(given);
    ticket.result = isCancelled ? "cancelled" : "refused";
    if (isCancelled) {
      one.cancelled++;
      const was = state === "running" ? "running" : "waiting";
      this.#listeners.tell("cancelled", { class: one.name, state: was, reason: given });
    }
    if (job !== undefined) {
      job.cancel(given);
      return;
    }
    ticket.flow.line.remove(ticket);
    one.flows.changed(ticket.flow);
    // Its handler was called at once, and awaits something.
    if (state === "running") one.places--;
    ticket.settle(false, given);
    this.#leave(one, ticket, 0);
    this.#fill(one);
  }

  /** One alarm for each class, for the request that has waited longest. */
  #setAlarm(one: RequestClass): void {
    one.alarm?.cancel();
    one.alarm = undefined;
    const { first } = one.waiting;
    if (first === undefined || one.maxWait === Number.POSITIVE_INFINITY) return;
    one.alarm = this.scheduler.alarm(first.release + one.maxWait, () => {
      one.alarm = undefined;
      this.#refuseWaiting(one, first);
    });
  }

  #refuseWaiting(one: RequestClass, ticket: RequestTicket): void {
    if (ticket.state !== "waiting" && ticket.state !== "reserved") return;
    this.#end(ticket, this.#refuse(one, "waited_too_long"), false);
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

function classOf(ticket: RequestTicket): RequestClass {
  return ticket.home as RequestClass;
}

function shareOf(
  rt: Scheduler,
  { name, share = 1, priority }: RequestClass,
): ConstantBandwidthServer | DeferrableServer {
  const options = { name: `class ${name}`, budget: share * sharePeriod, period: sharePeriod };
  try {
    return new ConstantBandwidthServer(rt, options);
  } catch (error) {
    if (!(error instanceof PreemptError && error.code === "server_needs_edf")) throw error;
    return new DeferrableServer(rt, { ...options, priority });
  }
}

/** A key may fill as much of the queue as is left for others, times its weight. */
function isTooMuch({ waiting, maxQueue }: RequestClass, flow: Asked["flow"]): boolean {
  if (flow === undefined || flow.limit === Number.POSITIVE_INFINITY) return false;
  return flow.waiting >= Math.max(1, flow.weight * (maxQueue - waiting.size));
}

function checkWeight(weight: number): number {
  count(weight, "weight", "what weightOf gave", 1);
  return weight;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as PromiseLike<unknown>).then === "function";
}

function abortError(): Error {
  const error = new Error("The request was cancelled.");
  error.name = "AbortError";
  return error;
}

/** An uncaught error, as what a timer's callback throws. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
