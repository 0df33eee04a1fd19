/**
 * `f.call(…)`, `f.apply(…)`, `Reflect.apply(f, …)` and `f.bind(…)`: a preemptable `f` is preempted in them as in a direct call.
 *
 * These built-ins do nothing behind the call of `f` but return its value. So their counterparts have no frame: when `f` is suspended
 * they return the signal, and when it ends its value goes to the caller of `f.call`, as a tail call's does.
 */

import type { PlainBody } from "@preempt/abi";
import { generatorWeight } from "@preempt/abi";
import { callPlain, listOf, startPlain } from "../protocol/call-plain.ts";
import type { Entry } from "../protocol/entry.ts";
import { callEntryOf } from "../protocol/plain-entry.ts";
import { entryOf } from "../protocol/protocol.ts";
import { attachAsyncEntry, attachEntry } from "../protocol/protocol-builtins.ts";
import { withSelf } from "../protocol/protocol-plain.ts";
import { apply, type Callable, privateList } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";

const { state } = realm;

/** What a call of a built-in comes to: another function, with a `this` and arguments. */
interface Redirected {
  readonly f: Callable;
  readonly self: unknown;
  readonly args: ArrayLike<unknown>;
  /** Where in `args` its arguments begin. */
  readonly first: number;
}

type Redirect = (self: unknown, args: readonly unknown[]) => Redirected | undefined;

const ofCall: Redirect = (self, args) => ({ f: self as Callable, self: args[0], args, first: 1 });
const ofApply: Redirect = (self, args) => ({ f: self as Callable, self: args[0], args: listOf(args[1]), first: 0 });
const ofReflect: Redirect = (_, args) => ({
  f: args[0] as Callable,
  self: args[1],
  // Without a list the engine's own says what is wrong.
  args:
    args[2] === undefined || args[2] === null
      ? (apply(reflectApply, undefined, args as never) as never)
      : listOf(args[2]),
  first: 0,
});

/** What a direct call of `f` would call; undefined where that is `f` itself. */
function bodyOf(f: unknown): PlainBody | undefined {
  if (typeof f !== "function") return undefined;
  const found = callEntryOf(f as Callable);
  if (found === undefined) return undefined;
  if (found.plain !== undefined) return found.plain;
  return state.exact && !found.isOnly ? undefined : withSelf(found.run);
}

/** The same for `await f.call(…)`: async functions count, too. */
function runOf(f: unknown): Callable | undefined {
  return typeof f !== "function" || state.exact ? undefined : entryOf(f as Callable)?.run;
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
    const to = redirect(self, args) as Redirected;
    return callPlain(body, depth, to.self, to.args, to.first);
  };
  const entry = entryWith(plain);
  const awaited: Entry = {
    ...entry,
    run: function (this: unknown, ...args) {
      const run = runOf(calleeOf(this, args));
      if (run === undefined) return apply(native, this, args);
      const to = redirect(this, args) as Redirected;
      return callPlain((_depth, self, ...rest) => apply(run, self, rest), 0, to.self, to.args, to.first);
    },
  };
  return () => {
    attachEntry(native, entry);
    attachAsyncEntry(native, awaited);
  };
}

function entryWith(plain: PlainBody): Entry {
  return {
    plain,
    run: function (this: unknown, ...args) {
      return callPlain(plain, state.depth + generatorWeight, this, args);
    },
    body: function (this: unknown, ...args) {
      return startPlain(plain, this, args);
    },
    isLasting: true,
    arrow: undefined,
    isOnly: false,
  };
}

const { apply: reflectApply } = Reflect;
const {
  call,
  apply: functionApply,
  bind,
} = Function.prototype as unknown as Record<"call" | "apply" | "bind", Callable>;

const itself = (self: unknown) => self;
const stampCall = redirecting(call, itself, ofCall);
const stampApply = redirecting(functionApply, itself, ofApply);
const stampReflect = redirecting(reflectApply as Callable, (_, args) => args[0], ofReflect);

export function useCall(): void {
  stampCall();
  stampApply();
  stampReflect();
}

/** `f.bind(…)` in preemptable code gives a function that is preemptable where `f` is. */
const binding: PlainBody = (_depth, self, ...args) => {
  const bound = apply(bind, self, args) as Callable;
  const isAny = callEntryOf(self as Callable) !== undefined;
  const run = runOf(self);
  if (!isAny && run === undefined) return bound;
  const all = (more: readonly unknown[]) => {
    const list = privateList<unknown>([]);
    for (let i = 1; i < args.length; i++) list[list.length] = args[i];
    for (let i = 0; i < more.length; i++) list[list.length] = more[i];
    return list;
  };
  const plain: PlainBody = (depth, _self, ...more) => {
    const body = bodyOf(self);
    return body === undefined ? apply(bound, undefined, more) : callPlain(body, depth, args[0], all(more));
  };
  const entry = { ...entryWith(plain), isLasting: false };
  if (isAny) attachEntry(bound, entry);
  else {
    attachAsyncEntry(bound, {
      ...entry,
      run: (...more) => {
        const now = runOf(self);
        return now === undefined ? apply(bound, undefined, more) : apply(now, args[0], all(more));
      },
    });
  }
  return bound;
};
const bindEntry = /* @__PURE__ */ entryWith(binding);

export function useBind(): void {
  attachEntry(bind, bindEntry);
}
