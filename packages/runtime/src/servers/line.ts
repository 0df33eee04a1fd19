/**
 * A line of jobs that wait for their turn: first come, first served, and any of them may leave in constant time. A Set would keep
 * the order too; but what was deleted at its front is walked over, each time that its first entry is looked for.
 */
/** Where a job stands. */
export interface Place<J> {
  readonly job: J;
  readonly line: Line<J>;
  before: Place<J> | undefined;
  after: Place<J> | undefined;
}

export class Line<J> {
  #first: Place<J> | undefined;
  #last: Place<J> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): J | undefined {
    return this.#first?.job;
  }

  *[Symbol.iterator](): Generator<J, void> {
    for (let place = this.#first; place !== undefined; place = place.after) yield place.job;
  }

  /** `job` comes last. */
  push(job: J): Place<J> {
    const place: Place<J> = { job, line: this, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.after = place;
    this.#last = place;
    this.#size++;
    return place;
  }

  /** `job` comes before all others. */
  unshift(job: J): Place<J> {
    const place: Place<J> = { job, line: this, before: undefined, after: this.#first };
    if (this.#first === undefined) this.#last = place;
    else this.#first.before = place;
    this.#first = place;
    this.#size++;
    return place;
  }

  /** The place is given up. Once. */
  leave({ before, after }: Place<J>): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    this.#size--;
  }
}
