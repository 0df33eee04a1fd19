/**
 * The sort itself, resumable at every comparison. Which elements a sort compares, and in which order, is up to the
 * implementation; this one makes the comparisons that V8 makes, so that there even a comparator that writes a log, or
 * contradicts itself, gives what it gave. (V8's third_party/v8/builtins/array-sort.tq, after Tim Peters' listsort.txt.)
 * Like that of any engine since ES2019 it is stable.
 *
 * It is long because counting, inserting, galloping and merging are left and resumed at comparisons, and keep their places in the same
 * private fields. In files of their own, each comparison would go through another object.
 *
 *   [ run | run | run | not yet looked at ]   runs get shorter to the right; neighbours that do not are merged
 */
import { generatorWeight, type PlainBody } from "@preempt/abi";
import { privateList } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { putOwn } from "./abstract.ts";

const { signal, state } = realm;
const { max, min } = Math;

type Resumable<T> = Generator<unknown, T, unknown>;

/** What comes next where a loop is left and begun again: a comparison, one whose point is passed, or the answer of one. */
const compares = 0;
const passed = 1;
const answered = 2;

/** After as many elements from one side, merging looks for the end of the streak by bisection. */
const gallopAfter = 7;

interface Run {
  readonly base: number;
  readonly length: number;
}

/** Sorts `list`, a private array without holes and `undefined`s: what is written over is its own. `compare` may be suspended. */
export function timSort(list: unknown[], compare: PlainBody): Resumable<void> {
  return new TimSort(list, compare).sort();
}

/** What is looked for among sorted elements, and where. */
interface Search {
  readonly isLeft: boolean;
  readonly list: unknown[];
  readonly key: unknown;
  readonly base: number;
  readonly length: number;
  readonly hint: number;
}

class TimSort {
  readonly #list: unknown[];
  readonly #compare: PlainBody;
  readonly #runs = privateList<Run>();
  #pending = 0;
  #minGallop = gallopAfter;
  #step: typeof compares | typeof passed | typeof answered = compares;
  /** What the comparison gave that was suspended. */
  #answer: unknown;
  // Where the loops are that are no generators, which are slow, while they are left.
  #from = 0;
  #to = 0;
  #descends = false;
  #next = 0;
  #isBisecting = false;
  #phase: 0 | 1 | 2 = 0;
  #upwards = false;
  #search: Search | undefined;
  #dest = 0;
  #cursorList = 0;
  #cursorTemp = 0;
  #lengthList = 0;
  #lengthTemp = 0;
  #winsList = 0;
  #winsTemp = 0;

  constructor(list: unknown[], compare: PlainBody) {
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

  /**
   * The comparator's answer as a number, or the signal: then the loop is left with a `yield`, which gives the answer, and asks the
   * same again.
   */
  #order(x: unknown, y: unknown): unknown {
    const step = this.#step;
    if (step !== compares) {
      this.#step = compares;
      if (step === answered) return toOrder(this.#answer);
    } else if (--state.budget < 0) {
      this.#step = passed;
      return signal;
    }
    const compare = this.#compare;
    const answer = compare(state.depth + generatorWeight, undefined, x, y);
    if (answer !== signal) return toOrder(answer);
    this.#step = answered;
    return signal;
  }

  #orderAt(left: boolean, element: unknown, key: unknown): unknown {
    return left ? this.#order(element, key) : this.#order(key, element);
  }

  /** Length of the run that starts at `low`; one that descends is turned round. */
  *#countAndMakeRun(low: number, high: number): Resumable<number> {
    const list = this.#list;
    this.#from = low + 1;
    while (!this.#countRun(low, high)) this.#answer = yield;
    const next = this.#from;
    if (this.#descends) {
      for (let i = low, j = next - 1; i < j; i++, j--) {
        const swapped = list[i];
        list[i] = list[j];
        list[j] = swapped;
      }
    }
    return next - low;
  }

  /** Takes {@link #from} to the end of the run. Returns whether it came there. */
  #countRun(low: number, high: number): boolean {
    const list = this.#list;
    let next = this.#from;
    let isDescending = next > low + 1 && this.#descends;
    let order: unknown;
    for (; next < high; next++) {
      order = this.#order(list[next], list[next - 1]);
      if (order === signal) break;
      const descends = (order as number) < 0;
      if (next === low + 1) isDescending = descends;
      else if (descends !== isDescending) break;
    }
    this.#from = next;
    this.#descends = isDescending;
    return order !== signal;
  }

  /** Sorts from `low` to `high`, where what comes before `start` is sorted. */
  *#insertionSort(low: number, start: number, high: number): Resumable<void> {
    this.#next = start;
    while (!this.#insert(low, high)) this.#answer = yield;
  }

  /** Takes {@link #next} to `high`. Returns whether it came there. */
  #insert(low: number, high: number): boolean {
    const list = this.#list;
    for (let next = this.#next; next < high; next++) {
      const pivot = list[next];
      if (!this.#isBisecting) {
        this.#from = low;
        this.#to = next;
      }
      this.#isBisecting = !this.#bisect(pivot);
      if (this.#isBisecting) {
        this.#next = next;
        return false;
      }
      const left = this.#from;
      copy(list, left, list, left + 1, next - left);
      list[left] = pivot;
    }
    return true;
  }

  /** Takes {@link #from} to the place of `pivot`. Returns whether it came there. */
  #bisect(pivot: unknown): boolean {
    const list = this.#list;
    let left = this.#from;
    let right = this.#to;
    while (left < right) {
      const middle = left + ((right - left) >> 1);
      const order = this.#order(pivot, list[middle]);
      if (order === signal) {
        this.#from = left;
        this.#to = right;
        return false;
      }
      if ((order as number) < 0) right = middle;
      else left = middle + 1;
    }
    this.#from = left;
    return true;
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
    const inPlace = this.#gallop("right", list, list[b], a, lengthA, 0) ?? (yield* this.#gallopLater());
    a += inPlace;
    lengthA -= inPlace;
    if (lengthA === 0) return;
    const rest =
      this.#gallop("left", list, list[a + lengthA - 1], b, lengthB, lengthB - 1) ?? (yield* this.#gallopLater());
    if (rest === 0) return;
    if (lengthA <= rest) yield* this.#mergeLow(a, lengthA, b, rest);
    else yield* this.#mergeHigh(a, lengthA, b, rest);
  }

  /**
   * How many of the `length` sorted elements from `base` on belong before `key`: to the left or to the right of those
   * that equal it. Looks near `hint` first, in steps that double. Undefined if it was suspended: {@link #gallopLater} has it then.
   */
  #gallop(
    side: "left" | "right",
    list: unknown[],
    key: unknown,
    base: number,
    length: number,
    hint: number,
  ): number | undefined {
    const search = { isLeft: side === "left", list, key, base, length, hint };
    this.#phase = 0;
    if (this.#gallopOn(search)) return this.#to;
    this.#search = search;
    return undefined;
  }

  *#gallopLater(): Resumable<number> {
    do this.#answer = yield;
    while (!this.#gallopOn(this.#search as Search));
    return this.#to;
  }

  /** Takes {@link #to} to that number. Returns whether it came there. */
  #gallopOn({ isLeft, list, key, base, length, hint }: Search): boolean {
    let from = this.#from;
    let to = this.#to;
    let upwards = this.#upwards;
    let order: unknown;
    if (this.#phase === 0) {
      order = this.#orderAt(isLeft, list[base + hint], key);
      if (order === signal) return false;
      upwards = (order as number) < 0 === isLeft;
      from = 0;
      to = 1;
      this.#upwards = upwards;
      this.#phase = 1;
    }
    if (this.#phase === 1) {
      const limit = upwards ? length - hint : hint + 1;
      while (to < limit) {
        order = this.#orderAt(isLeft, list[upwards ? base + hint + to : base + hint - to], key);
        if (order === signal) break;
        if (((order as number) < 0 === isLeft) !== upwards) break;
        from = to;
        to = to * 2 + 1;
      }
      if (order !== signal) {
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
        this.#phase = 2;
      }
    }
    while (from < to && order !== signal) {
      const middle = from + ((to - from) >> 1);
      order = this.#orderAt(isLeft, list[base + middle], key);
      if (order === signal) break;
      if ((order as number) < 0 === isLeft) from = middle + 1;
      else to = middle;
    }
    this.#from = from;
    this.#to = to;
    return order !== signal;
  }

  /** Merges neighbours of which the left is the shorter. */
  *#mergeLow(a: number, countA: number, b: number, countB: number): Resumable<void> {
    const list = this.#list;
    const temp = part(list, a, countA);
    list[a] = list[b];
    this.#dest = a + 1;
    this.#cursorTemp = 0;
    this.#cursorList = b + 1;
    this.#lengthTemp = countA;
    this.#lengthList = countB - 1;
    merging: while (this.#lengthTemp > 1 && this.#lengthList > 0) {
      this.#winsTemp = this.#winsList = 0;
      while (!this.#take(temp, 1)) this.#answer = yield;
      if (this.#lengthList === 0 || this.#lengthTemp === 1) break;
      this.#minGallop++;
      let winsA: number;
      let winsB: number;
      do {
        this.#minGallop = max(1, this.#minGallop - 1);
        winsA =
          this.#gallop("right", temp, list[this.#cursorList], this.#cursorTemp, this.#lengthTemp, 0) ??
          (yield* this.#gallopLater());
        if (winsA > 0) {
          copy(temp, this.#cursorTemp, list, this.#dest, winsA);
          this.#dest += winsA;
          this.#cursorTemp += winsA;
          this.#lengthTemp -= winsA;
          if (this.#lengthTemp <= 1) break merging;
        }
        list[this.#dest++] = list[this.#cursorList++];
        if (--this.#lengthList === 0) break merging;
        winsB =
          this.#gallop("left", list, temp[this.#cursorTemp], this.#cursorList, this.#lengthList, 0) ??
          (yield* this.#gallopLater());
        if (winsB > 0) {
          copy(list, this.#cursorList, list, this.#dest, winsB);
          this.#dest += winsB;
          this.#cursorList += winsB;
          this.#lengthList -= winsB;
          if (this.#lengthList === 0) break merging;
        }
        list[this.#dest++] = temp[this.#cursorTemp++];
        if (--this.#lengthTemp === 1) break merging;
      } while (winsA >= gallopAfter || winsB >= gallopAfter);
      this.#minGallop++;
    }
    // What is left of A belongs behind what is left of B.
    copy(list, this.#cursorList, list, this.#dest, this.#lengthList);
    copy(temp, this.#cursorTemp, list, this.#dest + this.#lengthList, this.#lengthTemp);
  }

  /** Merges neighbours of which the right is the shorter, from the right. */
  *#mergeHigh(a: number, countA: number, b: number, countB: number): Resumable<void> {
    const list = this.#list;
    const temp = part(list, b, countB);
    list[b + countB - 1] = list[a + countA - 1];
    this.#dest = b + countB - 2;
    this.#cursorList = a + countA - 2;
    this.#cursorTemp = countB - 1;
    this.#lengthList = countA - 1;
    this.#lengthTemp = countB;
    merging: while (this.#lengthList > 0 && this.#lengthTemp > 1) {
      this.#winsTemp = this.#winsList = 0;
      while (!this.#take(temp, -1)) this.#answer = yield;
      if (this.#lengthList === 0 || this.#lengthTemp === 1) break;
      this.#minGallop++;
      let winsA: number;
      let winsB: number;
      do {
        this.#minGallop = max(1, this.#minGallop - 1);
        const lengthA = this.#lengthList;
        winsA =
          lengthA -
          (this.#gallop("right", list, temp[this.#cursorTemp], a, lengthA, lengthA - 1) ??
            (yield* this.#gallopLater()));
        if (winsA > 0) {
          this.#dest -= winsA;
          this.#cursorList -= winsA;
          copy(list, this.#cursorList + 1, list, this.#dest + 1, winsA);
          this.#lengthList -= winsA;
          if (this.#lengthList === 0) break merging;
        }
        list[this.#dest--] = temp[this.#cursorTemp--];
        if (--this.#lengthTemp === 1) break merging;
        const lengthB = this.#lengthTemp;
        winsB =
          lengthB -
          (this.#gallop("left", temp, list[this.#cursorList], 0, lengthB, lengthB - 1) ?? (yield* this.#gallopLater()));
        if (winsB > 0) {
          this.#dest -= winsB;
          this.#cursorTemp -= winsB;
          copy(temp, this.#cursorTemp + 1, list, this.#dest + 1, winsB);
          this.#lengthTemp -= winsB;
          if (this.#lengthTemp <= 1) break merging;
        }
        list[this.#dest--] = list[this.#cursorList--];
        if (--this.#lengthList === 0) break merging;
      } while (winsA >= gallopAfter || winsB >= gallopAfter);
      this.#minGallop++;
    }
    // What is left of B belongs before what is left of A.
    copy(list, a, list, a + this.#lengthTemp, this.#lengthList);
    copy(temp, 0, list, a, this.#lengthTemp);
  }

  /**
   * One by one, until one side wins often in a row, or comes to its end. Returns whether it came so far.
   *
   * @param temp The shorter side, which was put aside; the other stands in the list
   * @param step 1: from the left, where the shorter side is the left one; -1: from the right, where it is the right one
   */
  #take(temp: unknown[], step: 1 | -1): boolean {
    const list = this.#list;
    const minGallop = this.#minGallop;
    let dest = this.#dest;
    let cursorList = this.#cursorList;
    let cursorTemp = this.#cursorTemp;
    let lengthList = this.#lengthList;
    let lengthTemp = this.#lengthTemp;
    let winsList = this.#winsList;
    let winsTemp = this.#winsTemp;
    let order: unknown;
    while (lengthList > 0 && lengthTemp > 1 && winsList < minGallop && winsTemp < minGallop) {
      order = this.#orderAt(step > 0, list[cursorList], temp[cursorTemp]);
      if (order === signal) break;
      if ((order as number) < 0) {
        list[dest] = list[cursorList];
        cursorList += step;
        lengthList--;
        winsList++;
        winsTemp = 0;
      } else {
        list[dest] = temp[cursorTemp];
        cursorTemp += step;
        lengthTemp--;
        winsTemp++;
        winsList = 0;
      }
      dest += step;
    }
    this.#dest = dest;
    this.#cursorList = cursorList;
    this.#cursorTemp = cursorTemp;
    this.#lengthList = lengthList;
    this.#lengthTemp = lengthTemp;
    this.#winsList = winsList;
    this.#winsTemp = winsTemp;
    return order !== signal;
  }
}

/** No number orders nothing, and is below 0 as little as 0 is. */
function toOrder(answer: unknown): number {
  return +(answer as number);
}

/** Length of the runs that are worth merging: so that their number is a power of two, or a little less. */
function minRunLength(length: number): number {
  let odd = 0;
  let n = length;
  for (; n >= 64; n >>= 1) odd |= n & 1;
  return n + odd;
}

/** A list of its own. Apart, since engines compile loops badly in generators. */
function part(list: unknown[], start: number, count: number): unknown[] {
  const made: unknown[] = [];
  for (let i = 0; i < count; i++) putOwn(made, i, list[start + i]);
  return made;
}

function copy(from: unknown[], start: number, to: unknown[], at: number, count: number): void {
  if (from === to && start < at) for (let i = count - 1; i >= 0; i--) to[at + i] = from[start + i];
  else for (let i = 0; i < count; i++) to[at + i] = from[start + i];
}
