/**
 * `$at = 0`: the body has come to where it goes on, and runs from here on as if it had never been suspended.
 *
 * In a body that goes on it stands only where code asks later, which is lowered in the order in which it runs; and in loops that go
 * round, where it is not.
 */
import type ts from "typescript";
import { Later } from "./steps.ts";

export class Arrivals {
  /** Whether all of them stand. */
  readonly #isAll: boolean;
  #count = 0;
  /** How many there were when the last code was lowered that asks. */
  #asked = 0;
  #isInRounds = false;

  /** @param isAll Whether the body may start, too */
  constructor(isAll: boolean) {
    this.#isAll = isAll;
  }

  step(arrival: ts.Statement): ts.Statement | Later {
    const index = this.#count++;
    if (this.#isAll || this.#isInRounds) return arrival;
    return new Later(() => (index < this.#asked ? [arrival] : []));
  }

  /** The code that is lowered next asks where the body goes on. */
  ask(): void {
    this.#asked = this.#count;
  }

  /** Lowers the rounds of a loop that goes round. */
  inRounds(lower: () => void): void {
    const outer = this.#isInRounds;
    this.#isInRounds = true;
    lower();
    this.#isInRounds = outer;
  }
}
