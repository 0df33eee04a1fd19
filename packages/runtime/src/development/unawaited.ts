/** A job calls a preemptable async function without `await`: such a call is an ordinary one, and not preempted. */
import type { Callable } from "../realm/intrinsics.ts";
import { notes } from "../realm/notes.ts";
import { realm } from "../realm/realm.ts";
import { functionName } from "./overrun-text.ts";
import { say } from "./say.ts";

const { state, asyncEntries } = realm;
const AsyncFunctionPrototype = Object.getPrototypeOf(async () => {}) as object;
const reported = new WeakSet<object>();

/** From now on, such calls are reported, once per function. */
export function watchUnawaited(): void {
  notes().unawaited ??= (f) => {
    // The quickest question first: this is asked at each call of a function that the call does not know.
    if (Object.getPrototypeOf(f) !== AsyncFunctionPrototype) return;
    if (state.exact || asyncEntries.of(f) === undefined || reported.has(f)) return;
    reported.add(f);
    const name = functionName(f as Callable);
    say(
      `a job called the async function ${name} without await, so the call is not preempted. Write await before it, in an async function, or submit ${name} as a job. If nothing should wait for it, this is no fault.`,
    );
  };
}
