/** Lists that are spread when it is their turn, and stand in a list or in arguments later, for emitted code. */
import { ArrayIteratorPrototype, arrayNext, arrayValues } from "./iterate.ts";

const { apply } = Reflect;
const { isArray } = Array;
const ArrayPrototype = Array.prototype;

/** What is spread in `listed(...xs, 0)`: an engine finds fault with it as with arguments before others. */
export function listed(...items: unknown[]): unknown[] {
  items.length--;
  return items;
}

/** The same with a place for one more. */
export function opened(list: Iterable<unknown>): unknown[] {
  return isArray(list) ? [...list, 0] : items(...list, 0);
}

function items(...all: unknown[]): unknown[] {
  return all;
}

/** The items of a list of our own, to be spread again: somebody else's iterator is not asked. */
export function again(list: readonly unknown[]): Iterable<unknown> {
  if (ArrayPrototype[Symbol.iterator] === arrayValues && ArrayIteratorPrototype.next === arrayNext) return list;
  let i = 0;
  const step = () => ({ done: i >= list.length, value: list[i++] });
  return { [Symbol.iterator]: () => ({ next: step }) } as Iterable<unknown>;
}

/** `f`, to be called with `(...xs, y)`: an engine finds fault with what is no function in words of its own then. */
export function spreadable(f: unknown): unknown {
  return typeof f === "function" ? f : () => apply(f as never, undefined, []);
}
