/**
 * Run or capture for plain bodies, which are no generators: called like the function, with their depth and `this` first,
 * they return its value or the signal; called again while `state.frame` is set, they go on from there.
 */
import { forgetCallee } from "./call.ts";
import { callPlain, startPlain } from "./call-plain.ts";
import type { Entry } from "./entry.ts";
import type { PlainBody, PlainFrame } from "./frame.ts";
import { type Body, type Callable, privateList } from "./intrinsics.ts";
import { generatorWeight, notCallable } from "./protocol.ts";
import { realm } from "./realm.ts";

const { apply } = Reflect;
const { state, signal, entries } = realm;

/**
 * Makes `f` preemptable: `plain` is its resumable body. Returns `f`.
 *
 * @param isOnly Whether `f` itself does nothing but drive `plain`.
 * @param lasting Whether `f` lives as long as its module anyway, so that calls may remember it beyond a job
 */
export function attachPlain<F extends Callable>(f: F, plain: PlainBody, lasting = false, isOnly = false): F {
  entries.put(f, new PlainEntry(plain, undefined, lasting, isOnly));
  return f;
}

/** As {@link attachPlain} for an arrow function that uses the `this` around it. */
export function attachPlainArrow<F extends Callable>(f: F, plain: PlainBody, self: unknown): F {
  entries.put(f, new PlainEntry(plain, { self }, false, false));
  return f;
}

/** Closures are made by the million: what few of them are asked for is made when that happens. */
class PlainEntry implements Entry {
  readonly #plain: PlainBody;
  readonly arrow: { readonly self: unknown } | undefined;
  readonly isLasting: boolean;
  readonly isOnly: boolean;
  #run: Callable | undefined;
  #withSelf: PlainBody | undefined;

  constructor(plain: PlainBody, arrow: { readonly self: unknown } | undefined, isLasting: boolean, isOnly: boolean) {
    this.isOnly = isOnly;
    this.#plain = plain;
    this.arrow = arrow;
    this.isLasting = isLasting;
  }

  get plain(): PlainBody {
    const plain = this.#plain;
    const { arrow } = this;
    if (arrow === undefined) return plain;
    this.#withSelf ??= (depth, _self, ...args) => callPlain(plain, depth, arrow.self, args);
    return this.#withSelf;
  }

  get run(): Callable {
    const plain = this.#plain;
    const { arrow } = this;
    this.#run ??= function (this: unknown, ...args: unknown[]) {
      return callPlain(plain, state.depth + generatorWeight, arrow === undefined ? this : arrow.self, args);
    };
    return this.#run;
  }

  get body(): Body {
    const plain = this.#plain;
    return function (this: unknown, ...args: unknown[]) {
      return startPlain(plain, this, args);
    };
  }
}

/** The frame that a plain body has been called for again. */
export function again(): PlainFrame {
  const frame = state.frame as PlainFrame;
  state.frame = undefined;
  return frame;
}

/**
 * A frame that has not begun, of a body that was suspended where it starts: it is called as it was, and does not count that
 * point once more. [2] is the body, and its arguments follow.
 */
export function restart(): unknown {
  const frame = again();
  state.budget++;
  return callPlain(frame[2] as unknown as PlainBody, 0, frame[1], frame, 4);
}

/** Its argument, which emitted code did not expect to be anything but a number. */
export function same<T>(value: T): T {
  return value;
}

/** What a call in emitted code knows: the last preemptable function that it called, and the last other one. */
export interface Site {
  /** The signal at first: nobody calls that. */
  f: unknown;
  run: PlainBody | undefined;
  plain: unknown;
  isBorrowed: boolean;
  /** How an engine names the callee in an error message. */
  readonly text: string;
}

export function site(text = ""): Site {
  return { f: signal, run: undefined, plain: signal, isBorrowed: false, text };
}

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

function borrow(known: Site): void {
  if (known.isBorrowed) return;
  known.isBorrowed = true;
  borrowed[borrowed.length] = known;
  state.forget = forget;
}

/** Whether to call `known.run` in place of `f`, which is not a function that the call knows. */
export function miss(known: Site, f: unknown, text = known.text): boolean {
  if (typeof f !== "function") {
    known.f = signal;
    known.run = notCallable(text);
    return true;
  }
  const found = entries.of(f);
  if (found === undefined) {
    known.plain = f;
    borrow(known);
    return false;
  }
  // As in `of`.
  if (state.exact && !found.isOnly) return false;
  known.f = f;
  known.run = found.plain ?? withSelf(found.run);
  if (!found.isLasting) borrow(known);
  return true;
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
