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

import { type ActivationOutcome, depthLimit, type GeneratorFrame, generatorWeight, takenAway } from "@preempt/abi";
import {
  apply,
  type Body,
  type Callable,
  generatorNext,
  isGenerator,
  isGeneratorFunction,
} from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { Activation } from "./activation.ts";
import type { Entry } from "./entry.ts";
import { callEntryOf } from "./plain-entry.ts";

const { state, signal, entries, asyncEntries } = realm;

/**
 * Runs a fresh frame: its value, or the signal after saving the frame. What an error leaves in `state.depth` is too much, which
 * does no harm: the frames move to the heap once too often.
 *
 * @param depth That of the caller, where that is a plain body
 */
export function run(frame: GeneratorFrame, depth?: number): unknown {
  const outer = state.depth;
  const own = (depth ?? outer) + generatorWeight;
  // The lock of the exclusive unit that the function is in, if it is in one.
  let mark: object | undefined;
  if (own > depthLimit) state.isDeep = true;
  else {
    state.depth = own;
    const step = generatorNext(frame);
    state.depth = outer;
    if (step.done) return step.value;
    mark = step.value as object | undefined;
  }
  // No call here: at the end of the stack it would throw, with the frames below already saved.
  state.captured = [frame, undefined, 0, state.captured, mark];
  return signal;
}

export function entry(body: Body, isOnly: boolean): Entry {
  return {
    run: function (this: unknown, ...args) {
      return run(apply(body, this, args));
    },
    plain: undefined,
    isLasting: false,
    body,
    arrow: undefined,
    isOnly,
  };
}

export function arrowEntry(body: Body, self: unknown, isOnly: boolean): Entry {
  return {
    run: (...args) => run(apply(body, self, args)),
    plain: undefined,
    isLasting: false,
    body,
    arrow: { self },
    isOnly,
  };
}

/**
 * Makes `f` preemptable: `body` is its resumable body. Returns `f`.
 *
 * @param isOnly Whether `f` itself does nothing but drive `body`.
 */
export function attach<F extends Callable>(f: F, body: Body, isOnly = false): F {
  entries.put(f, entry(body, isOnly));
  return f;
}

/** As {@link attach} for an arrow function, whose `this` is the one around it. */
export function attachArrow<F extends Callable>(f: F, body: Body, self?: unknown, isOnly = false): F {
  entries.putFirst(f, arrowEntry(body, self, isOnly));
  return f;
}

/** What to call in place of `f`: its run entry when it is preemptable, else `f` itself. */
export function of(f: unknown, text: string): Callable {
  if (typeof f !== "function") return notCallable(text);
  const found = callEntryOf(f as Callable);
  // Where the original does nothing but drive the body, the body is the original.
  return found === undefined || (state.exact && !found.isOnly) ? (f as Callable) : found.run;
}

/** Announces the value that the frame which yields next is waiting for. The signal: it waits for what was captured. */
export function wait(value: unknown): void {
  if (value !== signal) state.awaiting = value;
}

/** The entry of `f` for a caller that can wait for it. */
export function entryOf(f: Callable): Entry | undefined {
  return asyncEntries.of(f) ?? callEntryOf(f);
}

/**
 * An activation of `f`: preemptable where `f` is, or a generator function (each `yield` is a preemption point);
 * anything else runs to completion when it is first resumed.
 *
 * @throws what the parameter initialisers of `f` throw
 */
export function activate(f: Callable, self: unknown, args: unknown[]): Activation {
  const found = entryOf(f);
  if (found !== undefined) return begin(found.job ?? found.body, found.arrow ? found.arrow.self : self, args);
  const generator = isGeneratorFunction(f) ? apply(f, self, args) : undefined;
  return new Activation([isGenerator(generator) ? generator : plainFrame(f, self, args)]);
}

export function begin(body: Body, self: unknown, args: ArrayLike<unknown>): Activation {
  return new Activation([apply(body, self, args)]);
}

/** Takes what is left of the budget away: the running function is suspended at its next preemption point. */
export function endBudget(): void {
  state.budget = Math.min(state.budget, takenAway);
}

/** Resumes `activation` with `budget` preemption points to pass, whatever is going on around it. */
export function resume(activation: Activation, budget: number): ActivationOutcome {
  const outer = state.budget;
  const { exact, depth } = state;
  state.exact = false;
  state.budget = budget;
  let hasEnded = true;
  try {
    const outcome = activation.resume();
    hasEnded = outcome === "done";
    return outcome;
  } finally {
    if (hasEnded) state.forget?.();
    state.budget = outer;
    state.depth = depth;
    state.exact = exact;
  }
}

/** The frame of a function that nobody made preemptable. */
export function* plainFrame(f: Callable, self: unknown, args: unknown[]): Generator<unknown, unknown, unknown> {
  return apply(f, self, args);
}

export function notCallable(text: string): Callable {
  return () => {
    throw new TypeError(`${text} is not a function`);
  };
}
