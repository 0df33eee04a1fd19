/**
 * `f.call(…)`, `f.apply(…)` and `Reflect.apply(f, …)`: a preemptable `f` is preempted in them as in a direct call.
 *
 * These built-ins do nothing behind the call of `f` but return its value. So their counterparts have no frame: when `f` is suspended
 * they return the signal, and when it ends its value goes to the caller of `f.call`, as a tail call's does.
 */

import type { PlainBody } from "@preempt/abi";
import { functionApply, functionCall } from "../protocol/call.ts";
import { callPlain, listFrom, listOf } from "../protocol/call-plain.ts";
import { attachAsyncEntry } from "../protocol/protocol-builtins.ts";
import { attachPlain, bodyOf } from "../protocol/protocol-plain.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { awaitedEntry, runOf } from "./awaited.ts";

/** With which `this` and arguments a built-in calls the function, by the arguments that it is given itself. */
type Redirect = (...args: unknown[]) => { readonly self: unknown; readonly args: unknown[] };

const ofCall: Redirect = (self, ...args) => ({ self, args });
const ofApply: Redirect = (self, list) => ({ self, args: listOf(list) });
const ofReflect: Redirect = (_f, self, list) => ({ self, args: listFrom(list) });

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
    attachAsyncEntry(native, awaitedEntry(awaited, plain, true));
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
