/**
 * The sort itself, resumable at every comparison. Which elements a sort compares, and in which order, is up to the
 * implementation; this one makes the comparisons that V8 makes, so that there even a comparator that writes a log, or
 * contradicts itself, gives what it gave. (V8's third_party/v8/builtins/array-sort.tq, after Tim Peters' listsort.txt.)
 * Like that of any engine since ES2019 it is stable.
 *
 *   [ run | run | run | not yet looked at ]   runs get shorter to the right; neighbours that do not are merged
 */
import { call } from "../call.ts";
import { type Callable, privateList } from "../intrinsics.ts";
import { realm } from "../realm.ts";
import { putOwn } from "./abstract.ts";

const { signal, state } = realm;
const { max, min } = Math;

type Resumable<T> = Generator<unknown, T, unknown>;

/** After as many elements from one side, merging looks for the end of the streak by bisection. */
const gallopAfter = 7;

interface Run {
  readonly base: number;
  readonly length: number;
}

/** Sorts `list`, a private array without holes and `undefined`s: what is written over is its own. `compare` may be a run entry. */
export function timSort(list: unknown[], compare: Callable): Resumable<void> {
  return new TimSort(list, compare).sort();
}

class TimSort {
  readonly #list: unknown[];
  readonly #compare: Callable;
  readonly #runs = privateList<Run>();
  #pending = 0;
  #minGallop = gallopAfter;

  constructor(list: unknown[], compare: Callable) {
    this.#list = list;
    this.#compare = compare;
  }

  *sort(): Resumable<void> {
    const { length } = this.#list;
    if (length < 2) return;
    const shortest = minRunLength(length);
    for (let low = 0; low < length; ) {
      let run = yield* this.#countAndMakeRun(low, length);
      if (run < shortest) {
        const forced = min(shortest, length - low);
        yield* this.#insertionSort(low, low + run, low + forced);
        run = forced;
      }
      this.#runs[this.#pending++] = { base: low, length: run };
      yield* this.#collapse();
      low += run;
    }
    while (this.#pending > 1) {
      const n = this.#pending - 2;
      yield* this.#mergeAt(n > 0 && this.#length(n - 1) < this.#length(n + 1) ? n - 1 : n);
    }
  }

  /** The comparator's answer as a number, or the signal. */
  #order(x: unknown, y: unknown): unknown {
    const answer = call(this.#compare, undefined, x, y);
    return answer === signal ? signal : toOrder(answer);
  }

  /** Length of the run that starts at `low`; one that descends is turned round. */
  *#countAndMakeRun(low: number, high: number): Resumable<number> {
    const list = this.#list;
    let isDescending = false;
    let next = low + 1;
    for (; next < high; next++) {
      if (--state.budget < 0) yield;
      let order = this.#order(list[next], list[next - 1]);
      if (order === signal) order = toOrder(yield);
      const descends = (order as number) < 0;
      if (next === low + 1) isDescending = descends;
      else if (descends !== isDescending) break;
    }
    if (isDescending) {
      for (let i = low, j = next - 1; i < j; i++, j--) {
        const swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
      }
    }
    return next - low;
  }

  /** Sorts from `low` to `high`, where what comes before `start` is sorted. */
  *#insertionSort(low: number, start: number, high: number): Resumable<void> {
    const list = this.#list;
    for (let next = start; next < high; next++) {
      const pivot = list[next];
      let left = low;
      let right = next;
      while (left < right) {
        const middle = left + ((right - left) >> 1);
        if (--state.budget < 0) yield;
        let order = this.#order(pivot, list[middle]);
        if (order === signal) order = toOrder(yield);
        if ((order as number) < 0) right = middle;
        else left = middle + 1;
      }
      copy(list, left, list, left + 1, next - left);
      list[left] = pivot;
    }
  }

  #length(run: number): number {
    return (this.#runs[run] as Run).length;
  }

  #isInOrder(n: number): boolean {
    return n < 2 || this.#length(n - 2) > this.#length(n - 1) + this.#length(n);
  }

  *#collapse(): Resumable<void> {
    while (this.#pending > 1) {
      let n = this.#pending - 2;
      if (!this.#isInOrder(n + 1) || !this.#isInOrder(n)) {
        if (this.#length(n - 1) < this.#length(n + 1)) n--;
      } else if (this.#length(n) > this.#length(n + 1)) return;
      yield* this.#mergeAt(n);
    }
  }

  /** Merges runs `n` and `n + 1`. */
  *#mergeAt(n: number): Resumable<void> {
    const list = this.#list;
    let { base: a, length: lengthA } = this.#runs[n] as Run;
    const { base: b, length: lengthB } = this.#runs[n + 1] as Run;
    this.#runs[n] = { base: a, length: lengthA + lengthB };
    if (n === this.#pending - 3) this.#runs[n + 1] = this.#runs[n + 2] as Run;
    this.#pending--;
    const inPlace = yield* this.#gallop("right", list, list[b], a, lengthA, 0);
    a += inPlace;
    lengthA -= inPlace;
    if (lengthA === 0) return;
    const rest = yield* this.#gallop("left", list, list[a + lengthA - 1], b, lengthB, lengthB - 1);
    if (rest === 0) return;
    if (lengthA <= rest) yield* this.#mergeLow(a, lengthA, b, rest);
    else yield* this.#mergeHigh(a, lengthA, b, rest);
  }

  /**
   * How many of the `length` sorted elements from `base` on belong before `key`: to the left or to the right of those
   * that equal it. Looks near `hint` first, in steps that double.
   */
  *#gallop(
    side: "left" | "right",
    list: unknown[],
    key: unknown,
    base: number,
    length: number,
    hint: number,
  ): Resumable<number> {
    const left = side === "left";
    let from = 0;
    let to = 1;
    if (--state.budget < 0) yield;
    const first = list[base + hint];
    let order = left ? this.#order(first, key) : this.#order(key, first);
    if (order === signal) order = toOrder(yield);
    const upwards = (order as number) < 0 === left;
    const limit = upwards ? length - hint : hint + 1;
    while (to < limit) {
      if (--state.budget < 0) yield;
      const element = list[upwards ? base + hint + to : base + hint - to];
      let order = left ? this.#order(element, key) : this.#order(key, element);
      if (order === signal) order = toOrder(yield);
      if (((order as number) < 0 === left) !== upwards) break;
      from = to;
      to = to * 2 + 1;
    }
    if (to > limit) to = limit;
    if (upwards) {
      from += hint;
      to += hint;
    } else {
      const nearest = from;
      from = hint - to;
      to = hint - nearest;
    }
    from++;
    while (from < to) {
      if (--state.budget < 0) yield;
      const middle = from + ((to - from) >> 1);
      const element = list[base + middle];
      let order = left ? this.#order(element, key) : this.#order(key, element);
      if (order === signal) order = toOrder(yield);
      if ((order as number) < 0 === left) from = middle + 1;
      else to = middle;
    }
    return to;
  }

  /** Merges neighbours of which the left is the shorter. */
  *#mergeLow(a: number, countA: number, b: number, countB: number): Resumable<void> {
    const list = this.#list;
    const temp: unknown[] = [];
    for (let i = 0; i < countA; i++) putOwn(temp, i, list[a + i]);
    let lengthA = countA;
    let lengthB = countB;
    let dest = a;
    let cursorA = 0;
    let cursorB = b;
    list[dest++] = list[cursorB++];
    lengthB--;
    merging: while (lengthA > 1 && lengthB > 0) {
      let winsA = 0;
      let winsB = 0;
      for (;;) {
        if (--state.budget < 0) yield;
        let order = this.#order(list[cursorB], temp[cursorA]);
        if (order === signal) order = toOrder(yield);
        if ((order as number) < 0) {
          list[dest++] = list[cursorB++];
          winsB++;
          winsA = 0;
          if (--lengthB === 0) break merging;
          if (winsB >= this.#minGallop) break;
        } else {
          list[dest++] = temp[cursorA++];
          winsA++;
          winsB = 0;
          if (--lengthA === 1) break merging;
          if (winsA >= this.#minGallop) break;
        }
      }
      this.#minGallop++;
      do {
        this.#minGallop = max(1, this.#minGallop - 1);
        winsA = yield* this.#gallop("right", temp, list[cursorB], cursorA, lengthA, 0);
        if (winsA > 0) {
          copy(temp, cursorA, list, dest, winsA);
          dest += winsA;
          cursorA += winsA;
          lengthA -= winsA;
          if (lengthA <= 1) break merging;
        }
        list[dest++] = list[cursorB++];
        if (--lengthB === 0) break merging;
        winsB = yield* this.#gallop("left", list, temp[cursorA], cursorB, lengthB, 0);
        if (winsB > 0) {
          copy(list, cursorB, list, dest, winsB);
          dest += winsB;
          cursorB += winsB;
          lengthB -= winsB;
          if (lengthB === 0) break merging;
        }
        list[dest++] = temp[cursorA++];
        if (--lengthA === 1) break merging;
      } while (winsA >= gallopAfter || winsB >= gallopAfter);
      this.#minGallop++;
    }
    // What is left of A belongs behind what is left of B.
    copy(list, cursorB, list, dest, lengthB);
    copy(temp, cursorA, list, dest + lengthB, lengthA);
  }

  /** Merges neighbours of which the right is the shorter, from the right. */
  *#mergeHigh(a: number, countA: number, b: number, countB: number): Resumable<void> {
    const list = this.#list;
    const temp: unknown[] = [];
    for (let i = 0; i < countB; i++) putOwn(temp, i, list[b + i]);
    let lengthA = countA;
    let lengthB = countB;
    let dest = b + countB - 1;
    let cursorA = a + countA - 1;
    let cursorB = countB - 1;
    list[dest--] = list[cursorA--];
    lengthA--;
    merging: while (lengthA > 0 && lengthB > 1) {
      let winsA = 0;
      let winsB = 0;
      for (;;) {
        if (--state.budget < 0) yield;
        let order = this.#order(temp[cursorB], list[cursorA]);
        if (order === signal) order = toOrder(yield);
        if ((order as number) < 0) {
          list[dest--] = list[cursorA--];
          winsA++;
          winsB = 0;
          if (--lengthA === 0) break merging;
          if (winsA >= this.#minGallop) break;
        } else {
          list[dest--] = temp[cursorB--];
          winsB++;
          winsA = 0;
          if (--lengthB === 1) break merging;
          if (winsB >= this.#minGallop) break;
        }
      }
      this.#minGallop++;
      do {
        this.#minGallop = max(1, this.#minGallop - 1);
        winsA = lengthA - (yield* this.#gallop("right", list, temp[cursorB], a, lengthA, lengthA - 1));
        if (winsA > 0) {
          dest -= winsA;
          cursorA -= winsA;
          copy(list, cursorA + 1, list, dest + 1, winsA);
          lengthA -= winsA;
          if (lengthA === 0) break merging;
        }
        list[dest--] = temp[cursorB--];
        if (--lengthB === 1) break merging;
        winsB = lengthB - (yield* this.#gallop("left", temp, list[cursorA], 0, lengthB, lengthB - 1));
        if (winsB > 0) {
          dest -= winsB;
          cursorB -= winsB;
          copy(temp, cursorB + 1, list, dest + 1, winsB);
          lengthB -= winsB;
          if (lengthB <= 1) break merging;
        }
        list[dest--] = list[cursorA--];
        if (--lengthA === 0) break merging;
      } while (winsA >= gallopAfter || winsB >= gallopAfter);
      this.#minGallop++;
    }
    // What is left of B belongs before what is left of A.
    copy(list, a, list, a + lengthB, lengthA);
    copy(temp, 0, list, a, lengthB);
  }
}

function toOrder(answer: unknown): number {
  return +(answer as number) || 0;
}

/** Length of the runs that are worth merging: so that their number is a power of two, or a little less. */
function minRunLength(length: number): number {
  let odd = 0;
  let n = length;
  for (; n >= 64; n >>= 1) odd |= n & 1;
  return n + odd;
}

function copy(from: unknown[], start: number, to: unknown[], at: number, count: number): void {
  if (from === to && start < at) for (let i = count - 1; i >= 0; i--) to[at + i] = from[start + i];
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i];
}
