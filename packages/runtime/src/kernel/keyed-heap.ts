/**
 * A heap ordered by two numbers, whose items know their place: any of them can be removed or moved in O(log n).
 *
 * Four children to a node, and the numbers beside the items in arrays of their own: a comparison touches neighbouring
 * numbers, not objects all over the memory. Among 100,000 items that is most of the cost.
 */
/** What may be in a {@link KeyedHeap}. */
export interface HeapItem {
  /** Place in the heap; -1 outside. Written by the heap alone. */
  heapIndex: number;
  /** The smaller comes first. Does not change while the item is in. */
  key: number;
  /** Orders equal keys. Does not change while the item is in. */
  readonly ticket: number;
}

const arity = 4;

/**
 * The heap of the kernel's ready queue and timers, for queues of one's own: those of a {@link Policy}, of requests. Putting in, taking out
 * and moving cost O(log n); an item is in one heap at a time.
 */
export class KeyedHeap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #keys: number[] = [];
  readonly #tickets: number[] = [];

  /** How many items it holds. */
  get size(): number {
    return this.#items.length;
  }

  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY;
  }

  /** The first item, without taking it out; undefined when empty. */
  peek(): T | undefined {
    return this.#items[0];
  }

  /** Inserts an item that is in no heap, in O(log n). */
  push(item: T): void {
    this.#up(this.#items.length, item);
  }

  /** Takes the first item out. */
  take(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Takes `item` out. Returns whether it was in. */
  remove(item: T): boolean {
    const index = item.heapIndex;
    if (index < 0 || this.#items[index] !== item) return false;
    const last = this.#items.pop() as T;
    this.#keys.pop();
    this.#tickets.pop();
    item.heapIndex = -1;
    if (last !== item) this.#up(this.#down(index), last);
    return true;
  }

  /** Gives `item` another key, and puts it in if it is not. */
  rekey(item: T, key: number): void {
    this.remove(item);
    item.key = key;
    this.push(item);
  }

  #place(index: number, item: T, key: number, ticket: number): void {
    this.#items[index] = item;
    this.#keys[index] = key;
    this.#tickets[index] = ticket;
    item.heapIndex = index;
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#items[from] as T, this.#keys[from] as number, this.#tickets[from] as number);
  }

  /** Whether the item at `index` goes before one with these numbers. */
  #precedes(index: number, key: number, ticket: number): boolean {
    const own = this.#keys[index] as number;
    return own < key || (own === key && (this.#tickets[index] as number) < ticket);
  }

  /** Places `item` at `index`, which is free, or nearer to the top. */
  #up(from: number, item: T): void {
    const { key, ticket } = item;
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 2;
      if (this.#precedes(above, key, ticket)) break;
      this.#move(above, index);
      index = above;
    }
    this.#place(index, item, key, ticket);
  }

  /** Moves the free place at `index` down to where no item is below it: the last item belongs near there most often. */
  #down(from: number): number {
    const { length } = this.#items;
    let index = from;
    for (;;) {
      let least = index * arity + 1;
      if (least >= length) return index;
      const end = Math.min(least + arity, length);
      for (let child = least + 1; child < end; child++) {
        if (this.#precedes(child, this.#keys[least] as number, this.#tickets[least] as number)) least = child;
      }
      this.#move(least, index);
      index = least;
    }
  }
}
