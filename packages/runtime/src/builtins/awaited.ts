/** Functions that call another one and do nothing behind that call: what they are to `await f()`, beside any other call. */
import type { PlainBody } from "@preempt/abi";
import type { Entry } from "../protocol/entry.ts";
import { entryOf } from "../protocol/protocol.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { signal, state } from "../realm/realm.ts";

/** What `await f(…)` runs preemptably; undefined where `f` is called as it stands. Async functions count, too. */
export function runOf(f: unknown): Callable | undefined {
  return typeof f !== "function" || state.exact ? undefined : entryOf(f as Callable)?.run;
}

/** An entry for `await f()` and for jobs. */
export function awaitedEntry(run: Callable, plain: PlainBody | undefined, isLasting: boolean): Entry {
  const body = function* (this: unknown, ...args: unknown[]): Generator<unknown, unknown, unknown> {
    const value = apply(run, this, args);
    return value === signal ? yield : value;
  };
  return { run, plain, body, isLasting, arrow: undefined, isOnly: false };
}
