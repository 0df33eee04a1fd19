/**
 * A heap ordered by two numbers, whose items know their place: any of them can be removed or moved in O(log n).
 *
 * Four children to a node, and the numbers beside the items in arrays of their own: a comparison touches neighbouring
 * numbers, not objects all over the memory. Among 100,000 items that is most of the cost.
 */
export interface HeapItem {
  /** Place in the heap; -1 outside. Written by the heap alone. */
  heapIndex: number;
}

const arity = 4;

export class KeyedHeap<T extends HeapItem> {
  readonly #items: T[] = [];
  readonly #keys: number[] = [];
  /** Orders equal keys. */
  readonly #orders: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  /** The smallest key; Infinity when empty. */
  get key(): number {
    return this.#items.length > 0 ? (this.#keys[0] as number) : Number.POSITIVE_INFINITY;
  }

  has(item: T): boolean {
    return item.heapIndex >= 0 && this.#items[item.heapIndex] === item;
  }

  /** Puts `item` in, or in another place if it is in already. The smaller key comes first, then the smaller order. */
  push(item: T, key: number, order: number): void {
    if (this.has(item)) this.remove(item);
    this.#items.push(item);
    this.#keys.push(key);
    this.#orders.push(order);
    this.#up(this.#items.length - 1, item, key, order);
  }

  /** Takes `item` out. Returns whether it was in. */
  remove(item: T): boolean {
    if (!this.has(item)) return false;
    const index = item.heapIndex;
    const last = this.#items.pop() as T;
    const key = this.#keys.pop() as number;
    const order = this.#orders.pop() as number;
    item.heapIndex = -1;
    if (last !== item && !this.#up(index, last, key, order)) this.#down(index, last, key, order);
    return true;
  }

  [Symbol.iterator](): ArrayIterator<T> {
    return this.#items[Symbol.iterator]();
  }

  #place(index: number, item: T, key: number, order: number): void {
    this.#items[index] = item;
    this.#keys[index] = key;
    this.#orders[index] = order;
    item.heapIndex = index;
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#items[from] as T, this.#keys[from] as number, this.#orders[from] as number);
  }

  /** Whether the item at `index` goes before one with these numbers. */
  #precedes(index: number, key: number, order: number): boolean {
    const own = this.#keys[index] as number;
    return own < key || (own === key && (this.#orders[index] as number) < order);
  }

  /** Places the item at `index` or nearer to the top. Returns whether it got nearer. */
  #up(from: number, item: T, key: number, order: number): boolean {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 2;
      if (this.#precedes(above, key, order)) break;
      this.#move(above, index);
      index = above;
    }
    this.#place(index, item, key, order);
    return index !== from;
  }

  #down(from: number, item: T, key: number, order: number): void {
    const { length } = this.#items;
    let index = from;
    for (;;) {
      const first = index * arity + 1;
      if (first >= length) break;
      let least = first;
      const end = Math.min(first + arity, length);
      for (let child = first + 1; child < end; child++) {
        if (this.#precedes(child, this.#keys[least] as number, this.#orders[least] as number)) least = child;
      }
      if (!this.#precedes(least, key, order)) break;
      this.#move(least, index);
      index = least;
    }
    this.#place(index, item, key, order);
  }
}
