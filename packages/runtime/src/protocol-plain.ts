/**
 * Run or capture for plain bodies, which are no generators: called like the function, with their depth and `this` first,
 * they return its value or the signal; called again, with their frame in `state.frame` or as their arguments, they go on from there.
 */
import { forgetCallee } from "./call.ts";
import type { PlainBody } from "./frame.ts";
import { type Callable, privateList } from "./intrinsics.ts";
import { PlainEntry } from "./plain-entry.ts";
import { notCallable } from "./protocol.ts";
import { realm } from "./realm.ts";

const { apply } = Reflect;
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

/** What a call in emitted code knows of the functions that it calls. */
export interface Site {
  /** The function that it called last, or one before. The signal at first: nobody calls that. */
  f: unknown;
  /** What to call in its place; nothing if it has no body. */
  run: PlainBody | undefined;
  /** The last one that has no body. */
  plain: unknown;
  /** What was left of the budget when it was called with another one. */
  at: number;
  isBorrowed: boolean;
  /** How an engine names the callee in an error message; undefined where the engine will do so itself. */
  readonly text: string | undefined;
}

export function site(text?: string): Site {
  return { f: signal, run: undefined, plain: signal, at: 0, isBorrowed: false, text };
}

/** A call that has another callee within fewer points than these is one that has another each time. */
const near = 32;

/** Sites that know functions which may go before their module does. */
const borrowed: Site[] = privateList();

/** Called at the end of a job: what it called is not kept alive by the calls. */
function forget(): void {
  forgetCallee();
  for (let i = 0; i < borrowed.length; i++) {
    const known = borrowed[i] as Site;
    known.f = signal;
    known.run = undefined;
    known.plain = signal;
    known.isBorrowed = false;
  }
  borrowed.length = 0;
}

/** The call knows `f` and its body from now on. Returns the body. */
function know(known: Site, f: unknown, run: PlainBody | undefined, isLasting: boolean): PlainBody | undefined {
  known.f = f;
  known.run = run;
  if (!isLasting) borrow(known);
  return run;
}

function borrow(known: Site): void {
  if (known.isBorrowed) return;
  known.isBorrowed = true;
  borrowed[borrowed.length] = known;
  state.forget = forget;
}

/** What to call in place of `f`, which is not the function that the call knows; undefined if it has no body. */
export function miss(known: Site, f: unknown, text = known.text): PlainBody | undefined {
  if (typeof f !== "function") return text === undefined ? undefined : notCallable(text);
  const found = entries.of(f);
  if (found === undefined) {
    known.plain = f;
    return know(known, f, undefined, false);
  }
  if (typeof found === "function") {
    // As in `of`.
    if (state.exact) return undefined;
    const passed = known.at - state.budget;
    known.at = state.budget;
    // To write down each of many, most of them young, takes longer than to ask them.
    return passed >= 0 && passed < near ? found : know(known, f, found, false);
  }
  if (state.exact && !found.isOnly) return undefined;
  return know(known, f, found.plain ?? withSelf(found.run), found.isLasting);
}

function withSelf(run: Callable): PlainBody {
  return (depth, self, ...args) => {
    const outer = state.depth;
    state.depth = depth;
    const value = apply(run, self, args);
    state.depth = outer;
    return value;
  };
}
