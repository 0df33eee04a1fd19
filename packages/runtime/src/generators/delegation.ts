/**
 * `yield* e` in the body of a preemptable generator: `yield* $delegating(e)`. Each step of the iterator may be suspended; a result is
 * passed on as it is.
 */
import type { GeneratorFrame } from "@preempt/abi";
import { getMethod } from "../language/iteration-steps.ts";
import { call } from "../protocol/call.ts";
import { of } from "../protocol/protocol.ts";
import { type Callable, generatorNext, generatorThrow } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { driverOf, nativeNext } from "./attach-generator.ts";
import { type Driver, giveAs, passing, returning, type Step, stepOf } from "./driver.ts";
import { checkedStep, iteratorBy } from "./walk-steps.ts";

const { state, signal } = realm;

const passed: Step = { done: false, value: passing };
const returned: Step = { done: false, value: returning };

class Delegation {
  readonly #iterator: object;
  readonly #next: unknown;
  readonly #driver: Driver | undefined;
  /** What the body yields while a step of the iterator is suspended. */
  readonly #suspended: Step;
  #isWaiting = false;
  /** The suspended step is that of its `return`. */
  #isClosing = false;

  constructor(iterable: unknown, unit: object | undefined) {
    const { iterator, next } = iteratorBy(iteratorMethod(iterable), iterable);
    this.#iterator = iterator;
    this.#next = next;
    this.#driver = next === nativeNext ? driverOf(iterator) : undefined;
    this.#suspended = { done: false, value: unit };
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(value: unknown): Step {
    if (this.#isResumed()) return this.#got(value);
    const driver = this.#driver;
    if (driver !== undefined && !state.exact)
      return this.#took(stepOf(driver, this.#iterator as GeneratorFrame, "next", value, state.depth));
    return this.#ask(this.#next as Callable, value);
  }

  throw(error: unknown): Step {
    if (this.#isResumed()) throw error;
    const method = getMethod(this.#iterator, "throw");
    if (method !== undefined) return this.#ask(method, error);
    const close = getMethod(this.#iterator, "return");
    if (close !== undefined) checkedStep(close.call(this.#iterator));
    throw missingThrow();
  }

  return(value: unknown): Step {
    // It has returned; or the job was cancelled in a step: what the iterator was in has ended.
    if (this.#isResumed() || this.#isClosing) return { done: true, value };
    const method = getMethod(this.#iterator, "return");
    if (method === undefined) return { done: true, value };
    const step = this.#ask(method, value);
    this.#isClosing = this.#isWaiting;
    return step;
  }

  #isResumed(): boolean {
    const isWaiting = this.#isWaiting;
    this.#isWaiting = false;
    return isWaiting;
  }

  #ask(method: Callable, value: unknown): Step {
    return this.#took(call(of(method, String(method)), this.#iterator, value));
  }

  #took(step: unknown): Step {
    if (step !== signal) return this.#got(step);
    this.#isWaiting = true;
    return this.#suspended;
  }

  #got(result: unknown): Step {
    const step = checkedStep(result);
    if (!step.done) {
      this.#isClosing = false;
      giveAs(passing, step);
      return passed;
    }
    if (!this.#isClosing) return { done: true, value: step.value };
    giveAs(returning, step.value);
    return returned;
  }
}

/** What the engine throws when a generator delegates to `iterable`, is asked for a step, and is thrown into. */
function errorOf(iterable: unknown): unknown {
  const delegated = (function* (): Generator<unknown, unknown, unknown> {
    return yield* iterable as Iterable<unknown>;
  })();
  try {
    generatorNext(delegated);
    return generatorThrow(delegated, undefined);
  } catch (error) {
    return error;
  }
}

export function missingThrow(): unknown {
  const step = { done: false };
  const bare = { __proto__: null, [Symbol.iterator]: () => bare, next: () => step };
  return errorOf(bare);
}

function iteratorMethod(iterable: unknown): Callable {
  const isThere = iterable !== undefined && iterable !== null;
  const method = isThere ? (iterable as { [Symbol.iterator]?: unknown })[Symbol.iterator] : undefined;
  if (typeof method === "function") return method as Callable;
  throw errorOf(isThere ? { [Symbol.iterator]: method } : iterable);
}

/** @param unit The exclusive unit that the body is in */
export function delegating(iterable: unknown, unit?: object): Delegation {
  return new Delegation(iterable, unit);
}
