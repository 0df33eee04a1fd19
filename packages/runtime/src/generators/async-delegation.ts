/** `yield* e` in the body of a preemptable async generator: `yield* $delegatingAsync(e)`. Its results are awaited by the job. */
import { getMethod } from "../language/iteration-steps.ts";
import { call } from "../protocol/call.ts";
import { wait } from "../protocol/protocol.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type AsyncDriver, askInJob, asyncNext } from "./async-driver.ts";
import { asyncDriverOf } from "./attach-async-generator.ts";
import { missingThrow } from "./delegation.ts";
import { type Completion, giveAs, giving, returning, type Step } from "./driver.ts";
import { checkedStep } from "./walk-steps.ts";

const { state } = realm;

const suspended: Step = { done: false, value: undefined };
const given: Step = { done: false, value: giving };
const returned: Step = { done: false, value: returning };

/** The engine adapts what is iterable, but not async. */
async function* adapted(iterable: unknown): AsyncGenerator<unknown, unknown, unknown> {
  return yield* iterable as Iterable<unknown>;
}

/** What has the iterator that `method` gives for `iterable`: the engine looks for the other method once, and so it does with this one. */
function iterableBy(method: Callable | undefined, iterable: unknown): unknown {
  const given = method && (() => apply(method, iterable, []));
  return { __proto__: null, [Symbol.asyncIterator]: undefined, [Symbol.iterator]: given };
}

function open(iterable: unknown): object {
  const method = getMethod(iterable, Symbol.asyncIterator);
  if (method === undefined) return adapted(iterableBy(getMethod(iterable, Symbol.iterator), iterable));
  const iterator = call(method, iterable);
  if ((typeof iterator !== "object" || iterator === null) && typeof iterator !== "function")
    throw new TypeError("Result of the Symbol.asyncIterator method is not an object");
  return iterator;
}

class AsyncDelegation {
  readonly #iterator: object;
  readonly #next: unknown;
  readonly #driver: AsyncDriver | undefined;
  /** The request whose result is awaited. */
  #waitsFor: Completion | "close" | undefined;
  #hasReturned = false;

  constructor(iterable: unknown) {
    const iterator = open(iterable);
    this.#iterator = iterator;
    this.#next = (iterator as { next: unknown }).next;
    this.#driver = this.#next === asyncNext ? asyncDriverOf(iterator) : undefined;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(value: unknown): Step {
    const awaited = this.#waitsFor;
    if (awaited === undefined) return this.#ask("next", this.#next as Callable, value);
    this.#waitsFor = undefined;
    const step = checkedStep(value);
    if (awaited === "close") throw missingThrow();
    if (!step.done) {
      giveAs(giving, step.value);
      return given;
    }
    if (awaited !== "return") return { done: true, value: step.value };
    this.#hasReturned = true;
    giveAs(returning, step.value);
    return returned;
  }

  throw(error: unknown): Step {
    if (this.#isResumed()) throw error;
    const method = getMethod(this.#iterator, "throw");
    if (method !== undefined) return this.#ask("throw", method, error);
    const close = getMethod(this.#iterator, "return");
    if (close === undefined) throw missingThrow();
    wait(call(close, this.#iterator));
    this.#waitsFor = "close";
    return suspended;
  }

  return(value: unknown): Step {
    // It has returned; or the job was cancelled meanwhile.
    if (this.#isResumed() || this.#hasReturned) return { done: true, value };
    const method = getMethod(this.#iterator, "return");
    return method === undefined ? { done: true, value } : this.#ask("return", method, value);
  }

  #isResumed(): boolean {
    const isResumed = this.#waitsFor !== undefined;
    this.#waitsFor = undefined;
    return isResumed;
  }

  #ask(completion: Completion, method: Callable, value: unknown): Step {
    const driver = this.#driver;
    const result =
      driver === undefined || state.exact
        ? call(method, this.#iterator, value)
        : askInJob(driver, this.#iterator, completion, value);
    wait(result);
    this.#waitsFor = completion;
    return suspended;
  }
}

export function delegatingAsync(iterable: unknown): AsyncDelegation {
  return new AsyncDelegation(iterable);
}

/** `yield v` in an async generator awaits v: `yield $give($yielded(v))`. Nobody can tell that for what is no object. */
export function yielded(value: unknown): unknown {
  const isPrimitive = (typeof value !== "object" || value === null) && typeof value !== "function";
  if (isPrimitive && !state.exact) return value;
  state.awaiting = value;
  return realm.signal;
}
