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

import { type ActivationOutcome, usedUp } from "@preempt/abi";
import type { Context } from "../hosts/host.ts";
import { Activation } from "../protocol/activation.ts";
import { entryOf } from "../protocol/protocol.ts";
import { ofAwaited } from "../protocol/protocol-async.ts";
import { attachAsyncEntry } from "../protocol/protocol-builtins.ts";
import { asyncContext, asyncHooks } from "../realm/async-context.ts";
import { apply, type Body, type Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { type Applies, counterpart, entryFor, invoked, isPreemptable } from "./counterpart.ts";

const { signal, state } = realm;
type Outcome = ActivationOutcome | undefined;
const { is } = Object;

/** An activation with a context of its own, in which it goes on. */
interface InContext extends Activation {
  context?: Context | undefined;
}

/** The context in which the frames go on that are being saved, if that is not the one of whoever resumes them. */
let pending: Context | undefined;
/** What was left of the budget then. */
let left = 0;

/** What is suspended here goes on in `context`. */
function goOnIn(context: Context): void {
  // Of several contexts, one within the other, the innermost is left first.
  if (pending !== undefined) return;
  pending = context;
  left = state.budget;
  // An activation that is only moved to the heap would go on at once, in the context around.
  if (left >= 0) state.budget = usedUp;
}

/** Has activations resumed in their contexts. Those of a program that enters none have no code for that. */
function resumeInContexts(capture: () => Context): void {
  const { runDownTo } = Activation.prototype;
  const runIn = (activation: InContext, enter: Context, floor: number) =>
    enter(() => {
      const outcome = apply(runDownTo as Callable, activation, [floor]) as Outcome;
      // What it entered meanwhile is there again when it goes on.
      if (outcome !== "done") activation.context = capture();
      return outcome;
    });
  const takePending = (activation: InContext) => {
    if (pending === undefined) return false;
    activation.context = pending;
    pending = undefined;
    return true;
  };
  Activation.prototype.runDownTo = function (this: InContext, floor) {
    takePending(this);
    for (;;) {
      const { context } = this;
      const outcome =
        context === undefined ? (apply(runDownTo as Callable, this, [floor]) as Outcome) : runIn(this, context, floor);
      if (!takePending(this) || outcome !== "preempted" || state.budget !== usedUp || left < 0) return outcome;
      state.budget = left;
    }
  };
}

/** What is to be done where the function has ended that was suspended. Returns whether it is to be suspended once more. */
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
      if (value === signal) goOnIn(capture());
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
      goOnIn(outer);
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
  resumeInContexts(capture);
  return () => {
    for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
  };
}

let stamp: (() => void) | undefined;

export function useContexts(): void {
  stamp ??= create();
  stamp();
}
