/** Short handlers that cannot be preempted, when nothing else is there: they need no queue, and a call costs less than a job. */
import { isPreemptable, type Scheduler } from "@preempt/runtime";
import type { RequestClass } from "./request-class.ts";
import type { RequestTicket } from "./ticket.ts";

/** What a call tells of a request. */
interface Lives {
  readonly living: number;
  started(ticket: RequestTicket, now: number): void;
  leave(one: RequestClass, ticket: RequestTicket, preemptions: number): void;
  fill(one: RequestClass): void;
}

/** Milliseconds up to which a handler is short: what a round of jobs would delay it by. */
const short = 0.25;
/** Handlers of a class of which so many have been seen are known. */
const knownFrom = 32;

/**
 * Whether a queue could do nothing for the request: no other one waits or runs, and its handler is short and cannot be preempted. Then it is
 * called at once, which costs less than a job.
 */
export function isAlone(
  lives: Lives,
  scheduler: Scheduler,
  one: RequestClass,
  { fn, times = one.times, watches }: RequestTicket,
): boolean {
  if (
    watches !== undefined ||
    lives.living > 1 ||
    times.count < knownFrom ||
    times.mean > short ||
    one.share !== undefined
  )
    return false;
  return scheduler.currentJob === undefined && !scheduler.paused && !isPreemptable(fn);
}

export function callAtOnce(lives: Lives, scheduler: Scheduler, one: RequestClass, ticket: RequestTicket): void {
  const { fn, options } = ticket;
  const before = scheduler.now();
  lives.started(ticket, before);
  one.places++;
  const ended = (isOk: boolean, value: unknown) => {
    // It may have been cancelled while it awaited.
    if (ticket.state === "ended") return;
    if (isOk) {
      one.done++;
      one.stays.learn(scheduler.now() - before);
    } else one.failed++;
    one.places--;
    ticket.settle(isOk, value);
    lives.leave(one, ticket, 0);
    lives.fill(one);
  };
  let isOk = true;
  let value: unknown;
  try {
    value = (fn as (...args: unknown[]) => unknown).apply(options.thisArg, (options.args ?? [ticket]) as unknown[]);
  } catch (error) {
    isOk = false;
    value = error;
  }
  const now = scheduler.now();
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

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as PromiseLike<unknown>).then === "function";
}
