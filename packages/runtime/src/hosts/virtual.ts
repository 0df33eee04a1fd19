/**
 * A clock that the test or the experiment owns: the same kernel, no waiting. Time passes where {@link advance} says,
 * and between events.
 */
import type { Cancellable, Host } from "../host.ts";
import { IndexedHeap } from "../indexed-heap.ts";
import { Pending } from "../release-queue.ts";
import { at, type Instant } from "../time.ts";

export class VirtualHost implements Host {
  readonly resolution = 0;
  /** Errors that nobody awaited, in order. */
  readonly reported: { readonly error: unknown; readonly context: string }[] = [];
  #now: Instant;
  #order = 0;
  readonly #turns: (() => void)[] = [];
  readonly #timers = new IndexedHeap<Pending>((a, b) => (a.at !== b.at ? a.at < b.at : a.order < b.order));

  /** @param options.start The first instant, in milliseconds. Default 0. */
  constructor(options: { start?: number } = {}) {
    this.#now = at(options.start ?? 0);
  }

  now(): Instant {
    return this.#now;
  }

  /** Lets `ms` milliseconds pass. Called by a job, it is the time that its code takes. */
  advance(ms: number): void {
    this.#now = at(this.#now + ms);
  }

  /** Sets the clock, also back: for tests of clocks that jump. */
  set(ms: number): void {
    this.#now = at(ms);
  }

  post(turn: () => void): void {
    this.#turns.push(turn);
  }

  timer(when: Instant, callback: () => void): Cancellable {
    const timer = new Pending(when, this.#order++, callback);
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

  /** Runs one turn, or goes to the next timer, if it starts at `until` or before. Returns whether there was one. */
  step(until = Number.POSITIVE_INFINITY): boolean {
    const turn = this.#now <= until ? this.#turns.shift() : undefined;
    if (turn !== undefined) {
      turn();
      return true;
    }
    const timer = this.#turns.length > 0 ? undefined : this.#timers.peek();
    if (timer === undefined || timer.at > until) return false;
    this.#timers.remove(timer);
    if (timer.at > this.#now) this.#now = timer.at;
    timer.fire();
    return true;
  }

  /** Runs turns and timers until none is left or the next is later than `until`; then the clock stands at `until`. */
  run(until = Number.POSITIVE_INFINITY): void {
    while (this.step(until)) {}
    if (until !== Number.POSITIVE_INFINITY && until > this.#now) this.#now = at(until);
  }

  /** As {@link run}, and lets promises settle in between. */
  async settle(until = Number.POSITIVE_INFINITY): Promise<void> {
    do {
      await quiet();
    } while (this.step(until));
    if (until !== Number.POSITIVE_INFINITY && until > this.#now) this.#now = at(until);
  }
}

/** Lets promise reactions that are under way run out: more hops than any chain of awaits between two turns takes. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 32; i++) await undefined;
}
