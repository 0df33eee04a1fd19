/**
 * Which requests a full server refuses.
 *
 * A request is refused when it comes if it would be late. Then its class is overloaded: less urgent classes are refused altogether, so that no
 * bulky work is taken in while urgent work is refused. What is taken in with a later deadline goes first once that has come near: judged by
 * their own deadlines alone, searches left 56 % of the logins on time at three times the capacity; so it is 76 % (docs/server-overload.md).
 * The class recovers when its backlog has been small for a while. What decides about one request and what is told have different inertia,
 * so nothing flaps: each request is judged by itself.
 *
 *   calm ── a request would be late ──▶ overloaded ── backlog below recoverAt for recoverAfter ──▶ calm
 */
import type { Alarm, Scheduler } from "@preempt/runtime";
import type { RefusalCode } from "../requests/refused.ts";
import type { RequestClass } from "../requests/request-class.ts";
import type { Asked, Backlog } from "./backlog.ts";
import { HeapWatch } from "./heap-watch.ts";
import type { OverloadOptions } from "./overload-options.ts";

/** Why a class is overloaded: its backlog is too large, or the heap is nearly full. */
export type OverloadCause = "backlog" | "heap";

/** Told when a class becomes overloaded. */
export interface OverloadEvent {
  /** The class that is overloaded. */
  readonly class: string;
  /** Why it is overloaded. */
  readonly cause: OverloadCause;
}

/** Told when a class is overloaded no more. */
export interface RecoveredEvent {
  /** The class that has recovered. */
  readonly class: string;
  /** Milliseconds for which it was. */
  readonly after: number;
}

interface Told {
  overload(event: OverloadEvent): void;
  recovered(event: RecoveredEvent): void;
}

/** A request may always wait for this part of its deadline. */
const leastSlack = 0.1;

/** Seconds: whoever is sent away comes back some time. */
const longestRetry = 120;

export class Overload {
  readonly #rt: Scheduler;
  readonly #classes: readonly RequestClass[];
  readonly #backlog: Backlog;
  readonly #told: Told;
  readonly #admission: boolean;
  readonly #recoverAt: number;
  readonly #recoverAfter: number;
  readonly #heap: HeapWatch;
  readonly #guard: (() => boolean) | undefined;
  /** The rank of the most urgent class that is overloaded. */
  #rank = Number.POSITIVE_INFINITY;
  #alarm: Alarm | undefined;

  constructor(
    rt: Scheduler,
    classes: readonly RequestClass[],
    backlog: Backlog,
    options: OverloadOptions | false,
    told: Told,
  ) {
    const { admission = true, recoverAt = 0.5, recoverAfter = 1000, heap = 0.9, heapUsed, guard } = options || {};
    this.#rt = rt;
    this.#classes = classes;
    this.#backlog = backlog;
    this.#told = told;
    this.#admission = options !== false && admission;
    this.#recoverAt = recoverAt;
    this.#recoverAfter = recoverAfter;
    this.#heap = new HeapWatch(options === false || heap === false ? Number.POSITIVE_INFINITY : heap, heapUsed);
    this.#guard = guard;
  }

  /**
   * Why a request that comes now is refused; undefined if it is taken in.
   *
   * @param isIdle No other request waits or runs
   */
  judge(one: RequestClass, asked: Asked, isIdle: boolean): RefusalCode | undefined {
    if (this.#guard?.()) return "overload";
    const now = this.#rt.now();
    if (this.#heap.isFull(now) && (one.rank > 0 || this.#classes.length === 1)) {
      this.#overloaded(one, "heap", now);
      return "overload";
    }
    if (!this.#admission) return undefined;
    if (one.rank > this.#rank) return "overload";
    // Nothing is ahead of it.
    if (isIdle) return undefined;
    const pressure = this.#pressure(one, asked);
    if (pressure > this.#recoverAt) one.pressedAt = now;
    if (pressure <= 1) return undefined;
    this.#overloaded(one, "backlog", now);
    return this.#backlog.forecast(one, asked).finish > asked.deadline ? "late" : "overload";
  }

  /** Whole seconds after which there is room for a request of the class again, by the backlog. */
  retryAfter(one: RequestClass): number {
    let wait = 0;
    for (const other of this.#classes) {
      if (other === one || (other.isOverloaded && other.rank < one.rank)) {
        wait = Math.max(wait, this.#backlog.forecast(other, usual(other)).finish);
      }
    }
    return Math.min(longestRetry, Math.max(1, Math.ceil(wait / 1000)));
  }

  close(): void {
    this.#alarm?.cancel();
    this.#alarm = undefined;
  }

  /**
   * How long a request would wait, as a part of the time that it can wait; above 1: it would be late. One that nothing is before is never
   * refused: where requests need longer than their deadline allows, nobody would learn that they do no more.
   */
  #pressure(one: RequestClass, asked: Asked): number {
    if (asked.deadline === Number.POSITIVE_INFINITY && one.maxWait === Number.POSITIVE_INFINITY) return 0;
    const { start, finish } = this.#backlog.forecast(one, asked);
    const slack = Math.max(asked.deadline - (finish - start), asked.deadline * leastSlack);
    return Math.max(start / slack, start / one.maxWait);
  }

  #overloaded(one: RequestClass, cause: OverloadCause, now: number): void {
    one.pressedAt = now;
    if (one.isOverloaded) return;
    one.isOverloaded = true;
    one.overloadedAt = now;
    this.#rank = Math.min(this.#rank, one.rank);
    this.#told.overload({ class: one.name, cause });
    this.#watch();
  }

  /** Looks again when the first class may have recovered. */
  #watch(): void {
    if (this.#alarm !== undefined) return;
    let next = Number.POSITIVE_INFINITY;
    for (const one of this.#classes) if (one.isOverloaded) next = Math.min(next, one.pressedAt);
    if (next === Number.POSITIVE_INFINITY) return;
    this.#alarm = this.#rt.alarm(next + this.#recoverAfter, () => {
      this.#alarm = undefined;
      this.#look();
      this.#watch();
    });
  }

  #look(): void {
    const now = this.#rt.now();
    const isFull = this.#heap.isFull(now);
    for (const one of this.#classes) {
      if (!one.isOverloaded) continue;
      if (this.#pressure(one, usual(one)) > this.#recoverAt || (isFull && one.rank > 0)) one.pressedAt = now;
      // As the alarm was set: a difference may be rounded below it, and the alarm would come again at the same instant.
      if (now < one.pressedAt + this.#recoverAfter) continue;
      one.isOverloaded = false;
      this.#told.recovered({ class: one.name, after: now - one.overloadedAt });
    }
    this.#rank = Math.min(...this.#classes.map((one) => (one.isOverloaded ? one.rank : Number.POSITIVE_INFINITY)));
  }
}

/** A request like the others of its class. */
function usual({ deadline, priority, expected }: RequestClass): Asked {
  return { deadline, priority, need: expected };
}
