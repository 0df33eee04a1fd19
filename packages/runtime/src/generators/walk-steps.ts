/** What preemptable code asks an iterator that may be a preemptable generator: one step at a time, each of which may be suspended. */

import type { GeneratorFrame, SharedStepIteration } from "@preempt/abi";
import { getMethod, isObject } from "../language/iteration-steps.ts";
import { call } from "../protocol/call.ts";
import { callEntryOf } from "../protocol/plain-entry.ts";
import { of, run } from "../protocol/protocol.ts";
import { define } from "../realm/define.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { driverOf, nativeNext } from "./attach-generator.ts";
import { type Driver, type Step, stepOf } from "./driver.ts";

const { state, signal } = realm;

/**
 * The iterator method is looked up as a call is. What only drives its body has its plain one: an iterator is given at once. It is
 * called as it stands where it could be suspended.
 */
function iteratorGiven(method: Callable, iterable: unknown): unknown {
  const found = state.exact ? undefined : callEntryOf(method);
  return found?.job === undefined ? apply(method, iterable as object, []) : apply(found.run, iterable, []);
}

/** @param text How an engine says that `iterable` is none; undefined where it tells of the value */
export function iteratorOf(iterable: unknown, text: string | undefined): { iterator: object; next: unknown } {
  if (iterable === undefined || iterable === null) return notIterable(iterable, text);
  const method = (iterable as { [Symbol.iterator]?: unknown })[Symbol.iterator];
  if (typeof method !== "function") return notIterable(iterable, text);
  return iteratorBy(method as Callable, iterable);
}

function notIterable(value: unknown, text: string | undefined): never {
  if (text !== undefined) throw new TypeError(text);
  // It was asked for its iterator already.
  const asked = typeof value === "function" ? () => {} : isObject(value) ? {} : value;
  throw firstOf(asked as unknown[]);
}

const firstOf = ([first]: unknown[]) => first;

export function iteratorBy(method: Callable, iterable: unknown): { iterator: object; next: unknown } {
  const iterator = iteratorGiven(method, iterable);
  if (!isObject(iterator)) throw new TypeError("Result of the Symbol.iterator method is not an object");
  return { iterator, next: (iterator as { next: unknown }).next };
}

export function checkedStep(step: unknown): Step {
  if (!isObject(step)) throw new TypeError(`Iterator result ${String(step)} is not an object`);
  return step as Step;
}

/** The steps of `for (const x of e)`, where e may be a preemptable generator. */
export class StepIteration implements SharedStepIteration {
  readonly #iterator: object;
  readonly #next: unknown;
  readonly #driver: Driver | undefined;
  #isClosing = false;
  /** True while the loop body runs: leaving it then means closing the iterator. */
  open = false;
  value: unknown;

  constructor(iterable: unknown, text: string | undefined) {
    const { iterator, next } = iteratorOf(iterable, text);
    this.#iterator = iterator;
    this.#next = next;
    this.#driver = next === nativeNext ? driverOf(iterator) : undefined;
  }

  /** The result of a step, or the signal. */
  next(): unknown {
    this.open = false;
    const driver = this.#driver;
    if (driver !== undefined && !state.exact)
      return stepOf(driver, this.#iterator as GeneratorFrame, "next", undefined, state.depth);
    return call(of(this.#next, `${typeof this.#next}`), this.#iterator);
  }

  /** Takes what {@link next} gave: whether there is a value to run the loop body with. */
  more(result: unknown): boolean {
    const step = checkedStep(result);
    if (step.done) return false;
    this.value = step.value;
    this.open = true;
    return true;
  }

  /** What closing gives, or the signal. */
  close(): unknown {
    this.open = false;
    this.#isClosing = false;
    const method = (this.#iterator as { return?: unknown }).return;
    if (method === undefined || method === null) return undefined;
    this.#isClosing = true;
    return call(of(method, String(method)), this.#iterator);
  }

  /** Closes it at once, for the engine, which looks at what that gives. */
  closeNow(): unknown {
    this.open = false;
    const method = getMethod(this.#iterator, "return");
    return method === undefined ? {} : apply(method, this.#iterator, []);
  }

  /** Takes what {@link close} gave. */
  closed(result: unknown): void {
    if (this.#isClosing) checkedStep(result);
  }
}

export function iterateSteps(iterable: unknown, text: string): StepIteration {
  return new StepIteration(iterable, text);
}

/** What `[...iterable]` is, or the signal. */
export function collected(iterable: unknown): unknown {
  const driver = state.exact ? undefined : driverOf(iterable);
  return driver === undefined ? [...(iterable as Iterable<unknown>)] : run(collect(iterable), state.depth);
}

function* collect(iterable: unknown): Generator<unknown, unknown[], unknown> {
  const list: unknown[] = [];
  yield* putAll(new StepIteration(iterable, "object is not iterable"), list);
  return list;
}

/** Puts the rest of the values into the list. */
export function* putAll(steps: StepIteration, list: unknown[]): Generator<unknown, void, unknown> {
  for (;;) {
    if (--state.budget < 0) yield;
    let step = steps.next();
    if (step === signal) step = yield;
    if (!steps.more(step)) return;
    put(list, steps.value);
  }
}

export function put(list: unknown[], value: unknown): void {
  define(list, list.length, value);
}
