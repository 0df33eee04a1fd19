/** Requests that have not started, in the order in which they came. Each leaves in constant time. */
export interface Arrival<T> {
  before: T | undefined;
  after: T | undefined;
}

export class Arrivals<T extends Arrival<T>> {
  first: T | undefined;
  #last: T | undefined;
  size = 0;

  push(one: T): void {
    one.before = this.#last;
    if (this.#last === undefined) this.first = one;
    else this.#last.after = one;
    this.#last = one;
    this.size++;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let one = this.first; one !== undefined; one = one.after) yield one;
  }

  /** `one` is among them. */
  remove(one: T): void {
    const { before, after } = one;
    if (before === undefined) this.first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    one.before = one.after = undefined;
    this.size--;
  }
}
