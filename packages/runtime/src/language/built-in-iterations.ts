/**
 * Walks by the language's own iterators, of maps, sets, strings and views of memory. Each kind has code of its own, though it is
 * the same: an engine that meets one kind of iterator there, and calls its `next` as a method, puts what that does in the place
 * of the call. Through one for all a round took two to ten times as long.
 *
 * `next` is asked for again for that, where nobody can tell: not before a step has shown that the iterator is what it seems, unless
 * the loop made it itself, and not where it has a `next` of its own.
 */
import { apply } from "../realm/intrinsics.ts";
import { Iteration, type Steps } from "./iteration.ts";

const { hasOwn } = Object;

const nextOf = (list: Iterable<unknown>) => (list[Symbol.iterator]() as Steps).next;
const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as Iterable<unknown>;

const mapEntries: unknown = Map.prototype[Symbol.iterator];
const mapNext = nextOf(new Map());
const setValues: unknown = Set.prototype[Symbol.iterator];
const setNext = nextOf(new Set());
const stringIterator: unknown = String.prototype[Symbol.iterator];
const stringNext = nextOf("");
const viewValues: unknown = TypedArrayPrototype[Symbol.iterator];
const arrayNext = nextOf([]);

/** `iterator` is what `method` gave for `list`. */
export function iterationOf(list: unknown, method: unknown, iterator: Steps): Iteration {
  const { next } = iterator;
  if (next === mapNext && method === mapEntries) return new MapIteration(iterator, next, true);
  if (next === mapNext) return new MapPartIteration(iterator, next);
  if (next === setNext) return new SetIteration(iterator, next, method === setValues);
  if (next === stringNext) return new StringIteration(iterator, next, method === stringIterator);
  if (next !== arrayNext || method !== viewValues) return new Iteration(iterator, next);
  return new ViewIteration(iterator, list as ArrayLike<unknown>);
}

class MapIteration extends Iteration {
  override more(): boolean {
    this.isOpen = false;
    const { iterator } = this;
    const isOurs = this.isOurs && iterator.next === mapNext;
    const { done, value } = isOurs ? iterator.next() : apply(mapNext, iterator, []);
    if (!isOurs) this.isOurs = !hasOwn(iterator, "next");
    if (done) return false;
    this.value = value;
    this.isOpen = true;
    return true;
  }
}

/** What `keys()`, `values()` and `entries()` of a map gave, which engines know apart from its own. */
class MapPartIteration extends Iteration {
  override more(): boolean {
    this.isOpen = false;
    const { iterator } = this;
    const isOurs = this.isOurs && iterator.next === mapNext;
    const { done, value } = isOurs ? iterator.next() : apply(mapNext, iterator, []);
    if (!isOurs) this.isOurs = !hasOwn(iterator, "next");
    if (done) return false;
    this.value = value;
    this.isOpen = true;
    return true;
  }
}

class SetIteration extends Iteration {
  override more(): boolean {
    this.isOpen = false;
    const { iterator } = this;
    const isOurs = this.isOurs && iterator.next === setNext;
    const { done, value } = isOurs ? iterator.next() : apply(setNext, iterator, []);
    if (!isOurs) this.isOurs = !hasOwn(iterator, "next");
    if (done) return false;
    this.value = value;
    this.isOpen = true;
    return true;
  }
}

class StringIteration extends Iteration {
  override more(): boolean {
    this.isOpen = false;
    const { iterator } = this;
    const isOurs = this.isOurs && iterator.next === stringNext;
    const { done, value } = isOurs ? iterator.next() : apply(stringNext, iterator, []);
    if (!isOurs) this.isOurs = !hasOwn(iterator, "next");
    if (done) return false;
    this.value = value;
    this.isOpen = true;
    return true;
  }
}

/** By index: elements are never undefined, and beyond the end there are none. */
class ViewIteration extends Iteration {
  readonly #list: ArrayLike<unknown>;
  #i = 0;

  constructor(iterator: Steps, list: ArrayLike<unknown>) {
    super(iterator, arrayNext);
    this.#list = list;
  }

  override more(): boolean {
    this.value = this.#list[this.#i++];
    if (this.value !== undefined) return true;
    this.isOpen = false;
    // Throws if the memory has gone.
    return !apply(arrayNext, this.iterator, []);
  }
}
