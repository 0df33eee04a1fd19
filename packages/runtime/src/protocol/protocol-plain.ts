/**
 * Run or capture for plain bodies, which are no generators: called like the function, with their depth and `this` first,
 * they return its value or the signal; called again, with their frame in the place of their depth or as their arguments, they go on from there.
 */
import type { PlainBody } from "@preempt/abi";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { noteTransformed } from "../realm/notes.ts";
import { entries, state } from "../realm/realm.ts";
import { callEntryOf, PlainEntry } from "./plain-entry.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

try {
  if (process.env.NODE_ENV !== "production") noteTransformed();
} catch {
  // A page without a bundler is not in development.
}

/**
 * Makes `f` preemptable: `plain` is its resumable body. Returns `f`.
 *
 * @param lasting Whether `f` lives as long as its module anyway, so that calls may remember it beyond a job. One that does
 *   not was made a moment ago
 * @param isOnly Whether `f` itself does nothing but drive `plain`
 */
export function attachPlain<F extends Callable>(f: F, plain: PlainBody, lasting = false, isOnly = false): F {
  if (lasting) entries.put(f, new PlainEntry(plain, undefined, true, isOnly));
  else entries.putFirst(f, isOnly ? new PlainEntry(plain, undefined, false, true) : plain);
  return f;
}

/** As {@link attachPlain} for an arrow function that uses the `this` around it. */
export function attachPlainArrow<F extends Callable>(f: F, plain: PlainBody, self: unknown): F {
  entries.putFirst(f, new PlainEntry(plain, { self }, false, false));
  return f;
}

/** A body for who calls a function whose resumable body is a generator. */
export function withSelf(run: Callable): PlainBody {
  return (depth, self, ...args) => {
    const outer = state.depth;
    state.depth = depth;
    const value = apply(run, self, args);
    state.depth = outer;
    return value;
  };
}

/** What a call of `f` runs preemptably, with a depth and a `this`; undefined where `f` is called as it stands. */
export function bodyOf(f: unknown): PlainBody | undefined {
  if (typeof f !== "function") return undefined;
  const found = callEntryOf(f as Callable);
  if (found?.plain !== undefined) return found.plain;
  // As in `of`, where the body is a generator.
  return found === undefined || (state.exact && !found.isOnly) ? undefined : withSelf(found.run);
}
