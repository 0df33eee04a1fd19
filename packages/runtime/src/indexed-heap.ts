/**
 * A binary heap whose items know their place, so that any of them can be removed or moved in O(log n).
 */
export interface HeapItem {
  /** Place in the heap; -1 outside. Written by the heap alone. */
  heapIndex: number;
}

export class IndexedHeap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #precedes: (a: T, b: T) => boolean;

  /** @param precedes A strict total order: whether `a` leaves the heap before `b`. */
  constructor(precedes: (a: T, b: T) => boolean) {
    this.#precedes = precedes;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  has(item: T): boolean {
    return item.heapIndex >= 0 && this.#items[item.heapIndex] === item;
  }

  push(item: T): void {
    item.heapIndex = this.#items.length;
    this.#items.push(item);
    this.#up(item);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Takes `item` out. Returns whether it was in. */
  remove(item: T): boolean {
    if (!this.has(item)) return false;
    const index = item.heapIndex;
    const last = this.#items.pop() as T;
    item.heapIndex = -1;
    if (last !== item) {
      this.#place(last, index);
      this.#settle(last);
    }
    return true;
  }

  /** Finds the new place of an item whose order has changed. */
  moved(item: T): void {
    if (this.has(item)) this.#settle(item);
  }

  *[Symbol.iterator](): Generator<T> {
    yield* this.#items;
  }

  #place(item: T, index: number): void {
    this.#items[index] = item;
    item.heapIndex = index;
  }

  #settle(item: T): void {
    if (!this.#up(item)) this.#down(item);
  }

  #up(item: T): boolean {
    let index = item.heapIndex;
    const from = index;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = this.#items[above] as T;
      if (!this.#precedes(item, parent)) break;
      this.#place(parent, index);
      index = above;
    }
    this.#place(item, index);
    return index !== from;
  }

  #down(item: T): void {
    const { length } = this.#items;
    let index = item.heapIndex;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= length) break;
      let child = this.#items[below] as T;
      const right = this.#items[below + 1];
      if (right !== undefined && this.#precedes(right, child)) {
        child = right;
        below++;
      }
      if (!this.#precedes(child, item)) break;
      this.#place(child, index);
      index = below;
    }
    this.#place(item, index);
  }
}
