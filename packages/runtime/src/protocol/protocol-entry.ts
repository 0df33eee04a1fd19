/**
 * How functions that are emitted once, as their resumable bodies, are called by code that knows nothing of it. Such a call runs the
 * body to its end: "exact", without preemption, with the promises of the original. A plain body is called as it is; only when it was
 * suspended after all, because it is deep or the largest budget is used up, an activation resumes it.
 *
 *   function f($0) { const $outer = $state.exact || $startExact();
 *     try { return $completed(f$resumable(0, this, $0)); } finally { if ($outer !== true) $endExact($outer); } }
 */

import { type ActivationOutcome, largestBudget, type PlainBody, usedUp } from "@preempt/abi";
import type { Body } from "../realm/intrinsics.ts";
import { noteTransformed } from "../realm/notes.ts";
import { realm } from "../realm/realm.ts";
import { Activation } from "./activation.ts";
import { callPlain, joined } from "./call-plain.ts";
import { begin } from "./protocol.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

try {
  if (process.env.NODE_ENV !== "production") noteTransformed();
} catch {
  // A page without a bundler is not in development.
}

const { state, signal } = realm;

/** The call of a body begins that nothing preempts. Returns what {@link endExact} is to be given. */
export function startExact(): number {
  const outer = state.budget;
  state.exact = true;
  state.budget = largestBudget;
  return outer;
}

/** Puts back the budget of the job in which all of this happened; what was taken away meanwhile was taken from that. */
export function endExact(outer: number): void {
  if (state.budget >= usedUp) state.budget = outer;
  state.exact = false;
  // Frames are left here only where the engine's stack ended before they could be resumed.
  state.captured = undefined;
  // No job runs around this, at whose end calls would forget what they called.
  if (outer <= 0) state.forget?.();
}

/** What the call of a plain body gave, in an exact call; if it was suspended, what it gives in the end. */
export function completed(value: unknown): unknown {
  return value === signal ? resumeCaptured() : value;
}

function resumeCaptured(): unknown {
  const activation = Activation.ofCaptured();
  // What is left of the budget is what it was: an outer call of a body, exact as well, is to see that it was taken away.
  resumeExact(activation);
  return activation.value;
}

/** Resumes an activation that un-annotated code called: no preemption, and the original's promises. */
export function resumeExact(activation: Activation): ActivationOutcome {
  let outer = state.budget;
  const { exact, depth } = state;
  state.exact = true;
  try {
    for (;;) {
      state.budget = largestBudget;
      const outcome = activation.resume();
      // Taken away meanwhile: from the job in which all of this happens.
      if (state.budget < usedUp) outer = state.budget;
      if (outcome !== "preempted") return outcome;
    }
  } finally {
    state.budget = outer;
    state.depth = depth;
    state.exact = exact;
  }
}

/**
 * The entry of a function that is emitted once, as `body`: runs it to completion for an un-annotated caller.
 *
 * @param first Arguments that come before `args`: those of an arrow function, which has no `arguments`
 */
export function enter(body: Body, self: unknown, args: ArrayLike<unknown>, ...first: unknown[]): unknown {
  const activation = begin(body, self, joined(first, args));
  resumeExact(activation);
  return activation.value;
}

/** The same where the body is a plain one, and takes any number of arguments. */
export function enterPlain(plain: PlainBody, self: unknown, args: ArrayLike<unknown>, ...first: unknown[]): unknown {
  const outer = state.exact || startExact();
  try {
    return completed(callPlain(plain, 0, self, joined(first, args)));
  } finally {
    if (outer !== true) endExact(outer);
  }
}

/**
 * The same for an async function, which awaits on its own so that each of its awaits costs what it did:
 * `const a = enterAsync(…); while (resumeExact(a) !== "done") try { a.value = await a.awaiting } catch (e) { a.fail(e) } return a.value`
 */
export function enterAsync(body: Body, self: unknown, args: ArrayLike<unknown>, ...first: unknown[]): Activation {
  return begin(body, self, joined(first, args));
}
