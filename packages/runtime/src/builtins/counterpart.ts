/**
 * How a built-in gets a resumable body: a run entry on the real function, as on any preemptable function, so that the
 * guarded call that emitted code makes of an unknown callee finds it.
 *
 * A counterpart steps in only where it can be of use; elsewhere the built-in itself is called. Nothing is stamped
 * until emitted code calls the `use…` function, and what is not called leaves no trace in a bundle.
 */

import type { PlainBody } from "@preempt/abi";
import type { Entry } from "../protocol/entry.ts";
import { callEntryOf } from "../protocol/plain-entry.ts";
import { of, run } from "../protocol/protocol.ts";
import { attachEntry, isAttached } from "../protocol/protocol-builtins.ts";
import { withSelf } from "../protocol/protocol-plain.ts";
import type { Body, Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";

const { apply } = Reflect;
const { state } = realm;

/** Whether a call is worth the resumable body, which is exact for every call that passes. */
export type Applies = (self: unknown, args: readonly unknown[]) => boolean;

/** Makes the function that stamps `native` with `body`. Does nothing where an engine has no such built-in. */
export function counterpart(native: unknown, body: Body, applies: Applies): () => void {
  if (typeof native !== "function") return () => {};
  const entry = entryFor(native as Callable, body, applies);
  return () => attachEntry(native as Callable, entry);
}

/** What is written down on `native`. */
export function entryFor(native: Callable, body: Body, applies: Applies): Entry {
  return {
    run: function (this: unknown, ...args) {
      return applies(this, args) ? run(apply(body, this, args)) : apply(native, this, args);
    },
    body: function (this: unknown, ...args) {
      return applies(this, args) ? apply(body, this, args) : plainFrame(native, this, args);
    },
    plain: undefined,
    isLasting: false,
    arrow: undefined,
    isOnly: false,
  };
}

function* plainFrame(native: Callable, self: unknown, args: unknown[]): Generator<unknown, unknown, unknown> {
  return apply(native, self, args);
}

/** Whether calls of `callback` can be preempted. */
export function isPreemptable(callback: unknown): boolean {
  return typeof callback === "function" && isAttached(callback as Callable);
}

/** What to call in place of `callback`, which is known to be a function. */
export function invoked(callback: unknown): Callable {
  return of(callback, "callback");
}

/**
 * The same as a plain body, which is called with its depth and without a list of its arguments: for callbacks that do little and are
 * called often, with two arguments and no `this`.
 */
export function invokedBody(callback: unknown): PlainBody {
  const f = callback as (x: unknown, y: unknown) => unknown;
  const found = callEntryOf(f as Callable);
  // As in `of`.
  if (found === undefined || (state.exact && !found.isOnly)) return (_depth, _self, x, y) => f(x, y);
  return found.plain ?? withSelf(found.run);
}

/** The receiver is no reason to throw, and the first argument is a preemptable function. */
export const onObject: Applies = (self, args) => self !== undefined && self !== null && isPreemptable(args[0]);
