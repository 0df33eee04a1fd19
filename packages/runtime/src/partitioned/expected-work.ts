/** How long a job of a function will run, judged by the last ones: a moving average of their execution times. */

/** The part of the newest job in the average: a few jobs decide, one does not. */
const weight = 0.25;

/** Milliseconds that a function is taken to need while nothing at all is known: it makes jobs count alike. */
const unknown = 1;

export class ExpectedWork {
  readonly #averages = new Map<string, number>();
  #overall: number | undefined;

  /** Milliseconds; for a function never seen the average of all. */
  of(fn: string): number {
    return this.#averages.get(fn) ?? this.#overall ?? unknown;
  }

  learn(fn: string, executionTime: number): void {
    this.#averages.set(fn, mix(this.#averages.get(fn), executionTime));
    this.#overall = mix(this.#overall, executionTime);
  }
}

function mix(average: number | undefined, value: number): number {
  return average === undefined ? value : average + weight * (value - average);
}
