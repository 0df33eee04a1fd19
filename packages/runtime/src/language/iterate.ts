/**
 * What `for (const x of xs)` does, in steps: plain bodies walk arrays by index and everything else with one of these. It is
 * closed on every way out, as the language does.
 */

import { type PlainFrame, pointFromEnd, variablesAt } from "@preempt/abi";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { state } from "../realm/realm.ts";
import { iterationOf } from "./built-in-iterations.ts";
import { Iteration, type Steps } from "./iteration.ts";
import { isObject } from "./iteration-steps.ts";

const { isArray } = Array;
export const arrayValues: unknown = Array.prototype[Symbol.iterator];
export const ArrayIteratorPrototype = Object.getPrototypeOf([][Symbol.iterator]()) as { next: unknown };
export const arrayNext = ArrayIteratorPrototype.next;

/** Undefined where walking by index does the same. `text`: how an engine names `list` in an error message. */
export function iterate(list: unknown, text: string): Iteration | undefined {
  if (list === undefined || list === null) throw new TypeError(text);
  const method = (list as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  return isListed(list, method) ? undefined : walk(list, method, text);
}

/** Whether walking by index does what the iterator does that `method` gives. */
function isListed(list: unknown, method: unknown): boolean {
  return (
    method === arrayValues &&
    isArray(list) &&
    ArrayIteratorPrototype.next === arrayNext &&
    !("return" in ArrayIteratorPrototype)
  );
}

/** The list itself where walking by index does the same; else what gives its iterator, which is asked for once. */
export function walkable(list: unknown, text: string): Iterable<unknown> {
  if (list === undefined || list === null) throw new TypeError(text);
  const method = (list as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  if (isListed(list, method)) return list as Iterable<unknown>;
  if (typeof method !== "function") throw new TypeError(text);
  return asked(list, method as Callable);
}

/** What has the iterator that `method` gives for `list`. */
function asked(list: unknown, method: Callable): Iterable<unknown> {
  return { [Symbol.iterator]: () => apply(method, list, []) } as Iterable<unknown>;
}

/** Apart, so that engines find the rest short enough to put it into loops. */
function walk(list: unknown, method: unknown, text: string): Iteration {
  if (typeof method !== "function") throw new TypeError(text);
  const iterator: unknown = apply(method as Callable, list, []);
  if (!isObject(iterator)) throw new TypeError("Result of the Symbol.iterator method is not an object");
  state.abandon = abandonFrame;
  return iterationOf(list, method, iterator as Steps);
}

/** What a loop walks that is to have one round, with `value`. */
export function only(value: unknown): Iterable<unknown> {
  let done = false;
  const next = () => {
    const step = { done, value };
    done = true;
    return step;
  };
  return { [Symbol.iterator]: () => ({ next }) } as Iterable<unknown>;
}

/**
 * `value`, which the pattern of a loop takes apart as a list, or that of a declaration; where it cannot, an engine says so as it does
 * of loops alone, and of declarations in the words of `text`. Its iterator is asked for once: by the pattern, where that is an array,
 * and here, where it may not be there.
 */
export function parts(value: unknown, text?: string): Iterable<unknown> {
  if (isArray(value)) return value;
  const isThere = value !== undefined && value !== null;
  const method = isThere ? (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] : undefined;
  if (typeof method !== "function" && text !== undefined) throw new TypeError(text);
  if (typeof method !== "function") for (const [_] of only(isObject(value) ? {} : value) as Iterable<unknown[]>);
  return asked(value, method as Callable);
}

/** The loops are left by an error: closes what is open, from the inside out, and throws the error. */
export function abandon(error: unknown, iterations: (Iteration | undefined)[]): never {
  for (let i = iterations.length - 1; i >= 0; i--) closeQuietly(iterations[i]);
  throw error;
}

/** A suspended frame is not resumed: its loops are left. */
function abandonFrame(frame: PlainFrame, isError: boolean): void {
  for (let i = frame.length - pointFromEnd - 1; i >= variablesAt; i--) {
    const local = frame[i];
    if (!Iteration.is(local)) continue;
    if (isError) closeQuietly(local);
    else local.close();
  }
}

/** The loop is left by an error, which may yet be caught. */
export function closeQuietly(iteration: Iteration | undefined): void {
  try {
    iteration?.close();
  } catch {
    // The error that was there first goes on.
  }
}
