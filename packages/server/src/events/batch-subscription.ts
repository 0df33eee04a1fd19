/** What `onBatch` returns: one handler of a category. */
import type { Category } from "./event-types.ts";
import type { Lane } from "./lane.ts";

/** A handler that takes batches, until it is taken off. */
export class BatchSubscription implements Disposable {
  /** The category whose events it gets. */
  readonly category: Category;
  readonly #lane: Lane;
  readonly #off: () => void;

  /** @internal */
  constructor(lane: Lane, off: () => void) {
    this.category = lane.category;
    this.#lane = lane;
    this.#off = off;
  }

  /** Events that wait for the handler or are in it. */
  get pending(): number {
    return this.#lane.pending;
  }

  /**
   * Hands over what waits for more, without delay.
   *
   * @returns a promise that resolves when the handler has ended with all that was pending. Not for the handler itself to await: it would wait
   * for its own end
   */
  async flush(): Promise<void> {
    this.#lane.flush();
    await Promise.allSettled(this.#lane.unfinished);
  }

  /** Ends the subscription. What is pending is still delivered, without delay. */
  off(): void {
    this.#off();
  }

  /** As {@link off}. */
  [Symbol.dispose](): void {
    this.#off();
  }
}
