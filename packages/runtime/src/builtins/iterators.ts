/**
 * Methods of iterators that walk at once: `reduce`, `toArray`, `forEach`, `some`, `every` and `find`. The iterator's own `next` may be
 * preemptable as well as the callback. Those that give another iterator are in iterator-helpers.ts.
 */
import { call } from "../protocol/call.ts";
import { of } from "../protocol/protocol.ts";
import { apply, type Body } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { arrayCreate, getMethod, type Indexed, isObject, putOwn } from "./abstract.ts";
import { type Applies, counterpart, invoked } from "./counterpart.ts";

const { signal, state } = realm;
const TheTypeError = TypeError;

/** An iterator, and its `next`, which is asked for once. */
export interface Walked {
  readonly iterator: object;
  readonly next: unknown;
}

/** GetIteratorDirect */
export function walkedBy(iterator: object): Walked {
  return { iterator, next: (iterator as { next: unknown }).next };
}

export interface Step {
  readonly done?: unknown;
  readonly value?: unknown;
}

/** IteratorNext */
export function* stepOf({ iterator, next }: Walked): Generator<unknown, Step, unknown> {
  let step = call(of(next, "next"), iterator);
  if (step === signal) step = yield;
  if (!isObject(step)) throw new TheTypeError(`Iterator result ${String(step)} is not an object`);
  return step;
}

/** IteratorClose, where no error is under way. */
export function close({ iterator }: Walked): void {
  const method = getMethod(iterator, "return");
  if (method === undefined) return;
  const result = apply(method, iterator, []);
  if (!isObject(result)) throw new TheTypeError(`Iterator result ${String(result)} is not an object`);
}

/** The same where one is. */
export function closeQuietly(walked: Walked): void {
  try {
    close(walked);
  } catch {
    // The error that was there first goes on.
  }
}

type Kind = "reduce" | "toArray" | "forEach" | "some" | "every" | "find";

const walking = (kind: Kind): Body =>
  function* (callback, ...initial): Generator<unknown, unknown, unknown> {
    const walked = walkedBy(this as object);
    const invoke = kind === "toArray" ? undefined : invoked(callback);
    let counter = 0;
    let result: unknown = kind === "some" ? false : kind === "every" ? true : undefined;
    if (kind === "toArray") result = arrayCreate(0);
    if (kind === "reduce") {
      result = initial[0];
      if (initial.length === 0) {
        const first = yield* stepOf(walked);
        if (first.done) throw new TheTypeError("Reduce of a done iterator with no initial value");
        result = first.value;
        counter = 1;
      }
    }
    // Whether leaving closes the iterator: not where that itself has thrown.
    let isOpen = true;
    try {
      for (; ; counter++) {
        if (--state.budget < 0) yield;
        isOpen = false;
        const step = yield* stepOf(walked);
        if (step.done) return result;
        const { value } = step;
        isOpen = true;
        if (invoke === undefined) {
          putOwn(result as Indexed, counter, value);
          continue;
        }
        let answer =
          kind === "reduce" ? call(invoke, undefined, result, value, counter) : call(invoke, undefined, value, counter);
        if (answer === signal) answer = yield;
        if (kind === "reduce") result = answer;
        else if (kind !== "forEach" && !answer === (kind === "every")) {
          isOpen = false;
          close(walked);
          return kind === "find" ? value : kind === "some";
        }
      }
    } catch (error) {
      if (isOpen) closeQuietly(walked);
      isOpen = false;
      throw error;
    } finally {
      if (isOpen) close(walked);
    }
  };

export const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as Indexed;

/** The receiver and the callback are no reason to throw. */
export const withCallback: Applies = (self, args) => isObject(self) && typeof args[0] === "function";

export function stampsOf(): (() => void)[] {
  const stamp = (kind: Kind) =>
    counterpart(IteratorPrototype[kind], walking(kind), kind === "toArray" ? (self) => isObject(self) : withCallback);
  return [stamp("reduce"), stamp("toArray"), stamp("forEach"), stamp("some"), stamp("every"), stamp("find")];
}
