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
import { Settled } from "./settled.ts";

const { apply } = Reflect;

/** Functions that any call may run preemptably. */
const entries = createStamp();
/** Annotated async functions, which only an awaited call may run so. */
const asyncEntries = createStamp();

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
    state.captured[state.captured.length] = frame;
    return signal;
  }

  function entry(body: Body): Entry {
    return {
      run: function (this: unknown, ...args) {
        return run(apply(body, this, args));
      },
      body,
      arrow: undefined,
    };
  }

  function arrowEntry(body: Body, self: unknown): Entry {
    return { run: (...args) => run(apply(body, self, args)), body, arrow: { self } };
  }

  /** Makes `f` preemptable: `body` is its resumable body. Returns `f`. */
  function attach<F extends Callable>(f: F, body: Body): F {
    entries.put(f, entry(body));
    return f;
  }

  /** As {@link attach} for an arrow function, whose `this` is the one around it. */
  function attachArrow<F extends Callable>(f: F, body: Body, self?: unknown): F {
    entries.put(f, arrowEntry(body, self));
    return f;
  }

  function attachAsync<F extends Callable>(f: F, body: Body): F {
    asyncEntries.put(f, entry(body));
    return f;
  }

  function attachAsyncArrow<F extends Callable>(f: F, body: Body, self?: unknown): F {
    asyncEntries.put(f, arrowEntry(body, self));
    return f;
  }

  /**
   * Makes the class method `target[key]` preemptable. Its body was defined beside it under `bodyKey` (so that
   * `super` and private names mean the same in both) and is taken out again before anyone can see it.
   */
  function attachMethod(target: object, key: PropertyKey, bodyKey: symbol, isAsync: boolean): void {
    const f = Object.getOwnPropertyDescriptor(target, key)?.value as Callable;
    const body = Object.getOwnPropertyDescriptor(target, bodyKey)?.value as Body;
    delete (target as Record<symbol, unknown>)[bodyKey];
    (isAsync ? attachAsync : attach)(f, body);
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
    return state.exact ? (f as Callable) : (entries.of(f)?.run ?? (f as Callable));
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

  /** Resumes `activation` with `budget` preemption points to pass, whatever is going on around it. */
  function resume(activation: Activation, budget: number): Outcome {
    const outer = state.budget;
    const { exact } = state;
    state.budget = budget;
    state.exact = false;
    try {
      return activation.resume();
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
        state.budget = unlimited;
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
    attachMethod,
    attachEntry,
    isAttached,
    wait,
    settle,
    awaited,
    awaitedTail,
    delegate,
    iterateAsync,
    entryOf,
    activate,
    resume,
    resumeExact,
    enter,
    enterAsync,
  };
}

/** As many preemption points as a small integer can count. */
const unlimited = 2 ** 30 - 1;

function* plainFrame(f: Callable, self: unknown, args: unknown[]): Generator<unknown, unknown, unknown> {
  return apply(f, self, args);
}

function notCallable(text: string): Callable {
  return () => {
    throw new TypeError(`${text} is not a function`);
  };
}
