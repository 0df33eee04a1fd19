/**
 * Run or capture: how annotated functions call each other.
 *
 *   caller                          callee
 *   t = run(callee$(x))  ── next ─▶ …budget left:   returns          ─▶ t is the value
 *                                   …budget used up: yields          ─▶ run saves the frame, t is the signal
 *   t === signal ? yield : t        so the caller yields in turn, up to the scheduler
 *
 * The scheduler later resumes the innermost frame only; each frame's value goes to the next one out
 * (`next(value)`), its error likewise (`throw(error)`). See activation.ts.
 *
 * A function's run entry is stamped on it as a private field: invisible to reflection, not inherited, not
 * copied with the function's properties, and no trap of a proxy sees the question.
 */
import { Activation, type Outcome } from "./activation.ts";
import { disposeAsync } from "./async-disposal.ts";
import { createStamp, type Entry } from "./entry.ts";
import type { Frame, RealmState } from "./frame.ts";
import {
  type Body,
  type Callable,
  call,
  generatorNext,
  isGenerator,
  isGeneratorFunction,
  privateList,
} from "./intrinsics.ts";
import { iterateAsync } from "./iterate-async.ts";
import { bodyKey, propertyKey } from "./property-key.ts";
import { Settled } from "./settled.ts";
import { superReference } from "./super-reference.ts";

const { apply, deleteProperty } = Reflect;
const { getOwnPropertyDescriptor } = Object;

/** Functions that any call may run preemptably. */
const entries = createStamp<Entry>();
/** Annotated async functions, which only an awaited call may run so. */
const asyncEntries = createStamp<Entry>();

/** The functions that `arguments.callee` shows in place of their resumable bodies. */
const owners = createStamp<Callable>();

export type Protocol = ReturnType<typeof createProtocol>;

/** Makes the protocol's functions around a state of their own. Called once per realm, by realm.ts. */
export function createProtocol() {
  const signal = Object.freeze({ preempt: "captured" });
  const nothing = Object.freeze({ preempt: "not waiting" });
  const state: RealmState = { budget: 0, captured: privateList(), awaiting: nothing, exact: false };

  /** Runs a fresh frame: its value, or the signal after saving the frame. */
  function run(frame: Frame): unknown {
    const step = generatorNext(frame);
    if (step.done) return step.value;
    // No call here: at the end of the stack it would throw, with the frames below already saved.
    state.captured[state.captured.length] = frame;
    return signal;
  }

  function entry(body: Body, isOnly: boolean): Entry {
    return {
      run: function (this: unknown, ...args) {
        return run(apply(body, this, args));
      },
      body,
      arrow: undefined,
      isOnly,
    };
  }

  function arrowEntry(body: Body, self: unknown, isOnly: boolean): Entry {
    return { run: (...args) => run(apply(body, self, args)), body, arrow: { self }, isOnly };
  }

  /**
   * Makes `f` preemptable: `body` is its resumable body. Returns `f`.
   *
   * @param isOnly Whether `f` itself does nothing but drive `body`.
   */
  function attach<F extends Callable>(f: F, body: Body, isOnly = false): F {
    entries.put(f, entry(body, isOnly));
    return f;
  }

  /** As {@link attach} for an arrow function, whose `this` is the one around it. */
  function attachArrow<F extends Callable>(f: F, body: Body, self?: unknown, isOnly = false): F {
    entries.put(f, arrowEntry(body, self, isOnly));
    return f;
  }

  function attachAsync<F extends Callable>(f: F, body: Body, isOnly = false): F {
    asyncEntries.put(f, entry(body, isOnly));
    return f;
  }

  function attachAsyncArrow<F extends Callable>(f: F, body: Body, self?: unknown, isOnly = false): F {
    asyncEntries.put(f, arrowEntry(body, self, isOnly));
    return f;
  }

  /** As {@link attach} for a sloppy function whose `arguments` object tells which function it is of. */
  function attachOwner<F extends Callable>(f: F, body: Body, isOnly = false): F {
    owners.put(body, f);
    return attach(f, body, isOnly);
  }

  function attachAsyncOwner<F extends Callable>(f: F, body: Body, isOnly = false): F {
    owners.put(body, f);
    return attachAsync(f, body, isOnly);
  }

  /** Makes `args`, the arguments object of a resumable body, that of the function itself. */
  function own(args: { callee?: unknown }, body: Body): void {
    const callee = getOwnPropertyDescriptor(args, "callee");
    if (callee?.writable) args.callee = owners.of(body);
  }

  /**
   * Makes the method `target[key]` preemptable. Its body was defined beside it under `bodyKey` (so that `super` means
   * the same in both) and is taken out again before anyone can see it.
   *
   * @param key Undefined if another member has taken the method's place.
   */
  function attachMethod(target: object, key: PropertyKey | undefined, bodyKey: symbol, isAsync: boolean): void {
    const body = getOwnPropertyDescriptor(target, bodyKey)?.value as Body;
    deleteProperty(target, bodyKey);
    if (key === undefined) return;
    const f = getOwnPropertyDescriptor(target, key)?.value as Callable;
    (isAsync ? attachAsync : attach)(f, body);
  }

  /** As {@link attachMethod} for a method of an object literal. Returns the object. */
  function attachOwn<O extends object>(object: O, key: PropertyKey, bodyKey: symbol, isAsync: boolean): O {
    attachMethod(object, key, bodyKey, isAsync);
    return object;
  }

  /** Makes the built-in `f` preemptable, whose entry builtins/counterpart.ts made. */
  function attachEntry(f: Callable, made: Entry): void {
    entries.put(f, made);
  }

  /** Whether any call of `f` may be preempted. */
  function isAttached(f: Callable): boolean {
    return entries.of(f) !== undefined;
  }

  /** What to call in place of `f`: its run entry when it is preemptable, else `f` itself. */
  function of(f: unknown, text: string): Callable {
    if (typeof f !== "function") return notCallable(text);
    const found = entries.of(f);
    // Where the original does nothing but drive the body, the body is the original.
    return found === undefined || (state.exact && !found.isOnly) ? (f as Callable) : found.run;
  }

  /** What to call in place of `f` in `await f()`. */
  function ofAwaited(f: unknown, text: string): Callable {
    if (typeof f !== "function") return notCallable(text);
    if (state.exact) return f as Callable;
    return entryOf(f as Callable)?.run ?? (f as Callable);
  }

  /** Announces the value that the frame which yields next is waiting for. */
  function wait(value: unknown): void {
    state.awaiting = value;
  }

  /** A result of an annotated async function, on its way to whoever awaits it. */
  function settle(value?: unknown): Settled {
    return new Settled(value);
  }

  /**
   * Completes `await call()`: the result of an annotated async function is passed on without a promise unless it
   * is a thenable itself; anything else is awaited (the signal says so).
   */
  function awaited(value: unknown): unknown {
    if (!Settled.is(value)) {
      state.awaiting = value;
      return signal;
    }
    const result = value.value;
    if ((typeof result !== "object" || result === null) && typeof result !== "function") return result;
    // Resolving a promise asks for `then` exactly once; so do we, and a getter that throws rejects the await.
    const then: unknown = (result as { then?: unknown }).then;
    if (typeof then !== "function") return result;
    state.awaiting = new Promise((resolve, reject) => {
      Promise.resolve()
        .then(() => apply(then as Callable, result, [resolve, reject]))
        .catch(reject);
    });
    return signal;
  }

  /** Completes `return call()` in an async function: awaited, except where the original's promise is passed on. */
  function awaitedTail(value: unknown): unknown {
    return state.exact ? value : awaited(value);
  }

  /** The entry of `f` for a caller that can wait for it. */
  function entryOf(f: Callable): Entry | undefined {
    return asyncEntries.of(f) ?? entries.of(f);
  }

  /** The paper's strategy: what to delegate to with `yield*`, for preemptable and plain callees alike. */
  function* delegate(f: unknown, self: unknown, args: unknown[], text: string): Generator<unknown, unknown, unknown> {
    if (typeof f !== "function") return notCallable(text)();
    const found = state.exact ? undefined : entries.of(f);
    if (found === undefined) return apply(f as Callable, self, args);
    return yield* apply(found.body, found.arrow ? found.arrow.self : self, args) as unknown as Iterable<unknown>;
  }

  /**
   * An activation of `f`: preemptable where `f` is, or a generator function (each `yield` is a preemption point);
   * anything else runs to completion when it is first resumed.
   *
   * @throws what the parameter initialisers of `f` throw
   */
  function activate(f: Callable, self: unknown, args: unknown[]): Activation {
    const found = entryOf(f);
    if (found !== undefined) return begin(found.body, found.arrow ? found.arrow.self : self, args);
    const generator = isGeneratorFunction(f) ? apply(f, self, args) : undefined;
    return new Activation(state, nothing, [isGenerator(generator) ? generator : plainFrame(f, self, args)]);
  }

  function begin(body: Body, self: unknown, args: ArrayLike<unknown>): Activation {
    return new Activation(state, nothing, [apply(body, self, args)]);
  }

  /**
   * Resumes `activation` with `budget` preemption points to pass, whatever is going on around it.
   *
   * Long budgets are passed in stretches: between them the frames move from the engine's stack to the heap, so that
   * recursion gets as deep under every budget.
   */
  function resume(activation: Activation, budget: number): Outcome {
    const outer = state.budget;
    const { exact } = state;
    state.exact = false;
    try {
      for (let left = budget; ; left -= stretch + 1) {
        state.budget = left > stretch ? stretch : left;
        const outcome = activation.resume();
        // A generator of the user's own yields whatever the budget.
        if (outcome !== "preempted" || left <= stretch || state.budget >= 0) return outcome;
      }
    } finally {
      state.budget = outer;
      state.exact = exact;
    }
  }

  /** Resumes an activation that un-annotated code called: no preemption, and the original's promises. */
  function resumeExact(activation: Activation): Outcome {
    const outer = state.budget;
    const { exact } = state;
    state.exact = true;
    try {
      for (;;) {
        state.budget = stretch;
        const outcome = activation.resume();
        if (outcome !== "preempted") return outcome;
      }
    } finally {
      state.budget = outer;
      state.exact = exact;
    }
  }

  /** The entry of a function that is emitted once, as `body`: runs it to completion for an un-annotated caller. */
  function enter(body: Body, self: unknown, args: ArrayLike<unknown>): unknown {
    const activation = begin(body, self, args);
    resumeExact(activation);
    return activation.value;
  }

  /**
   * The same for an async function, which awaits on its own so that each of its awaits costs what it did:
   * `const a = enterAsync(…); while (resumeExact(a) !== "done") try { a.value = await a.awaiting } catch (e) { a.fail(e) } return a.value`
   */
  function enterAsync(body: Body, self: unknown, args: ArrayLike<unknown>): Activation {
    return begin(body, self, args);
  }

  return {
    state,
    signal,
    nothing,
    run,
    call,
    of,
    ofAwaited,
    attach,
    attachArrow,
    attachAsync,
    attachAsyncArrow,
    attachOwner,
    attachAsyncOwner,
    attachMethod,
    attachOwn,
    bodyKey,
    propertyKey,
    own,
    superReference,
    attachEntry,
    isAttached,
    wait,
    settle,
    awaited,
    awaitedTail,
    delegate,
    iterateAsync,
    disposeAsync,
    entryOf,
    activate,
    resume,
    resumeExact,
    enter,
    enterAsync,
  };
}

/** Preemption points, and so annotated calls, that an engine's stack surely holds; few enough captures to be free. */
const stretch = 1000;

function* plainFrame(f: Callable, self: unknown, args: unknown[]): Generator<unknown, unknown, unknown> {
  return apply(f, self, args);
}

function notCallable(text: string): Callable {
  return () => {
    throw new TypeError(`${text} is not a function`);
  };
}
