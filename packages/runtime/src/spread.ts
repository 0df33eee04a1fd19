/** Lists that were spread once, when it was their turn, and stand in a list or in arguments once more, for emitted code. */
import type { Callable } from "./intrinsics.ts";
import { of } from "./protocol.ts";

const { apply } = Reflect;
const { getOwnPropertyDescriptor } = Object;
const ArrayPrototype: object = Array.prototype;
const values: unknown = getOwnPropertyDescriptor(ArrayPrototype, Symbol.iterator)?.value;
const ArrayIteratorPrototype: object = Object.getPrototypeOf([][Symbol.iterator]());
const next: unknown = getOwnPropertyDescriptor(ArrayIteratorPrototype, "next")?.value;

/** What is spread in `listed(...xs, 0)`: an engine finds fault with it as with arguments before others. */
export function listed(...items: unknown[]): unknown[] {
  items.length--;
  return items;
}

/** The items of a list of our own, to be spread again: somebody else's iterator is not asked, nor are getters. */
export function again(list: readonly unknown[]): Iterable<unknown> {
  if (
    getOwnPropertyDescriptor(ArrayPrototype, Symbol.iterator)?.value === values &&
    getOwnPropertyDescriptor(ArrayIteratorPrototype, "next")?.value === next
  )
    return list;
  let i = 0;
  const step = () => ({ done: i >= list.length, value: list[i++] });
  return { [Symbol.iterator]: () => ({ next: step }) } as Iterable<unknown>;
}

/** What to call in place of `f` with `f(...xs, y)`, where an engine finds fault with `f` in words of its own. */
export function ofSpread(f: unknown): Callable {
  return typeof f === "function" ? of(f, "") : () => apply(f as never, undefined, []);
}
