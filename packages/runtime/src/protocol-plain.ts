/**
 * Run or capture for plain bodies, which are no generators: called like the function, with `this` as the first argument,
 * they return its value or the signal; called again while `state.frame` is set, they go on from there.
 */
import type { PlainBody, PlainFrame } from "./frame.ts";
import type { Body, Callable } from "./intrinsics.ts";
import { notCallable } from "./protocol.ts";
import { realm } from "./realm.ts";

const { state, signal, entries } = realm;

/**
 * Makes `f` preemptable: `plain` is its resumable body. Returns `f`.
 *
 * @param lasting Whether `f` lives as long as its module anyway, so that calls may remember it.
 */
export function attachPlain<F extends Callable>(f: F, plain: PlainBody, lasting = false): F {
  const run = function (this: unknown, ...args: unknown[]) {
    return plain(this, ...args);
  };
  entries.put(f, { run, plain: lasting ? plain : undefined, body: bodyOf(plain), arrow: undefined, isOnly: false });
  return f;
}

/** As {@link attachPlain} for an arrow function that uses the `this` around it. */
export function attachPlainArrow<F extends Callable>(f: F, plain: PlainBody, self: unknown): F {
  const run = (...args: unknown[]) => plain(self, ...args);
  entries.put(f, { run, plain: undefined, body: bodyOf(plain), arrow: { self }, isOnly: false });
  return f;
}

/** A frame that has not started, for who asks for one. */
function bodyOf(plain: PlainBody): Body {
  return function* (this: unknown, ...args: unknown[]) {
    const value = plain(this, ...args);
    return value === signal ? yield : value;
  } as Body;
}

/** The frame that a plain body has been called for again. */
export function again(): PlainFrame {
  const frame = state.frame as PlainFrame;
  state.frame = undefined;
  return frame;
}

/** Its argument, which emitted code did not expect to be anything but a number. */
export function same<T>(value: T): T {
  return value;
}

/** What a call in emitted code knows: the last preemptable function that it called. */
export interface Site {
  /** The signal at first: nobody calls that. */
  f: unknown;
  run: PlainBody | undefined;
  /** How an engine names the callee in an error message. */
  readonly text: string;
}

export function site(text = ""): Site {
  return { f: signal, run: undefined, text };
}

/** What to call in place of `f`, which is not the one that the call knows. */
export function miss(known: Site, f: unknown, text = known.text): Callable {
  if (typeof f !== "function") return notCallable(text);
  const found = entries.of(f);
  // As in `of`.
  if (found === undefined || (state.exact && !found.isOnly)) return f as Callable;
  if (found.plain !== undefined) {
    known.f = f;
    known.run = found.plain;
  }
  return found.run;
}
