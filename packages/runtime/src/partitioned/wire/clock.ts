/** The clock of a worker, told on the controlling side's. */
import { at, type Instant } from "../../kernel/time.ts";

/** What an exchange of greetings shows: when we asked and when we had the answer, here; when it was given, there. */
export interface Exchange {
  readonly asked: number;
  readonly answered: number;
  /** On the worker's clock. */
  readonly there: number;
  /** When the clock here was 0, in milliseconds since the epoch; and there. */
  readonly originHere: number;
  readonly originThere: number;
}

/**
 * Add it to an instant of the worker's clock. The threads' time origins tell it exactly where they come from one clock;
 * the exchange bounds it, for engines that round origins, and for a wall clock that was set between the two.
 */
export function offsetOf({ asked, answered, there, originHere, originThere }: Exchange): number {
  const claimed = originThere - originHere;
  return Math.min(Math.max(claimed, asked - there), answered - there);
}

export class WorkerClock {
  readonly #offset: number;
  constructor(exchange: Exchange) {
    this.#offset = offsetOf(exchange);
  }

  toHere(there: number): Instant {
    return at(there + this.#offset);
  }

  toThere(here: number): number {
    return here - this.#offset;
  }
}
