/**
 * A queue for few distinct keys: a list for each, and a bitmap of those that are not empty. The most urgent one is
 * found by counting leading zeros, in constant time whatever the number of jobs.
 *
 *   summary  1 0 1 …            bit w: some bit of word w is set
 *   words    0101… 0000… 1000…  bit i of word w: level 32·w + i has jobs
 *   levels   key ascending      ⇄ job ⇄ job ⇄ job      by ticket
 *
 * 1024 distinct keys fit. Keys that nobody has make room when that is not enough; beyond, a heap takes over. So it does in
 * a level into whose middle jobs come, until that is empty: when many are given the same priority out of their order.
 */
import { KeyedHeap } from "../kernel/keyed-heap.ts";
import type { JobQueue, Queued } from "./policy.ts";

const most = 1024;
/** So many steps find the place of nearly every job; who has to go farther finds a heap. */
const longestWalk = 32;

interface Level {
  readonly key: number;
  index: number;
  first: Queued | undefined;
  last: Queued | undefined;
  /** In place of the list. */
  heap: KeyedHeap<Queued> | undefined;
}

export class LevelQueue implements JobQueue {
  /** By key, ascending. */
  #levels: Level[] = [];
  readonly #byKey = new Map<number, Level>();
  readonly #words = new Int32Array(32);
  #summary = 0;
  #size = 0;
  #heap: KeyedHeap<Queued> | undefined;

  get size(): number {
    return this.#heap?.size ?? this.#size;
  }

  push(job: Queued): void {
    if (this.#heap !== undefined) {
      this.#heap.push(job);
      return;
    }
    const level = this.#byKey.get(job.key) ?? this.#newLevel(job.key);
    if (level === undefined) {
      this.#becomeHeap().push(job);
      return;
    }
    this.#insert(level, job);
    this.#size++;
    this.#mark(level);
  }

  peek(): Queued | undefined {
    if (this.#heap !== undefined) return this.#heap.peek();
    if (this.#summary === 0) return undefined;
    const word = Math.clz32(this.#summary);
    return firstOf(this.#levels[word * 32 + Math.clz32(this.#words[word] as number)] as Level);
  }

  take(): Queued | undefined {
    const job = this.peek();
    if (job !== undefined) this.remove(job);
    return job;
  }

  remove(job: Queued): boolean {
    if (this.#heap !== undefined) return this.#heap.remove(job);
    if (job.heapIndex < 0) return false;
    const level = this.#byKey.get(job.key) as Level;
    if (level.heap === undefined) unlink(level, job);
    else {
      level.heap.remove(job);
      if (level.heap.size === 0) level.heap = undefined;
    }
    this.#size--;
    if (firstOf(level) === undefined) this.#unmark(level);
    return true;
  }

  rekey(job: Queued, key: number): void {
    this.remove(job);
    job.key = key;
    this.push(job);
  }

  /** By ticket. Nearly always last (released, rotated) or first (preempted): the walk is for those set aside. */
  #insert(level: Level, job: Queued): void {
    let after = level.last;
    if (level.first !== undefined && job.ticket < level.first.ticket) after = undefined;
    for (let steps = 0; after !== undefined && after.ticket > job.ticket; after = after.before) {
      if (++steps > longestWalk) level.heap = heapOf(level);
      if (level.heap !== undefined) break;
    }
    if (level.heap !== undefined) {
      level.heap.push(job);
      return;
    }
    job.heapIndex = 0;
    const before = after === undefined ? level.first : after.after;
    job.before = after;
    job.after = before;
    if (after === undefined) level.first = job;
    else after.after = job;
    if (before === undefined) level.last = job;
    else before.before = job;
  }

  #mark({ index }: Level): void {
    const word = index >> 5;
    this.#words[word] = (this.#words[word] as number) | (0x80000000 >>> (index & 31));
    this.#summary |= 0x80000000 >>> word;
  }

  #unmark({ index }: Level): void {
    const word = index >> 5;
    this.#words[word] = (this.#words[word] as number) & ~(0x80000000 >>> (index & 31));
    if (this.#words[word] === 0) this.#summary &= ~(0x80000000 >>> word);
  }

  #newLevel(key: number): Level | undefined {
    if (this.#levels.length === most) this.#dropEmpty();
    if (this.#levels.length === most) return undefined;
    const level: Level = { key, index: 0, first: undefined, last: undefined, heap: undefined };
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#levels[middle] as Level).key < key) low = middle + 1;
      else high = middle;
    }
    this.#levels.splice(low, 0, level);
    this.#byKey.set(key, level);
    this.#number();
    return level;
  }

  #dropEmpty(): void {
    this.#levels = this.#levels.filter((level) => {
      if (firstOf(level) !== undefined) return true;
      this.#byKey.delete(level.key);
      return false;
    });
    this.#number();
  }

  /** Numbers the levels anew, and the bitmap with them. */
  #number(): void {
    this.#words.fill(0);
    this.#summary = 0;
    for (const [index, level] of this.#levels.entries()) {
      level.index = index;
      if (firstOf(level) !== undefined) this.#mark(level);
    }
  }

  #becomeHeap(): KeyedHeap<Queued> {
    const heap = new KeyedHeap<Queued>();
    for (let job = this.take(); job !== undefined; job = this.take()) heap.push(job);
    this.#levels = [];
    this.#byKey.clear();
    this.#heap = heap;
    return heap;
  }
}

function firstOf({ heap, first }: Level): Queued | undefined {
  return heap === undefined ? first : heap.peek();
}

/** Takes `job` out of the level's list. */
function unlink(level: Level, job: Queued): void {
  if (job.before === undefined) level.first = job.after;
  else job.before.after = job.after;
  if (job.after === undefined) level.last = job.before;
  else job.after.before = job.before;
  job.before = undefined;
  job.after = undefined;
  job.heapIndex = -1;
}

/** The jobs of the level, whose list is empty then. */
function heapOf(level: Level): KeyedHeap<Queued> {
  const heap = new KeyedHeap<Queued>();
  for (let job = level.first; job !== undefined; job = level.first) {
    unlink(level, job);
    heap.push(job);
  }
  return heap;
}
