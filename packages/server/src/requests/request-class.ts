/** A class of requests while the scheduler runs: its waiting requests, its places, and its figures. */
import type { Alarm, ConstantBandwidthServer, DeferrableServer } from "@preempt/runtime";
import { Arrivals } from "../overload/arrivals.ts";
import { DecayingSum } from "../overload/decaying-sum.ts";
import { ServiceTimes } from "../overload/service-times.ts";
import { type Flow, Flows } from "./flow.ts";
import type { ClassOptions } from "./options.ts";
import type { RefusalCode } from "./refused.ts";
import type { RequestTicket } from "./ticket.ts";

/** The load of a class, as it is at the moment at which it is read. Times in milliseconds. */
export interface ClassLoad {
  /** Requests that have not started. */
  readonly ready: number;
  /** Requests that have started and not ended. */
  readonly running: number;
  /** For how long the oldest request that has not started has waited; 0 if there is none. */
  readonly oldest: number;
  /** Work left in all of these, judged by how long handlers of the class ran lately. A guess. */
  readonly backlog: number;
  /** How long handlers of the class ran lately: a moving average. 0: nothing is known. */
  readonly expected: number;
  /** Whether the class is overloaded. */
  readonly overloaded: boolean;
  /** Requests so far that were taken in, */
  readonly admitted: number;
  /** those whose handler returned, */
  readonly done: number;
  /** those whose handler threw, */
  readonly failed: number;
  /** those that were cancelled, waiting or running, */
  readonly cancelled: number;
  /** and those that were refused, on arrival or while they waited. */
  readonly refused: number;
  /** The refused ones by reason. */
  readonly refusedBy: Readonly<Record<RefusalCode, number>>;
}

/** The usage of the thread is that of the last second or so. */
const timeConstant = 1000;

export class RequestClass implements ClassLoad {
  readonly name: string;
  readonly deadline: number;
  readonly priority: number;
  readonly maxQueue: number;
  readonly maxWait: number;
  readonly concurrency: number;
  readonly share: number | undefined;
  readonly degrades: boolean;
  readonly refusesLate: boolean;
  /** 0 is the most urgent class, and those that are as urgent. */
  rank = 0;
  /** All that have not started, with and without a place. */
  readonly waiting = new Arrivals<RequestTicket>();
  /** Those that have started, and have not ended. */
  readonly started = new Arrivals<RequestTicket>();
  /** Those that wait for a place, and whose they are. */
  readonly flows = new Flows<RequestTicket>();
  /** How long its requests had the thread, */
  readonly times = new ServiceTimes();
  /** and how long they had a place: with what they awaited, and what more urgent ones took meanwhile. */
  readonly stays = new ServiceTimes();
  /** Where its requests run, if it has a share. */
  server: ConstantBandwidthServer | DeferrableServer | undefined;
  /** Comes when the oldest waiting request has waited too long. */
  alarm: Alarm | undefined;
  /** Milliseconds of work left in requests that have not ended. */
  work = 0;
  readonly #used = new DecayingSum(timeConstant);
  isOverloaded = false;
  overloadedAt = 0;
  /** When its backlog was last large, or a request of it refused for that. */
  pressedAt = Number.NEGATIVE_INFINITY;
  /** Requests that the kernel has. */
  places = 0;
  running = 0;
  admitted = 0;
  done = 0;
  failed = 0;
  cancelled = 0;
  refused = 0;
  readonly refusedBy: Record<RefusalCode, number> = {
    overload: 0,
    late: 0,
    queue_full: 0,
    waited_too_long: 0,
    closed: 0,
  };
  readonly #now: () => number;

  constructor(name: string, options: ClassOptions, now: () => number) {
    this.name = name;
    this.deadline = options.deadline ?? Number.POSITIVE_INFINITY;
    this.priority = options.priority ?? 0;
    this.maxQueue = options.maxQueue ?? 1000;
    this.maxWait = options.maxWait ?? Number.POSITIVE_INFINITY;
    this.concurrency = options.concurrency ?? Number.POSITIVE_INFINITY;
    this.share = options.share;
    this.refusesLate = options.late === "refuse";
    this.degrades = options.onOverload === "degrade";
    this.#now = now;
  }

  get ready(): number {
    return this.waiting.size;
  }

  get oldest(): number {
    const { first } = this.waiting;
    return first === undefined ? 0 : Math.max(0, this.#now() - first.release);
  }

  get expected(): number {
    return this.times.mean;
  }

  get backlog(): number {
    return this.work;
  }

  get overloaded(): boolean {
    return this.isOverloaded;
  }

  /** Milliseconds until a request that comes now would have a place, as fast as places became free lately. */
  get placeFreeIn(): number {
    return this.places < this.concurrency ? 0 : ((this.waiting.size + 1) * this.stays.mean) / this.concurrency;
  }

  /** The part of the time for which it had the thread lately. */
  usage(now: number): number {
    return this.#used.at(now) / timeConstant;
  }

  /** The request has come. */
  entered(ticket: RequestTicket): void {
    this.admitted++;
    this.waiting.push(ticket);
    this.work += ticket.need;
    const { flow } = ticket;
    flow.work += ticket.need;
    flow.living++;
    flow.waiting++;
  }

  /** The request has run for `executionTime` by now. */
  ran(ticket: RequestTicket, executionTime: number, now: number): void {
    const done = Math.min(ticket.need, executionTime);
    this.work -= done - ticket.done;
    ticket.flow.work -= done - ticket.done;
    ticket.done = done;
    this.#used.add(executionTime - ticket.ran, now);
    this.flows.charge(ticket.flow, executionTime - ticket.ran);
    ticket.ran = executionTime;
  }

  /** The request has ended. */
  left(ticket: RequestTicket): void {
    const { flow } = ticket;
    this.work -= ticket.need - ticket.done;
    flow.work -= ticket.need - ticket.done;
    flow.living--;
    this.flows.left(flow);
    // What rounding has left over is nothing.
    if (this.work < 1e-6) this.work = 0;
  }

  /** For logs. */
  toJSON(): ClassLoad {
    const { ready, running, oldest, backlog, expected, overloaded } = this;
    const { admitted, done, failed, cancelled, refused, refusedBy } = this;
    return {
      ready,
      running,
      oldest,
      backlog,
      expected,
      overloaded,
      admitted,
      done,
      failed,
      cancelled,
      refused,
      refusedBy,
    };
  }
}

/** A key may fill as much of the queue as is left for others, times its weight. */
export function isTooMuch(
  { waiting, maxQueue }: RequestClass,
  flow: Pick<Flow, "limit" | "waiting" | "weight"> | undefined,
): boolean {
  if (flow === undefined || flow.limit === Number.POSITIVE_INFINITY) return false;
  return flow.waiting >= Math.max(1, flow.weight * (maxQueue - waiting.size));
}
