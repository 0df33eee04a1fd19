/**
 * What emitted code steps through in place of `for await`: which iterator an iterable gives, how a synchronous one is
 * adapted, what is read from a result and when, and how the iterator is closed are those of the language.
 */
import { type Callable, promiseThen } from "./intrinsics.ts";
import { checkedResult as checked, describe, getMethod, openIterator } from "./iteration-steps.ts";

const { apply } = Reflect;

/** An iterator whose steps are to be awaited. */
interface Source {
  next(): unknown;
  /** Undefined if there is nothing to close. */
  close(): unknown;
}

export class AsyncIteration {
  readonly #source: Source;
  #closing: unknown;
  /** True while the loop body runs: leaving it then means closing the iterator. */
  open = false;
  /** What the last step gave. */
  value: unknown;

  constructor(iterable: unknown) {
    const method = getMethod(iterable, Symbol.asyncIterator);
    this.#source = method === undefined ? synchronous(iterable) : asynchronous(openIterator(iterable, method));
  }

  /** What to await. */
  next(): unknown {
    this.open = false;
    return this.#source.next();
  }

  /** Takes the awaited result of {@link next}: whether there is a value to run the loop body with. */
  more(result: unknown): boolean {
    const { done } = checked(result);
    if (done) return false;
    this.value = (result as IteratorResult<unknown>).value;
    this.open = true;
    return true;
  }

  /** What to await. */
  close(): unknown {
    this.open = false;
    this.#closing = nothing;
    this.#closing = this.#source.close();
    return this.#closing === nothing ? undefined : this.#closing;
  }

  /** Takes the awaited result of {@link close}. */
  closed(result: unknown): void {
    if (this.#closing !== nothing) checked(result);
  }
}

export function iterateAsync(iterable: unknown): AsyncIteration {
  return new AsyncIteration(iterable);
}

const nothing = Symbol("nothing to close");

function asynchronous({ iterator, next }: { iterator: object; next: unknown }): Source {
  return {
    next: () => apply(next as Callable, iterator, []),
    close() {
      const method = getMethod(iterator, "return");
      return method === undefined ? nothing : apply(method, iterator, []);
    },
  };
}

/** A synchronous iterator: its values are awaited, and one that rejects closes it. */
function synchronous(iterable: unknown): Source {
  const method = getMethod(iterable, Symbol.iterator);
  if (method === undefined) throw new TypeError(`${describe(iterable)} is not async iterable`);
  const { iterator, next } = openIterator(iterable, method);

  function settle(result: unknown, whenRejected: () => void): Promise<unknown> {
    const done = Boolean(checked(result).done);
    const { value } = result as IteratorResult<unknown>;
    let settled: Promise<unknown>;
    try {
      settled = Promise.resolve(value);
    } catch (error) {
      if (!done) whenRejected();
      throw error;
    }
    const failed = (error: unknown) => {
      whenRejected();
      throw error;
    };
    return promiseThen(settled, (v) => ({ value: v, done }), done ? undefined : failed);
  }

  function closeQuietly(): void {
    try {
      const close = getMethod(iterator, "return");
      if (close !== undefined) apply(close, iterator, []);
    } catch {}
  }

  const rejecting = (step: () => Promise<unknown>): Promise<unknown> => {
    try {
      return step();
    } catch (error) {
      return Promise.reject(error);
    }
  };

  return {
    next: () => rejecting(() => settle(apply(next as Callable, iterator, []), closeQuietly)),
    close: () =>
      rejecting(() => {
        const close = getMethod(iterator, "return");
        if (close === undefined) return Promise.resolve({ value: undefined, done: true });
        return settle(apply(close, iterator, []), () => {});
      }),
  };
}
