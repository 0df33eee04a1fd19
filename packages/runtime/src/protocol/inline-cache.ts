/**
 * Inline caches: what a call in emitted code knows of the functions that it calls. Asking a function whether it has a body takes V8
 * 2 to 25 ns, most where the answer is no. So a call remembers up to four functions, with bodies and without, and where it calls more
 * of them than that it looks those without one up in a set. An answer that is out of date costs a preemption point, never a result:
 * a function without its body is called as it stands.
 *
 *   ($callee = o.m) === $last.f ? $last.run : $miss($last, $callee)      the first function here, the other three in `miss`
 */

import type { PlainBody, SharedCache } from "@preempt/abi";
import { privateList, privateSet, privateWeakMap } from "../realm/intrinsics.ts";
import { notes } from "../realm/notes.ts";
import { realm } from "../realm/realm.ts";
import { call, forgetCallee, functionApply, functionCall } from "./call.ts";
import { callPlain, listOf } from "./call-plain.ts";
import type { Entry } from "./entry.ts";
import { notCallable } from "./protocol.ts";
import { bodyOf, withSelf } from "./protocol-plain.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

const { setPrototypeOf } = Reflect;
const { state, signal, entries } = realm;

/**
 * Most calls call one function, for ever. An engine that has compiled such a call asks nothing any more and calls the body, as it
 * would call the function, since it trusts in fields that were added once and never changed. That holds for all objects of one
 * shape or for none: a site whose first function may be forgotten gets another shape first.
 */
export interface Site extends SharedCache {
  /** The function that it called first. The signal as long as there is none: nobody calls that. */
  f: unknown;
  /** What to call in its place, with a depth and a `this`; nothing if it is called as it stands. */
  run: PlainBody | undefined;
  /** The last function remembered that has no body. */
  plain: unknown;
  /** Three more functions, and their bodies. */
  f1: unknown;
  run1: PlainBody | undefined;
  f2: unknown;
  run2: PlainBody | undefined;
  f3: unknown;
  run3: PlainBody | undefined;
  /** Which of the four the next function takes: that of `next & 3`. Above 3 another one is given up for it. */
  next: number;
  /** Whether it has called functions beside the first one. */
  isMany: boolean;
  /** How many functions without a body it may still add to those that all sites know, before it has found one there. */
  patience: number;
  /** How many functions it may still have made callers for. */
  callers: number;
  /** What was left of the budget when it asked a function last. */
  at: number;
  /** Whether its first function lives as long as its module: to remember that one beyond a job keeps nothing alive. */
  isFixed: boolean;
  isBorrowed: boolean;
  /** How an engine names the callee in an error message; undefined where the engine will do so itself. */
  readonly text: string | undefined;
  /** Whether it calls with `new`: what has no body for that may have one for calls. */
  readonly constructs: boolean;
  /** How many arguments it gives to a method, at most three; undefined where that is not the same for all of its calls. */
  readonly count: number | undefined;
}

const fresh = { f: signal, run: undefined };
const most = 128;

export function site(text?: string, count?: number, constructs = false): Site {
  return {
    __proto__: fresh,
    plain: signal,
    f1: signal,
    run1: undefined,
    f2: signal,
    run2: undefined,
    f3: signal,
    run3: undefined,
    next: 1,
    isMany: false,
    patience: most,
    callers: 4,
    at: 0,
    isFixed: false,
    isBorrowed: false,
    constructs,
    text,
    count,
  } as unknown as Site;
}

/** A call that asks a function within fewer points than these since the last one has another one each time. */
const near = 32;

/** Sites that know functions which may go before their module does. */
const borrowed: Site[] = privateList();
/** Functions without a body, of all sites that call many of them. */
const bodiless = privateSet<unknown>();
let isListed = false;

/** Called at the end of a job: what it called is not kept alive by the calls. */
function forget(): void {
  forgetCallee();
  if (isListed) bodiless.clear();
  isListed = false;
  for (let i = 0; i < borrowed.length; i++) clear(borrowed[i] as Site);
  borrowed.length = 0;
}

function clear(known: Site): void {
  if (!known.isFixed) {
    known.f = signal;
    known.run = undefined;
  }
  known.plain = known.f1 = known.f2 = known.f3 = signal;
  known.run1 = known.run2 = known.run3 = undefined;
  known.next = 1;
  known.isBorrowed = false;
  // A second try is a short one.
  if (known.patience === 0) known.patience = 8;
}

/** What to call in place of `f`, which is not the function that the call knows first; undefined if it is to be called as it stands. */
export function miss(known: Site, f: unknown, text = known.text): PlainBody | undefined {
  // Engines compare two functions faster than two values of any type.
  if (typeof f !== "function") return text === undefined ? undefined : notCallable(text);
  if (f === known.f1) return known.run1;
  if (f === known.f2) return known.run2;
  if (f === known.f3) return known.run3;
  if (known.next > 3 && known.patience > 0 && bodiless.has(f)) {
    known.patience = most;
    return undefined;
  }
  return ask(known, f);
}

/** What the site knows of `f`, which is not the function that it knows first. */
export function recall(known: Site, f: object): PlainBody | undefined | "unknown" {
  if (f === known.f1) return known.run1;
  if (f === known.f2) return known.run2;
  return f === known.f3 ? known.run3 : "unknown";
}

/** What is called by a `call` or an `apply` that is the user's own: as a method, with one list. */
export interface OwnMethod extends PlainBody {
  isOwn?: true;
}

/**
 * The same for `f.call(…)` and `f.apply(…)`, where `f` is what the call remembers.
 *
 * @param method What `f.call` is: nearly always the language's own
 */
export function missVia(known: Site, method: unknown, f: unknown, text = known.text): OwnMethod | undefined {
  if (method === functionCall || method === functionApply) {
    return typeof f === "function" ? miss(known, f, text) : undefined;
  }
  if (typeof method !== "function") return text === undefined ? undefined : notCallable(text);
  const body = bodyOf(method);
  if (body === undefined) return undefined;
  const own: OwnMethod = (depth, ...args) => callPlain(body, depth, f, args);
  own.isOwn = true;
  return own;
}

/** Calls what {@link missVia} found for `f.apply(self, list)`. */
export function applied(run: OwnMethod, depth: number, self: unknown, list: unknown): unknown {
  return run.isOwn ? run(depth, self, list) : callPlain(run, depth, self, listOf(list));
}

/** In development, is called with functions that have no body for this call. */
let unawaited: ((f: object) => void) | undefined;
try {
  if (process.env.NODE_ENV !== "production") {
    const own = notes();
    unawaited = (f) => own.unawaited?.(f);
  }
} catch {
  // A page without a bundler is not in development.
}

function ask(known: Site, f: object): PlainBody | undefined {
  const found = entries.of(f);
  if (found === undefined) {
    unawaited?.(f);
    learn(known, f, undefined, false);
    return known.f === f ? known.run : undefined;
  }
  const isBody = typeof found === "function";
  const plain = isBody ? found : found.plain;
  // As in `of`, where the body is a generator. A plain one is as fast as the original, and knows how deep it is.
  if (plain === undefined && state.exact && !(found as Entry).isOnly) return undefined;
  const run = plain ?? withSelf((found as Entry).run);
  learn(known, f, run, !isBody && found.isLasting);
  return run;
}

/** The site knows `f` and its body from now on, if there is room. */
export function learn(known: Site, f: object, run: PlainBody | undefined, isLasting: boolean): void {
  if (known.f === signal) {
    first(known, f, run, isLasting);
    return;
  }
  if (!known.isMany) {
    known.isMany = true;
    // Other functions are called as they stand: with one of several engines do as well.
    if (known.f === known.plain) known.run = undefined;
  }
  if (known.next > 3) {
    const passed = known.at - state.budget;
    known.at = state.budget;
    // To write down each of many, most of them young, takes longer than to ask them.
    if (passed >= 0 && passed < near) {
      if (run === undefined && !known.constructs) list(known, f);
      return;
    }
  }
  another(known, f, run);
  if (run === undefined) known.plain = f;
  if (!isLasting) borrow(known);
}

function first(known: Site, f: object, run: PlainBody | undefined, isLasting: boolean): void {
  known.isFixed = isLasting;
  if (!isLasting) {
    setPrototypeOf(known, null);
    borrow(known);
  }
  known.f = f;
  known.run = run;
  if (run !== undefined) return;
  known.plain = f;
  if (!known.isMany) known.run = callerOf(known, f);
}

/** In the place of the next of the four. */
function another(known: Site, f: object, run: PlainBody | undefined): void {
  if (known.next === 4 && known.isFixed) known.next = 5;
  const place = known.next & 3;
  known.next = known.next < 7 ? known.next + 1 : 4;
  if (place === 1) {
    known.f1 = f;
    known.run1 = run;
  } else if (place === 2) {
    known.f2 = f;
    known.run2 = run;
  } else if (place === 3) {
    known.f3 = f;
    known.run3 = run;
  } else {
    known.f = f;
    known.run = run;
  }
}

/** Adds `f` to the functions without a body, unless the site never finds there what it has added. */
function list(known: Site, f: object): void {
  if (known.patience === 0) return;
  known.patience--;
  bodiless.add(f);
  isListed = true;
  borrow(known);
}

/** The site forgets at the end of a job what it knows now. */
export function borrow(known: Site): void {
  if (known.isBorrowed) return;
  known.isBorrowed = true;
  borrowed[borrowed.length] = known;
  state.forget = forget;
}

/** A constant of the file: an engine reads an import from memory each time. */
const invoke = call;

type Callers = (PlainBody | undefined)[];

/** What calls functions that have no body, by the number of their arguments. */
const callers = privateWeakMap<object, Callers>();

/**
 * What calls `f`, to be called like a body. An engine looks into a call of one function for ever, whatever that is; into
 * `$call($callee, $self, a)` only if it knows the callee from where that was read, which it does not if that is a field that
 * changes. There is one for each function, so that it is the same in the next job; some calls have a new function in each of them.
 */
function callerOf(known: Site, f: object): PlainBody | undefined {
  const { count } = known;
  if (count === undefined) return undefined;
  let all = callers.get(f);
  if (all === undefined) {
    if (known.callers === 0) return undefined;
    known.callers--;
    all = privateList<PlainBody | undefined>([undefined, undefined, undefined, undefined]);
    callers.set(f, all);
  }
  const made = all[count] ?? caller(f, count);
  all[count] = made;
  return made;
}

function caller(f: object, count: number): PlainBody {
  if (count === 0) return (_depth, self) => invoke(f, self);
  if (count === 1) return (_depth, self, a) => invoke(f, self, a);
  if (count === 2) return (_depth, self, a, b) => invoke(f, self, a, b);
  return (_depth, self, a, b, c) => invoke(f, self, a, b, c);
}
