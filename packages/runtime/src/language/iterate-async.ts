/**
 * What emitted code steps through in place of `for await`: which iterator an iterable gives, how a synchronous one is
 * adapted, what is read from a result and when, and how the iterator is closed are those of the language.
 */
import type { SharedAsyncIteration } from "@preempt/abi";
import { type Callable, promiseThen } from "../realm/intrinsics.ts";
import { checkedResult as checked, describe, getMethod, openIterator } from "./iteration-steps.ts";

const { apply } = Reflect;

/** An iterator whose steps are to be awaited. */
interface Source {
  next(): unknown;
  /** Undefined if there is nothing to close. */
  close(): unknown;
}

export class AsyncIteration implements SharedAsyncIteration {
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

/**
 * What makes a request of a preemptable async generator in the job that waits for it: the signal. Undefined for any other iterator,
 * and as long as there are no such generators; then they are in no bundle.
 */
export const asksInJobs: {
  of: ((iterator: object, name: "next" | "return", method: unknown) => (() => unknown) | undefined) | undefined;
} = { of: undefined };

function asynchronous({ iterator, next }: { iterator: object; next: unknown }): Source {
  return {
    next: asksInJobs.of?.(iterator, "next", next) ?? (() => apply(next as Callable, iterator, [])),
    close() {
      const method = getMethod(iterator, "return");
      if (method === undefined) return nothing;
      const ask = asksInJobs.of?.(iterator, "return", method);
      return ask === undefined ? apply(method, iterator, []) : ask();
    },
  };
}

let closesBroken: boolean | undefined;

/**
 * Whether the engine closes a synchronous iterator that broke itself, by an error in its `next` or in what that gave. The
 * language does not, V8 does. Asked of the engine once.
 */
function closesBrokenIterators(): boolean {
  if (closesBroken !== undefined) return closesBroken;
  closesBroken = false;
  const broken: IterableIterator<unknown> = {
    [Symbol.iterator]: () => broken,
    next() {
      throw new Error("?");
    },
    return() {
      closesBroken = true;
      return { done: true, value: undefined };
    },
  };
  const walk = async () => {
    try {
      for await (const _ of broken);
    } catch {}
  };
  void walk();
  return closesBroken;
}

/** A synchronous iterator: its values are awaited, and one that rejects closes it. */
function synchronous(iterable: unknown): Source {
  const method = getMethod(iterable, Symbol.iterator);
  if (method === undefined) throw new TypeError(`${describe(iterable)} is not async iterable`);
  const { iterator, next } = openIterator(iterable, method);

  function read(result: unknown): { done: boolean; value: unknown } {
    const done = Boolean(checked(result).done);
    return { done, value: (result as IteratorResult<unknown>).value };
  }

  function settle({ done, value }: { done: boolean; value: unknown }, whenRejected: () => void): Promise<unknown> {
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

  /** What `next` gives, its parts read. */
  function step(): { done: boolean; value: unknown } {
    try {
      return read(apply(next as Callable, iterator, []));
    } catch (error) {
      if (closesBrokenIterators()) closeQuietly();
      throw error;
    }
  }

  return {
    next: () => rejecting(() => settle(step(), closeQuietly)),
    close: () =>
      rejecting(() => {
        const close = getMethod(iterator, "return");
        if (close === undefined) return Promise.resolve({ value: undefined, done: true });
        return settle(read(apply(close, iterator, [])), () => {});
      }),
  };
}
