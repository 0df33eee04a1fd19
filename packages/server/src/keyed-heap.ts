/** A binary heap whose entries know their place: any of them leaves in logarithmic time. The smallest key first, then the first that came. */
export interface HeapEntry {
  /** -1 outside of a heap. */
  heapIndex: number;
  key: number;
  ticket: number;
}

export class KeyedHeap<T extends HeapEntry> {
  readonly #entries: T[] = [];

  get size(): number {
    return this.#entries.length;
  }

  peek(): T | undefined {
    return this.#entries[0];
  }

  push(entry: T): void {
    this.#entries.push(entry);
    this.#up(entry, this.#entries.length - 1);
  }

  take(): T | undefined {
    const first = this.#entries[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Returns whether it was in. */
  remove(entry: T): boolean {
    const { heapIndex } = entry;
    if (heapIndex < 0 || this.#entries[heapIndex] !== entry) return false;
    const last = this.#entries.pop() as T;
    entry.heapIndex = -1;
    if (last !== entry) this.#place(last, heapIndex);
    return true;
  }

  /** Gives an entry that is in another key. */
  rekey(entry: T, key: number): void {
    entry.key = key;
    this.#place(entry, entry.heapIndex);
  }

  #place(entry: T, index: number): void {
    const parent = this.#entries[(index - 1) >> 1];
    if (index > 0 && parent !== undefined && isBefore(entry, parent)) this.#up(entry, index);
    else this.#down(entry, index);
  }

  #up(entry: T, from: number): void {
    const entries = this.#entries;
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = entries[above] as T;
      if (!isBefore(entry, parent)) break;
      entries[index] = parent;
      parent.heapIndex = index;
      index = above;
    }
    entries[index] = entry;
    entry.heapIndex = index;
  }

  #down(entry: T, from: number): void {
    const entries = this.#entries;
    let index = from;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= entries.length) break;
      const right = entries[below + 1];
      if (right !== undefined && isBefore(right, entries[below] as T)) below++;
      const child = entries[below] as T;
      if (!isBefore(child, entry)) break;
      entries[index] = child;
      child.heapIndex = index;
      index = below;
    }
    entries[index] = entry;
    entry.heapIndex = index;
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  return a.key < b.key || (a.key === b.key && a.ticket < b.ticket);
}
