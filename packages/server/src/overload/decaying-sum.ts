/** A sum of which old parts count less and less: what was added one time constant ago counts a third. */
export class DecayingSum {
  readonly #timeConstant: number;
  #sum = 0;
  #at = Number.NEGATIVE_INFINITY;

  /** @param timeConstant In milliseconds */
  constructor(timeConstant: number) {
    this.#timeConstant = timeConstant;
  }

  add(amount: number, now: number): void {
    this.#sum = this.at(now) + amount;
    this.#at = now;
  }

  at(now: number): number {
    if (this.#sum === 0) return 0;
    return this.#sum * Math.exp(-Math.max(0, now - this.#at) / this.#timeConstant);
  }
}
