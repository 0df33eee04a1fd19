/** How the counterparts of built-in functions come in. */

import type { Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import type { Entry } from "./entry.ts";

const { asyncEntries, entries } = realm;

/** Makes the built-in `f` preemptable, whose entry builtins/counterpart.ts made. */
export function attachEntry(f: Callable, made: Entry): void {
  entries.put(f, made);
}

/** Whether any call of `f` may be preempted. */
export function isAttached(f: Callable): boolean {
  return entries.of(f) !== undefined;
}

/** The same for `await f()`. */
export function attachAsyncEntry(f: Callable, made: Entry): void {
  asyncEntries.put(f, made);
}
