/**
 * A clock that the test or the experiment owns: the same kernel, without waiting. Time passes through {@link advance}, and
 * between events.
 */
import { PreemptError, refuse, show } from "../input/errors.ts";
import { KeyedHeap } from "../kernel/keyed-heap.ts";
import type { Pending } from "../kernel/pending.ts";
import { at, type Instant, never, rounding } from "../kernel/time.ts";
import { asyncCarrier, asyncContext } from "../realm/async-context.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import type { Cancellable, Host } from "./host.ts";

/** Milliseconds are added up in fractions: what is left over and no more than this is nothing. */
const nothing = 1e-9;

export class VirtualHost implements Host {
  readonly resolution = 0;
  readonly context = asyncContext;
  readonly carrier = asyncCarrier;
  /** Nothing costs time but what the test says. */
  readonly overheads = { switchCost: 0, releaseLatency: 0, eventLoop: 0, overrun: 0 };
  /** Errors that nobody awaited, in order. */
  readonly reported: { readonly error: unknown; readonly context: string }[] = [];
  #now: Instant;
  /** What has passed since, and is so little that the number that says when it is now does not show it. */
  #unseen = 0;
  #cpuTime = 0;
  readonly #turns: (() => void)[] = [];
  readonly #timers = new KeyedHeap<Pending>();
  #set = 0;

  /**
   * @param options.start The first instant, in milliseconds. Default 0.
   * @throws PreemptError if that is no finite number
   */
  constructor(options: { start?: number } = {}) {
    const { start = 0 } = options ?? {};
    if (!Number.isFinite(start)) refuse("start_not_finite", "the first instant", show(start), "a finite number");
    this.#now = at(start);
  }

  now(): Instant {
    return this.#now;
  }

  /**
   * Lets `ms` milliseconds pass. Called by a job, this is the time that its code takes. Below 0, the clock steps back.
   *
   * @throws PreemptError if it is no number
   */
  advance(ms: number): void {
    const before = this.#now;
    const passed = time(ms, "the time that is to pass", Number.NEGATIVE_INFINITY) + this.#unseen;
    this.#now = at(before + passed);
    this.#unseen = before + ms === before ? passed - (this.#now - before) : 0;
    this.#cpuTime += Math.max(0, ms);
  }

  /** @internal Lets time pass up to an instant, which is exactly now then. */
  advanceTo(instant: Instant): void {
    this.#cpuTime += Math.max(0, instant - this.#now);
    this.#now = instant;
    this.#unseen = 0;
  }

  /** What was let pass by {@link advance}: while the clock jumps, by {@link set}, nobody computes. */
  cpuTime(): number {
    return this.#cpuTime;
  }

  /**
   * Sets the clock, also back: for tests of clocks that jump.
   *
   * @throws PreemptError if it is no number
   */
  set(ms: number): void {
    this.#now = at(time(ms, "the time to set", Number.NEGATIVE_INFINITY));
    this.#unseen = 0;
  }

  post(turn: () => void): void {
    this.#turns.push(turn);
  }

  timer(when: Instant, callback: () => void): Cancellable {
    const timer: Pending = { heapIndex: -1, key: when, ticket: ++this.#set, fire: callback };
    this.#timers.push(timer);
    return { cancel: () => void this.#timers.remove(timer) };
  }

  report(error: unknown, context: string): void {
    this.reported.push({ error, context });
  }

  /** Turns posted and timers set. */
  get pending(): { readonly turns: number; readonly timers: number } {
    return { turns: this.#turns.length, timers: this.#timers.size };
  }

  /** Runs one turn, or advances to the next timer, if it is due at `until` or before. Returns whether there was one. */
  step(until = Number.POSITIVE_INFINITY): boolean {
    const turn = this.#now <= until ? this.#turns.shift() : undefined;
    if (turn !== undefined) {
      turn();
      return true;
    }
    const next = at(this.#timers.key);
    if (this.#turns.length > 0 || next > until || next === never) return false;
    if (next > this.#now) this.#now = next;
    this.#timers.take()?.fire();
    return true;
  }

  /** Runs turns and timers until none is left, or the next is later than `until`. Then the clock stands at `until`. */
  run(until = Number.POSITIVE_INFINITY): void {
    while (this.step(until)) {}
    if (until !== Number.POSITIVE_INFINITY && until > this.#now) this.#now = at(until);
  }

  /** {@link run} for code with promises: lets them settle in between. */
  async settle(until = Number.POSITIVE_INFINITY): Promise<void> {
    do {
      await quiet();
    } while (this.step(until));
    if (until !== Number.POSITIVE_INFINITY && until > this.#now) this.#now = at(until);
  }
}

/**
 * The body of a job that takes `ms` milliseconds of virtual time and can be preempted at every instant. Time passes up to the
 * next event, and there the job can be preempted. It costs one step per event.
 *
 *     rt.submit(function* () { yield* consume(rt, 2.5); });
 *
 * With `preemption: "ideal"` and an infinite slice and round this is the textbook's preemptive processor.
 *
 * @param ms Execution time. 0 or above.
 * @throws PreemptError if the scheduler's host is not virtual, or the time below 0
 */
export function* consume(rt: Scheduler, ms: number): Generator<undefined, void> {
  const { kernel } = rt ?? {};
  const { host } = kernel ?? {};
  if (kernel === undefined || !(host instanceof VirtualHost)) {
    throw new PreemptError(
      "host_not_virtual",
      "consume() was given a scheduler whose host is not virtual. Give the scheduler the host new VirtualHost().",
    );
  }
  for (let left = time(ms, "the time to consume", 0); left > nothing; ) {
    const { nextLook } = kernel;
    const now = host.now();
    const room = Math.max(0, nextLook - now);
    // Who ends with what comes next ends at that very instant.
    if (room > 0 && Math.abs(left - room) <= rounding(now)) {
      host.advanceTo(nextLook);
      return;
    }
    host.advance(Math.min(left, room));
    left -= room;
    if (left > nothing) yield;
  }
}

function time(ms: unknown, what: string, least: number): number {
  if (typeof ms === "number" && ms >= least) return ms;
  return refuse("time_not_a_number", what, show(ms), "a number of milliseconds");
}

/** What Node runs when promise reactions have run out, and before it looks for rejections that nobody handles. */
const nextTick = (globalThis as { process?: { nextTick?: (callback: () => void) => void } }).process?.nextTick;

/** Lets promise reactions that are under way run out. Elsewhere: more hops than chains of awaits between two turns take. */
async function quiet(): Promise<void> {
  if (nextTick !== undefined) await new Promise<void>((resolve) => nextTick(resolve));
  else for (let i = 0; i < 256; i++) await undefined;
}
