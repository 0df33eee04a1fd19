/** How functions that are emitted once, as their resumable bodies, are called by code that knows nothing of it. */
import { Activation, type Outcome } from "./activation.ts";
import { startPlain } from "./call-plain.ts";
import type { PlainBody } from "./frame.ts";
import { type Body, privateList } from "./intrinsics.ts";
import { begin, mostPoints } from "./protocol.ts";
import { realm } from "./realm.ts";

const { state } = realm;

/** Resumes an activation that un-annotated code called: no preemption, and the original's promises. */
export function resumeExact(activation: Activation): Outcome {
  let outer = state.budget;
  const { exact, depth } = state;
  state.exact = true;
  try {
    for (;;) {
      state.budget = mostPoints;
      const outcome = activation.resume();
      // Taken away meanwhile: from the job in which all of this happens.
      if (state.budget < -1) outer = state.budget;
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

/** The same where the body is a plain one. */
export function enterPlain(plain: PlainBody, self: unknown, args: ArrayLike<unknown>, ...first: unknown[]): unknown {
  const activation = new Activation([startPlain(plain, self, joined(first, args))]);
  resumeExact(activation);
  return activation.value;
}

/**
 * The same for an async function, which awaits on its own so that each of its awaits costs what it did:
 * `const a = enterAsync(…); while (resumeExact(a) !== "done") try { a.value = await a.awaiting } catch (e) { a.fail(e) } return a.value`
 */
export function enterAsync(body: Body, self: unknown, args: ArrayLike<unknown>, ...first: unknown[]): Activation {
  return begin(body, self, joined(first, args));
}

/** No spreading: the iterator of arrays may be the user's own. */
function joined(first: unknown[], args: ArrayLike<unknown>): ArrayLike<unknown> {
  if (first.length === 0) return args;
  const all = privateList(first);
  for (let i = 0; i < args.length; i++) all[all.length] = args[i];
  return all;
}
