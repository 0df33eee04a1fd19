/**
 * Run or capture for plain bodies, which are no generators: called like the function, with their depth and `this` first,
 * they return its value or the signal; called again, with their frame in the place of their depth or as their arguments, they go on from there.
 */
import { forgetCallee } from "./call.ts";
import type { Entry } from "./entry.ts";
import type { PlainBody } from "./frame.ts";
import { type Callable, privateList } from "./intrinsics.ts";
import { PlainEntry } from "./plain-entry.ts";
import { notCallable } from "./protocol.ts";
import { realm } from "./realm.ts";

const { apply, setPrototypeOf } = Reflect;
const { state, signal, entries } = realm;

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

/**
 * What a call in emitted code knows of the functions that it calls. Most call one function, for ever. An engine that has compiled
 * such a call asks nothing any more and calls the body, as it would call the function, since it trusts in fields that were added
 * once and never changed. That holds for all objects of one shape or for none: calls that change get another shape first.
 */
export interface Site {
  /** The function that it called last, or one before. The signal at first: nobody calls that. */
  f: unknown;
  /** What to call in its place; nothing if it has no body. */
  run: PlainBody | undefined;
  /** The last one that has no body. */
  plain: unknown;
  /** What was left of the budget when it was called with another one. Undefined as long as it has called one that lasts at most. */
  at: number | undefined;
  isBorrowed: boolean;
  /** How an engine names the callee in an error message; undefined where the engine will do so itself. */
  readonly text: string | undefined;
}

const fresh = { f: signal, run: undefined };

export function site(text?: string): Site {
  return { __proto__: fresh, plain: signal, isBorrowed: false, text } as unknown as Site;
}

/** A call that has another callee within fewer points than these is one that has another each time. */
const near = 32;

/** Sites that know functions which may go before their module does. */
const borrowed: Site[] = privateList();

/** Called at the end of a job: what it called is not kept alive by the calls. */
function forget(): void {
  forgetCallee();
  for (let i = 0; i < borrowed.length; i++) clear(borrowed[i] as Site);
  borrowed.length = 0;
}

function clear(known: Site): void {
  known.f = signal;
  known.run = undefined;
  known.plain = signal;
  known.isBorrowed = false;
}

/** Before it is called with another function than the first, or with one that does not last. */
function change(known: Site): void {
  if (known.at !== undefined) return;
  setPrototypeOf(known, null);
  known.at = 0;
  clear(known);
}

/** The call knows `f` and its body from now on. Returns the body. */
function know(known: Site, f: unknown, run: PlainBody | undefined, isLasting: boolean): PlainBody | undefined {
  if (!isLasting || known.f !== signal) change(known);
  known.f = f;
  known.run = run;
  if (isLasting || known.isBorrowed) return run;
  known.isBorrowed = true;
  borrowed[borrowed.length] = known;
  state.forget = forget;
  return run;
}

/** What to call in place of `f`, which is not the function that the call knows; undefined if it has no body. */
export function miss(known: Site, f: unknown, text = known.text): PlainBody | undefined {
  if (typeof f !== "function") return text === undefined ? undefined : notCallable(text);
  const found = entries.of(f);
  if (found === undefined) {
    know(known, f, undefined, false);
    known.plain = f;
    return undefined;
  }
  const isBody = typeof found === "function";
  const plain = isBody ? found : found.plain;
  // As in `of`, where the body is a generator. A plain one is as fast as the original, and knows how deep it is.
  if (plain === undefined && state.exact && !(found as Entry).isOnly) return undefined;
  const run = plain ?? withSelf((found as Entry).run);
  if (!isBody && found.isLasting) return know(known, f, run, true);
  change(known);
  const passed = (known.at as number) - state.budget;
  known.at = state.budget;
  // To write down each of many, most of them young, takes longer than to ask them.
  return passed >= 0 && passed < near ? run : know(known, f, run, false);
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
