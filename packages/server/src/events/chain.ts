/**
 * A doubly linked list whose links are kept by whoever pushes: a member is taken out in constant time from any place. (A Set
 * would do but for its first member, which takes longer to find the more were deleted before it.)
 */
export interface Link<T> {
  readonly value: T;
  before: Link<T> | undefined;
  after: Link<T> | undefined;
}

export class Chain<T> {
  size = 0;
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;

  get first(): T | undefined {
    return this.#first?.value;
  }

  push(value: T): Link<T> {
    const link: Link<T> = { value, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
    this.size++;
    return link;
  }

  /** @param link One of this chain, which was not taken out before */
  remove({ before, after }: Link<T>): void {
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    this.size--;
  }
}
