/** The last so many spans of time, in memory that is taken once: who ran when. Times in milliseconds. */
export class Spans {
  readonly capacity: number;
  readonly #row: Int16Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  #count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.#row = new Int16Array(capacity);
    this.#from = new Float64Array(capacity);
    this.#to = new Float64Array(capacity);
  }

  /** Adds a span; one that goes on where the last of the same row ended makes that longer. */
  add(row: number, from: number, to: number): void {
    const last = (this.#count - 1) % this.capacity;
    if (this.#count > 0 && this.#row[last] === row && from - (this.#to[last] as number) < joint) {
      this.#to[last] = to;
      return;
    }
    const at = this.#count++ % this.capacity;
    this.#row[at] = row;
    this.#from[at] = from;
    this.#to[at] = to;
  }

  /** Calls `visit` for the spans that end after `since`, newest first. */
  each(since: number, visit: (row: number, from: number, to: number) => void): void {
    for (let i = this.#count - 1; i >= 0 && i >= this.#count - this.capacity; i--) {
      const at = i % this.capacity;
      if ((this.#to[at] as number) < since) return;
      visit(this.#row[at] as number, this.#from[at] as number, this.#to[at] as number);
    }
  }
}

/** Two slices of a job with nothing but the kernel between them look like one. */
const joint = 0.06;
