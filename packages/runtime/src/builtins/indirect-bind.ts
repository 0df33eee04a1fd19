/**
 * `f.bind(o)`: the bound function is preemptable where `f` is. Emitted code asks for that before it binds, in plain code as well:
 *
 *   this.m = this.m.bind(this)   ⇒   this.m = $bindable(this.m, $last, "this.m.bind").bind(this)
 *
 * Of a function without a resumable body nothing else is made: the engine binds it as before. A bound function looks up the body of
 * `f` when it is called. To ask a function whether it has one takes engines longer than to bind it, so that each place remembers the
 * last one without a body and the last one with one, in what is an inline cache elsewhere.
 */
import type { PlainBody } from "@preempt/abi";
import { callPlain, joined } from "../protocol/call-plain.ts";
import type { Entry } from "../protocol/entry.ts";
import { borrow, type Site } from "../protocol/inline-cache.ts";
import { PlainEntry } from "../protocol/plain-entry.ts";
import { notCallable } from "../protocol/protocol.ts";
import { attachAsyncEntry, isAttached } from "../protocol/protocol-builtins.ts";
import { bodyOf } from "../protocol/protocol-plain.ts";
import { apply, type Body, type Callable, privateList, uncurry } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { awaitedEntry, runOf } from "./awaited.ts";

const { asyncEntries, entries } = realm;
const { bind } = Function.prototype as unknown as { bind: unknown };
const bindOne = uncurry(bind) as (f: Callable, self: unknown) => Callable;

/** The entry of a bound function, as small as it can be: most are called rarely, and many are made. */
class BoundEntry implements Entry {
  readonly f: Callable;
  readonly self: unknown;
  readonly given: unknown[] | undefined;
  readonly bound: Callable;
  made: PlainEntry | undefined;

  constructor(f: Callable, self: unknown, given: unknown[] | undefined, bound: Callable) {
    this.f = f;
    this.self = self;
    this.given = given;
    this.bound = bound;
    this.made = undefined;
  }

  get #entry(): PlainEntry {
    const { f, self, given, bound } = this;
    this.made ??= new PlainEntry(boundBody(f, self, given, bound), undefined, false, false);
    return this.made;
  }

  get plain(): PlainBody {
    return this.#entry.plain;
  }

  get run(): Callable {
    return this.#entry.run;
  }

  get body(): Body {
    return this.#entry.body;
  }

  get isLasting(): boolean {
    return false;
  }

  get isOnly(): boolean {
    return false;
  }

  get arrow(): undefined {
    return undefined;
  }
}

function boundBody(f: Callable, self: unknown, given: unknown[] | undefined, bound: Callable): PlainBody {
  return (depth, _self, ...more) => {
    const body = bodyOf(f);
    if (body === undefined) return apply(bound, undefined, more);
    return callPlain(body, depth, self, given === undefined ? more : joined(given, more));
  };
}

/** Stands before `.bind(…)` for a preemptable function whose `bind` is the language's own. */
class Binding {
  readonly f: Callable;
  readonly isForAnyCall: boolean;

  constructor(f: Callable, isForAnyCall: boolean) {
    this.f = f;
    this.isForAnyCall = isForAnyCall;
  }

  bind(self: unknown, ...given: unknown[]): Callable {
    const { f } = this;
    if (!this.isForAnyCall) return boundAwaited(f, self, given);
    if (given.length > 0) {
      const bound = bindWith(f, self, given);
      entries.putFirst(bound, new BoundEntry(f, self, given, bound));
      return bound;
    }
    const bound = bindOne(f, self);
    entries.putFirst(bound, new BoundEntry(f, self, undefined, bound));
    return bound;
  }
}

function bindWith(f: Callable, self: unknown, given: unknown[]): Callable {
  return apply(bind as Callable, f, joined(privateList([self]), given) as unknown[]) as Callable;
}

/** An async function is preempted where it is awaited. */
function boundAwaited(f: Callable, self: unknown, given: unknown[]): Callable {
  const bound = bindWith(f, self, given);
  const awaited: Callable = (...more) => {
    const run = runOf(f);
    return run === undefined ? apply(bound, undefined, more) : apply(run, self, joined(given, more) as unknown[]);
  };
  attachAsyncEntry(bound, awaitedEntry(awaited, undefined, false));
  return bound;
}

/** Stands before `.bind(…)` where that is another method, which has been read already. */
class OwnBinding {
  readonly bind: Callable;

  constructor(object: unknown, method: unknown, text: string) {
    this.bind =
      typeof method === "function"
        ? (...args) => apply(method as Callable, object, args)
        : (notCallable(text) as Callable);
  }
}

/**
 * What stands before `.bind(…)` in the place of `f`.
 *
 * @param known What the place remembers
 * @param text How an engine names the callee in an error message; undefined where somebody else asks for it, who is to find the
 *   method that `f` has
 */
export function bindable(f: unknown, known: Site, text?: string): unknown {
  return f === known.plain ? f : asked(f, known, text);
}

/** Apart, so that engines find the rest short enough to put it into constructors. */
function asked(f: unknown, known: Site, text: string | undefined): unknown {
  if (typeof f !== "function") {
    return text === undefined || f === null ? f : new OwnBinding(f, (f as { bind: unknown }).bind, text);
  }
  const isForAnyCall = f === known.f || isAttached(f as Callable);
  const isMarked = isForAnyCall || asyncEntries.of(f) !== undefined;
  borrow(known);
  if (isForAnyCall) known.f = f;
  if (!isMarked) {
    known.plain = f;
    return f;
  }
  const method: unknown = f.bind;
  return method === bind ? new Binding(f as Callable, isForAnyCall) : new OwnBinding(f, method, text ?? "bind");
}
