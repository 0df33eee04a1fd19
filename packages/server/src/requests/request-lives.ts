/**
 * The lives of requests: from the place in the queue, over the thread, to the end, wherever that comes.
 *
 *   reserved ── a handler comes ──▶ waiting ── a place is free ──▶ a job ──▶ ended
 *       │                            │  └── nothing else is there ──▶ called at once ──▶ ended
 *       └─ cancelled, refused ───────┴─▶ ended
 */
import { type AnyFunction, type Job, PreemptError, type Scheduler, type SubmitOptions } from "@preempt/runtime";
import { callAtOnce, isAlone } from "./called-at-once.ts";
import type { Listeners } from "./listeners.ts";
import type { RefusalCode, RequestRefused } from "./refused.ts";
import type { RequestClass } from "./request-class.ts";
import type { RequestEvents } from "./request-events.ts";
import type { RequestTicket, TicketOwner } from "./ticket.ts";
import { type Wrap, wrapped } from "./wrap.ts";

/** What requests need of the request scheduler. */
export interface LivesPort {
  readonly listeners: Listeners<{ [E in keyof RequestEvents]: RequestEvents[E] }>;
  readonly report: (error: unknown) => void;
  refuse(one: RequestClass, code: RefusalCode): RequestRefused;
}

export class RequestLives {
  /** What tickets call. */
  readonly owner: TicketOwner;
  /** Of `wrap()`. */
  readonly wraps = new Set<Wrap>();
  /** How many requests have not ended. */
  living = 0;
  /** Jobs of requests that could run. */
  ready = 0;
  /** Called when the last one has ended. */
  whenEmpty: (() => void) | undefined;
  readonly #scheduler: Scheduler;
  readonly #port: LivesPort;

  constructor(scheduler: Scheduler, port: LivesPort) {
    this.#scheduler = scheduler;
    this.#port = port;
    this.owner = {
      now: () => scheduler.now(),
      enter: (ticket) => this.#enter(ticket),
      cancel: (ticket, reason) => this.cancel(ticket, reason),
    };
  }

  /** An admitted request has its place in the queue. */
  admitted(one: RequestClass, ticket: RequestTicket): void {
    one.entered(ticket);
    this.living++;
    if (one.waiting.size === 1) this.#setAlarm(one);
  }

  setCompeting(one: RequestClass, ticket: RequestTicket, isCompeting: boolean): void {
    if (ticket.isCompeting === isCompeting) return;
    ticket.isCompeting = isCompeting;
    ticket.flow.competing += isCompeting ? 1 : -1;
    one.flows.changed(ticket.flow);
  }

  setReady(ticket: RequestTicket, isReady: boolean): void {
    if (ticket.isReady === isReady) return;
    ticket.isReady = isReady;
    this.ready += isReady ? 1 : -1;
  }

  /** The request has its handler: it waits for a place, or goes to the kernel at once. */
  #enter(ticket: RequestTicket): void {
    ticket.state = "waiting";
    if (this.wraps.size === 0) this.#goOn(ticket);
    else wrapped([...this.wraps], ticket, () => this.#goOn(ticket), this.#port.report);
  }

  #goOn(ticket: RequestTicket): void {
    const one = classOf(ticket);
    const { signal } = ticket.options;
    if (signal?.aborted) {
      this.cancel(ticket, signal.reason);
      return;
    }
    if (signal) {
      const abort = () => this.cancel(ticket, signal.reason);
      signal.addEventListener("abort", abort);
      ticket.forgetSignal = () => signal.removeEventListener("abort", abort);
    }
    const { flow } = ticket;
    if (isAlone(this, this.#scheduler, one, ticket)) callAtOnce(this, this.#scheduler, one, ticket);
    else if (one.places < one.concurrency && flow.competing < flow.limit) this.#submit(one, ticket, ticket.deadline);
    else {
      flow.line.push(ticket);
      one.flows.changed(flow);
    }
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
    this.setCompeting(one, ticket, true);
    try {
      const job = (one.server ?? this.#scheduler).submit(fn as AnyFunction, given);
      ticket.job = job;
      this.setReady(ticket, true);
      job.whenSettled(({ ok, value }) => ticket.settle(ok, ok ? value : this.#lateOr(one, ticket, value)));
    } catch (error) {
      one.places--;
      this.setCompeting(one, ticket, false);
      one.failed++;
      ticket.settle(false, error);
      this.leave(one, ticket, 0);
      this.fill(one);
    }
  }

  /** The kernel did not start it since its deadline had passed. */
  #lateOr(one: RequestClass, ticket: RequestTicket, error: unknown): unknown {
    if (!one.refusesLate || ticket.started !== undefined) return error;
    if (!(error instanceof PreemptError) || error.code !== "deadline_missed") return error;
    const refusal = this.#port.refuse(one, "late");
    ticket.result = "refused";
    ticket.abort(refusal);
    return refusal;
  }

  /** Gives free places to those that wait for one. */
  fill(one: RequestClass): void {
    while (one.places < one.concurrency) {
      const next = one.flows.take();
      if (next === undefined) return;
      // Those of a key that had to wait their turn compete with others from now on, not from when they came.
      const isLate = next.flow.limit < Number.POSITIVE_INFINITY;
      this.#submit(one, next, isLate ? this.#scheduler.now() + next.deadline - next.release : next.deadline);
    }
  }

  started(ticket: RequestTicket, now: number): void {
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
  finished(ticket: RequestTicket, job: Job): void {
    const one = classOf(ticket);
    one.places--;
    this.setCompeting(one, ticket, false);
    if (job.state === "done") {
      one.done++;
      one.stays.learn(this.#scheduler.now() - (ticket.started ?? 0));
      one.times.learn(job.executionTime);
      ticket.times?.learn(job.executionTime);
    } else if (job.state === "failed") one.failed++;
    this.leave(one, ticket, job.preemptions);
    this.fill(one);
  }

  /** The request has ended. */
  leave(one: RequestClass, ticket: RequestTicket, preemptions: number): void {
    if (ticket.started === undefined) this.#leaveQueue(one, ticket);
    else {
      one.started.remove(ticket);
      if (ticket.state === "running") one.running--;
    }
    ticket.state = "ended";
    one.left(ticket);
    ticket.job = undefined;
    if (ticket.watches !== undefined || this.#port.listeners.has("ended")) this.#tellEnd(ticket, preemptions);
    ticket.forgetSignal?.();
    ticket.forgetSignal = undefined;
    if (--this.living === 0) this.whenEmpty?.();
  }

  #tellEnd(ticket: RequestTicket, preemptions: number): void {
    const { result, error, waited, ran, started } = ticket;
    const took = this.#scheduler.now() - ticket.release;
    const end = { class: ticket.class, result, error, waited, took, ran, preemptions, started: started !== undefined };
    ticket.end = end;
    this.#port.listeners.tell("ended", end);
    for (const watch of ticket.watches ?? []) this.#guarded(() => watch.ended?.(end));
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#port.report(error);
    }
  }

  #leaveQueue(one: RequestClass, ticket: RequestTicket): void {
    const wasFirst = one.waiting.first === ticket;
    one.waiting.remove(ticket);
    ticket.flow.waiting--;
    if (wasFirst) this.#setAlarm(one);
  }

  cancel(ticket: RequestTicket, reason: unknown): void {
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
      this.#port.listeners.tell("cancelled", { class: one.name, state: was, reason: given });
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
    this.leave(one, ticket, 0);
    this.fill(one);
  }

  /** One alarm for each class, for the request that has waited longest. */
  #setAlarm(one: RequestClass): void {
    one.alarm?.cancel();
    one.alarm = undefined;
    const { first } = one.waiting;
    if (first === undefined || one.maxWait === Number.POSITIVE_INFINITY) return;
    one.alarm = this.#scheduler.alarm(first.release + one.maxWait, () => {
      one.alarm = undefined;
      this.#refuseWaiting(one, first);
    });
  }

  #refuseWaiting(one: RequestClass, ticket: RequestTicket): void {
    if (ticket.state !== "waiting" && ticket.state !== "reserved") return;
    this.#end(ticket, this.#port.refuse(one, "waited_too_long"), false);
  }
}

export function classOf(ticket: RequestTicket): RequestClass {
  return ticket.home as RequestClass;
}

function abortError(): Error {
  const error = new Error("The request was cancelled.");
  error.name = "AbortError";
  return error;
}
