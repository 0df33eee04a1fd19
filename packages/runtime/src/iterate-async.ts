/**
 * What emitted code steps through in place of `for await`. Which iterator an iterable gives, and how a synchronous one
 * is adapted, is left to the engine: `yield*` in an async generator follows the same rules as `for await`.
 */
export class AsyncIteration {
  readonly #steps: AsyncGenerator<unknown, unknown, unknown>;
  /** True while the loop body runs: leaving it then means closing the iterator. */
  open = false;
  /** What the last step gave. */
  value: unknown;

  constructor(iterable: AsyncIterable<unknown>) {
    this.#steps = (async function* () {
      yield* iterable;
    })();
  }

  next(): Promise<IteratorResult<unknown>> {
    this.open = false;
    return this.#steps.next();
  }

  /** Takes the awaited result of {@link next}: whether there is a value to run the loop body with. */
  more(result: IteratorResult<unknown>): boolean {
    if (result.done) return false;
    this.value = result.value;
    this.open = true;
    return true;
  }

  close(): Promise<IteratorResult<unknown>> {
    this.open = false;
    return this.#steps.return(undefined);
  }
}

export function iterateAsync(iterable: AsyncIterable<unknown>): AsyncIteration {
  return new AsyncIteration(iterable);
}
