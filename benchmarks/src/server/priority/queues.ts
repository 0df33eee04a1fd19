/** The structures that are compared. The most urgent entry has the smallest key; equal keys leave in the order of arrival. */
import type { StructureName } from "./structures.ts";

export interface Entry {
  readonly key: number;
  readonly number: number;
}

export interface Queue {
  insert(entry: Entry): void;
  take(): Entry | undefined;
}

const compare = (a: Entry, b: Entry) => a.key - b.key || a.number - b.number;

/** The study's: the whole array is sorted when a request comes. */
class SortedEachTime implements Queue {
  readonly entries: Entry[] = [];
  insert(entry: Entry): void {
    this.entries.push(entry);
    this.entries.sort(compare);
  }
  take(): Entry | undefined {
    return this.entries.shift();
  }
}

class SortedByHalving implements Queue {
  readonly entries: Entry[] = [];
  insert(entry: Entry): void {
    let [from, to] = [0, this.entries.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(this.entries[middle] as Entry, entry) <= 0) from = middle + 1;
      else to = middle;
    }
    this.entries.splice(from, 0, entry);
  }
  take(): Entry | undefined {
    return this.entries.shift();
  }
}

class BinaryHeap implements Queue {
  readonly entries: Entry[] = [];
  insert(entry: Entry): void {
    const { entries } = this;
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (compare(entries[parent] as Entry, entry) <= 0) break;
      entries[at] = entries[parent] as Entry;
      at = parent;
    }
    entries[at] = entry;
  }
  take(): Entry | undefined {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (last === undefined || entries.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= entries.length) break;
      if (child + 1 < entries.length && compare(entries[child + 1] as Entry, entries[child] as Entry) < 0) child++;
      if (compare(entries[child] as Entry, last) >= 0) break;
      entries[at] = entries[child] as Entry;
      at = child;
    }
    entries[at] = last;
    return first;
  }
}

/** Keys are the numbers of a few classes. */
class ListPerClass implements Queue {
  readonly lists: Entry[][] = [[], []];
  readonly #first = [0, 0];
  insert(entry: Entry): void {
    (this.lists[entry.key] as Entry[]).push(entry);
  }
  take(): Entry | undefined {
    for (let i = 0; i < this.lists.length; i++) {
      const list = this.lists[i] as Entry[];
      const first = this.#first[i] as number;
      if (first === list.length) continue;
      this.#first[i] = first + 1;
      if (first === 1023) {
        list.splice(0, 1024);
        this.#first[i] = 0;
      }
      return list[first];
    }
    return undefined;
  }
}

export const queueOf: Readonly<Record<StructureName, () => Queue>> = {
  "array, sorted each time": () => new SortedEachTime(),
  "array, place by halving": () => new SortedByHalving(),
  "binary heap": () => new BinaryHeap(),
  "a list per class": () => new ListPerClass(),
};
