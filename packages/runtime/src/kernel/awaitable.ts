/** What jobs have in common, on this thread or another: they can be awaited, and are decided once. */

import { room } from "../realm/room.ts";

/** A value or an error. */
export interface Outcome {
  /** True: it ended with a value. False: with an error. */
  readonly ok: boolean;
  /** The value, or the error. */
  readonly value: unknown;
}

/** Listeners to be told, each with its outcome. */
let untold: [listener: (outcome: Outcome) => void, outcome: Outcome][] = [];
let isTelling = false;

/**
 * Tells the listeners, first in, first out. What they settle in turn waits here and not on the stack: jobs that return each
 * other may form a chain of any length.
 */
function tellAll(): void {
  if (isTelling) return;
  isTelling = true;
  try {
    // It grows meanwhile.
    for (const [listener, outcome] of untold) listener(outcome);
  } finally {
    untold = [];
    isTelling = false;
  }
}

/**
 * Like a promise, which is made when somebody asks for it: what nobody awaits costs none, and then its error is the
 * scheduler's to report.
 */
export class Awaitable<T> implements PromiseLike<T> {
  #promise: Promise<T> | undefined;
  #listeners: Set<(outcome: Outcome) => void> | undefined;
  #wasAwaited = false;
  /** @internal Its value or error, once decided. */
  outcome: Outcome | undefined;

  // biome-ignore-start lint/suspicious/noExplicitAny: as Promise's own types have it
  /** As the method of a promise. It counts as awaiting the job: its error is then not reported as uncaught. */
  // biome-ignore lint/suspicious/noThenProperty: a job is awaited
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promised().then(onFulfilled, onRejected);
  }

  /** As the method of a promise. It counts as awaiting the job. */
  catch<B = never>(onRejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#promised().catch(onRejected);
  }

  // biome-ignore-end lint/suspicious/noExplicitAny: as above

  /** As the method of a promise. It counts as awaiting the job. */
  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#promised().finally(onFinally);
  }

  /** @internal Whether somebody awaits it. */
  get isAwaited(): boolean {
    return this.#wasAwaited || !!this.#listeners?.size;
  }

  /** @internal Whether its value or error is decided. */
  get isSettled(): boolean {
    return this.outcome !== undefined;
  }

  /** @internal */
  settle(outcome: Outcome): void {
    const listeners = this.#listeners;
    this.#wasAwaited = this.isAwaited;
    this.#listeners = undefined;
    this.outcome = outcome;
    if (listeners === undefined) return;
    for (const listener of listeners) untold.push([listener, outcome]);
    tellAll();
  }

  /**
   * Calls `listener` when it settles, in the same round; at once if it has settled. It costs less than a promise, and the error counts as
   * awaited. The listener must not throw.
   *
   * @returns what takes the listener away again: then the error is nobody's
   */
  whenSettled(listener: (outcome: Outcome) => void): () => void {
    if (this.outcome === undefined) {
      this.#listeners ??= new Set();
      this.#listeners.add(listener);
    } else {
      this.#wasAwaited = true;
      listener(this.outcome);
    }
    return () => void this.#listeners?.delete(listener);
  }

  #promised(): Promise<T> {
    // The promise would have the error of a stack that ends here.
    if (this.#promise === undefined) room();
    this.#promise ??= new Promise<T>((resolve, reject) => {
      this.whenSettled(({ ok, value }) => (ok ? resolve(value as T) : reject(value)));
    });
    return this.#promise;
  }
}
