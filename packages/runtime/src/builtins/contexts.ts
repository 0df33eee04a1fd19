/**
 * Functions of Node that run a function in another asynchronous context: `run` and `exit` of AsyncLocalStorage, and
 * `runInAsyncScope` of AsyncResource. The built-in itself runs the function until that is suspended. Then nobody else may see its
 * stores, and it goes on with them:
 *
 *   als.run(1, f)      the built-in enters the context, and calls f
 *     f is suspended   its context is kept with the activation; the built-in leaves it
 *     f goes on        within what was kept, which is kept anew each time it is suspended
 *     f ends           the caller of `run` goes on with the stores that it had
 *
 * Nothing is imported from Node: browsers load the same files, and have none of this.
 */

import type { Context } from "../hosts/host.ts";
import { entryOf } from "../protocol/protocol.ts";
import { ofAwaited } from "../protocol/protocol-async.ts";
import { attachAsyncEntry } from "../protocol/protocol-builtins.ts";
import { asyncContext, asyncHooks } from "../realm/async-context.ts";
import { apply, type Body, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import type { InContext } from "../realm/state.ts";
import { type Applies, counterpart, entryFor, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
const { is } = Object;

/** What is to be done where the function has ended that was suspended; returns whether the context changes then, by one more suspension. */
type Leaving = () => boolean;

/** A built-in function that enters a context. */
interface Entering {
  readonly native: unknown;
  /** Which argument is the function. */
  readonly at: number;
  /** Called before the built-in is. */
  readonly leaving: (self: unknown, args: readonly unknown[]) => Leaving;
}

function bodyFor(
  native: Callable,
  { at, leaving }: Entering,
  capture: () => Context,
  ask: (f: unknown) => Callable,
): Body {
  return function* (...args): Generator<unknown, unknown, unknown> {
    const leave = leaving(this, args);
    const invoke = ask(args[at]);
    args[at] = function (this: unknown, ...given: unknown[]) {
      const value = apply(invoke, this, given);
      // Of several contexts, one within the other, the innermost is left first.
      if (value === signal) state.context ??= capture();
      return value;
    };
    let value = apply(native, this, args);
    if (value !== signal) return value;
    try {
      value = yield;
    } finally {
      if (leave()) yield;
    }
    return value;
  };
}

function resumeWithin(capture: () => Context) {
  return (activation: InContext, floor: number) => {
    const enter = activation.context as Context;
    return enter(() => {
      const outcome = activation.runHere(floor);
      // What it entered meanwhile is there again when it goes on, unless it goes on elsewhere.
      if (activation.context === enter) activation.context = capture();
      return outcome;
    });
  };
}

interface Storage {
  getStore(): unknown;
  enterWith(store: unknown): void;
  readonly run?: unknown;
  readonly exit?: unknown;
}

/** The storage itself puts back the store that it had, and no other storage's. */
function putBack({ getStore, enterWith }: Storage): Entering["leaving"] {
  return (self, args) => {
    const store = apply(getStore, self, []);
    // It enters nothing where the store is the same, nor leaves anything.
    if (is(store, args.length > 1 ? args[0] : undefined)) return () => false;
    return () => {
      apply(enterWith as Callable, self, [store]);
      return false;
    };
  };
}

/** Everything becomes what it was. */
function goBack(capture: () => Context): Entering["leaving"] {
  return () => {
    const outer = capture();
    return () => {
      state.context = outer;
      return true;
    };
  };
}

function stampOf(entering: Entering, capture: () => Context): () => void {
  const { native, at } = entering;
  if (typeof native !== "function") return () => {};
  const f = native as Callable;
  const stamp = counterpart(f, bodyFor(f, entering, capture, invoked), (_self, args) => isPreemptable(args[at]));
  const awaited = bodyFor(f, entering, capture, (callback) => ofAwaited(callback, "callback"));
  const isWorth: Applies = (_self, args) =>
    typeof args[at] === "function" && entryOf(args[at] as Callable) !== undefined;
  const made = entryFor(f, awaited, isWorth);
  return () => {
    stamp();
    attachAsyncEntry(f, made);
  };
}

function create(): () => void {
  const hooks = asyncHooks();
  const storage = hooks?.AsyncLocalStorage?.prototype as Storage | undefined;
  const resource = hooks?.AsyncResource?.prototype as { readonly runInAsyncScope?: unknown } | undefined;
  const capture = asyncContext;
  if (storage === undefined || resource === undefined || capture === undefined) return () => {};
  const leaving = putBack(storage);
  const stamps = [
    stampOf({ native: storage.run, at: 1, leaving }, capture),
    stampOf({ native: storage.exit, at: 0, leaving: (self) => leaving(self, []) }, capture),
    stampOf({ native: resource.runInAsyncScope, at: 0, leaving: goBack(capture) }, capture),
  ];
  return () => {
    state.within ??= resumeWithin(capture);
    for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
  };
}

let stamp: (() => void) | undefined;

export function useContexts(): void {
  stamp ??= create();
  stamp();
}
