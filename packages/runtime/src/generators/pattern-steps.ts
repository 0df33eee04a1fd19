/**
 * What the list pattern of preemptable code walks in place of an iterable. Before each place of the pattern stands one more, `{} = STEP`,
 * which is given nothing: so the engine evaluates STEP, which fetches the value for the place behind it, and may be suspended. The engine
 * binds the names, evaluates the default values, and closes the iterator where one of these throws.
 *
 *   const [a = 1, b] = rows()   ⇒   const [{} = $it.take($it.ask()), a = 1, {} = $it.take($it.ask()), b, {} = $it.closed($it.close())]
 *                                     = $it = $takeSteps(rows(), "…")
 */
import type { SharedPatternSteps } from "@preempt/abi";
import { run } from "../protocol/protocol.ts";
import { realm } from "../realm/realm.ts";
import { checkedStep, put, putAll, StepIteration } from "./walk-steps.ts";

const { state } = realm;

export class PatternSteps implements SharedPatternSteps {
  readonly #steps: StepIteration;
  /** What the places behind are given: one value, or of `...rest` all. */
  #fetched: unknown[] = [];
  #next = 0;
  /** Whether there is nothing to ask or to close: the iterator has ended, was closed, has thrown, or is being asked. */
  #isOver = false;
  #isAsked = false;

  constructor(iterable: unknown, text: string | undefined) {
    this.#steps = new StepIteration(iterable, text);
  }

  ask(): unknown {
    this.#isAsked = !this.#isOver;
    if (this.#isOver) return undefined;
    this.#isOver = true;
    return this.#steps.next();
  }

  take(result: unknown, isOmitted?: boolean): this {
    if (!this.#isAsked) return this;
    this.#isAsked = false;
    const step = checkedStep(result);
    if (step.done) return this;
    this.#fetched = [isOmitted ? undefined : step.value];
    this.#next = 0;
    this.#isOver = false;
    return this;
  }

  rest(): unknown {
    if (this.#isOver) return this;
    this.#isOver = true;
    this.#fetched = [];
    this.#next = 0;
    if (!state.exact) return run(this.#collect(), state.depth);
    while (this.#steps.more(this.#steps.next())) put(this.#fetched, this.#steps.value);
    return this;
  }

  *#collect(): Generator<unknown, this, unknown> {
    yield* putAll(this.#steps, this.#fetched);
    return this;
  }

  close(): unknown {
    this.#isAsked = !this.#isOver;
    if (this.#isOver) return undefined;
    this.#isOver = true;
    return this.#steps.close();
  }

  closed(result: unknown): this {
    if (this.#isAsked) this.#steps.closed(result);
    return this;
  }

  /** For the engine, like the next two. */
  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<unknown, undefined> {
    if (this.#next < this.#fetched.length) return { done: false, value: this.#fetched[this.#next++] };
    return this.#isOver ? { done: true, value: undefined } : { done: false, value: undefined };
  }

  return(): unknown {
    if (this.#isOver) return this;
    this.#isOver = true;
    return this.#steps.closeNow();
  }
}

/** @param text How an engine says that `iterable` is none; undefined where it tells of the value */
export function takeSteps(iterable: unknown, text?: string): PatternSteps {
  return new PatternSteps(iterable, text);
}
