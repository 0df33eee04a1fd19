/**
 * The few lines that everybody writes who gives the thread back by hand: work for some milliseconds, then wait for a turn
 * of the event loop.
 *
 * 5 ms: what React's scheduler, main-thread-scheduling ("idle") and Preempt work at a stretch as well.
 */
const stretch = 5;

/** What the programs in async functions ask. */
export interface Pause {
  isDue(): boolean;
  wait(): PromiseLike<unknown>;
}

export class TimedPause implements Pause {
  readonly #hop: () => PromiseLike<unknown>;
  #end = 0;

  /** @param hop To the next turn of the event loop. */
  constructor(hop: () => PromiseLike<unknown>) {
    this.#hop = hop;
  }

  /** A job, or its next stretch, begins. */
  begin(): void {
    this.#end = performance.now() + stretch;
  }

  isDue(): boolean {
    return performance.now() >= this.#end;
  }

  async wait(): Promise<void> {
    await this.#hop();
    this.begin();
  }
}
