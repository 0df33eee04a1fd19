/**
 * `f.call(…)`, `f.apply(…)`, `Reflect.apply(f, …)` and `f.bind(…)`: a preemptable `f` is preempted in them as in a direct call.
 *
 * These built-ins do nothing behind the call of `f` but return its value. So their counterparts have no frame: when `f` is suspended
 * they return the signal, and when it ends its value goes to the caller of `f.call`, as a tail call's does.
 */

import type { PlainBody } from "@preempt/abi";
import { functionApply, functionCall } from "../protocol/call.ts";
import { callPlain, joined, listFrom, listOf } from "../protocol/call-plain.ts";
import type { Entry } from "../protocol/entry.ts";
import { PlainEntry } from "../protocol/plain-entry.ts";
import { entryOf } from "../protocol/protocol.ts";
import { attachAsyncEntry, isAttached } from "../protocol/protocol-builtins.ts";
import { attachPlain, bodyOf } from "../protocol/protocol-plain.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";

const { state } = realm;

/** With which `this` and arguments a built-in calls the function, by the arguments that it is given itself. */
type Redirect = (...args: unknown[]) => { readonly self: unknown; readonly args: unknown[] };

const ofCall: Redirect = (self, ...args) => ({ self, args });
const ofApply: Redirect = (self, list) => ({ self, args: listOf(list) });
const ofReflect: Redirect = (_f, self, list) => ({ self, args: listFrom(list) });

/** What `await f(…)` runs preemptably; undefined where `f` is called as it stands. Async functions count, too. */
function runOf(f: unknown): Callable | undefined {
  return typeof f !== "function" || state.exact ? undefined : entryOf(f as Callable)?.run;
}

/** An entry for `await f()` alone, beside the one that `f` has for every call. */
function awaitedEntry(plain: PlainBody, run: Callable, isLasting: boolean): Entry {
  const { body } = new PlainEntry(plain, undefined, isLasting, false);
  return { run, plain, body, isLasting, arrow: undefined, isOnly: false };
}

/**
 * Stamps a built-in that calls a function.
 *
 * @param calleeOf The function that it would call
 * @param redirect Called only where that is preemptable: reading a list twice could be seen
 */
function redirecting(
  native: Callable,
  calleeOf: (self: unknown, args: readonly unknown[]) => unknown,
  redirect: Redirect,
): () => void {
  const plain: PlainBody = (depth, self, ...args) => {
    const body = bodyOf(calleeOf(self, args));
    if (body === undefined) return apply(native, self, args);
    const to = apply(redirect, undefined, args);
    return callPlain(body, depth, to.self, to.args);
  };
  const awaited = function (this: unknown, ...args: unknown[]) {
    const run = runOf(calleeOf(this, args));
    if (run === undefined) return apply(native, this, args);
    const to = apply(redirect, undefined, args);
    return apply(run, to.self, to.args);
  };
  return () => {
    attachPlain(native, plain, true);
    attachAsyncEntry(native, awaitedEntry(plain, awaited, true));
  };
}

const itself = (self: unknown) => self;
const stampCall = redirecting(functionCall, itself, ofCall);
const stampApply = redirecting(functionApply, itself, ofApply);
const stampReflect = redirecting(Reflect.apply as Callable, (_, args) => args[0], ofReflect);

export function useCall(): void {
  stampCall();
  stampApply();
  stampReflect();
}

const { bind } = Function.prototype as unknown as { bind: Callable };
const behindFirst = (_first: unknown, ...others: unknown[]) => others;

/** `f.bind(…)` in preemptable code gives a function that is preemptable where `f` is. */
const binding: PlainBody = (_depth, f, ...args) => {
  const bound = apply(bind, f, args) as Callable;
  const given: unknown[] = apply(behindFirst, undefined, args as [unknown, ...unknown[]]);
  const plain: PlainBody = (depth, _self, ...more) => {
    const body = bodyOf(f);
    return body === undefined ? apply(bound, undefined, more) : callPlain(body, depth, args[0], joined(given, more));
  };
  if (isAttached(f as Callable)) attachPlain(bound, plain);
  else if (runOf(f) !== undefined) {
    const awaited: Callable = (...more) => {
      const run = runOf(f);
      return run === undefined ? apply(bound, undefined, more) : apply(run, args[0], joined(given, more));
    };
    attachAsyncEntry(bound, awaitedEntry(plain, awaited, false));
  }
  return bound;
};

export function useBind(): void {
  attachPlain(bind, binding, true);
}
