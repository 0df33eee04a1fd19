/** Run or capture for async functions: an awaited call of an annotated one is passed on without a promise. */
import type { Body, Callable } from "../realm/intrinsics.ts";
import { noteTransformed } from "../realm/notes.ts";
import { realm } from "../realm/realm.ts";
import { arrowEntry, entry, entryOf, notCallable } from "./protocol.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

try {
  if (process.env.NODE_ENV !== "production") noteTransformed();
} catch {
  // A page without a bundler is not in development.
}

const { apply } = Reflect;
const { state, signal, asyncEntries, Settled } = realm;

export function attachAsync<F extends Callable>(f: F, body: Body, isOnly = false): F {
  asyncEntries.put(f, entry(body, isOnly));
  return f;
}

export function attachAsyncArrow<F extends Callable>(f: F, body: Body, self?: unknown, isOnly = false): F {
  asyncEntries.putFirst(f, arrowEntry(body, self, isOnly));
  return f;
}

/** What to call in place of `f` in `await f()`. */
export function ofAwaited(f: unknown, text: string): Callable {
  if (typeof f !== "function") return notCallable(text);
  if (state.exact) return f as Callable;
  return entryOf(f as Callable)?.run ?? (f as Callable);
}

/** A result of an annotated async function, on its way to whoever awaits it. */
export function settle(value?: unknown): InstanceType<typeof Settled> {
  return new Settled(value);
}

/**
 * Completes `await call()`: the result of an annotated async function is passed on without a promise unless it
 * is a thenable itself; anything else is awaited (the signal says so).
 */
export function awaited(value: unknown): unknown {
  if (!Settled.is(value)) {
    state.awaiting = value;
    return signal;
  }
  const result = value.value;
  if ((typeof result !== "object" || result === null) && typeof result !== "function") return result;
  // Resolving a promise asks for `then` exactly once; so do we, and a getter that throws rejects the await.
  const then: unknown = (result as { then?: unknown }).then;
  if (typeof then !== "function") return result;
  state.awaiting = new Promise((resolve, reject) => {
    Promise.resolve()
      // What `then` itself returns is nobody's: it may be a promise that rejects, or one that counts who asks.
      .then(() => void apply(then as Callable, result, [resolve, reject]))
      .catch(reject);
  });
  return signal;
}

/**
 * Completes `return call()` in an async function: awaited, except where the original's promise is passed on, and what is surely no
 * thenable, which an async function's end does not wait for.
 */
export function awaitedTail(value: unknown): unknown {
  const isPrimitive = (typeof value !== "object" || value === null) && typeof value !== "function";
  return state.exact || isPrimitive ? value : awaited(value);
}
