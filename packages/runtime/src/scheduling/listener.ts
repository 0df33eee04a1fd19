/**
 * Event handlers that are jobs. The job starts on the stack of the event, so that `preventDefault` and a handler that is short do what they
 * did. If its first slice ends before the handler does, the rest is a job like any other.
 */
import { bool, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { callable } from "../input/errors.ts";
import { workTable } from "../input/option-names.ts";
import type { AnyFunction, SubmitOptions } from "../input/options.ts";
import type { Job } from "../kernel/job.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";

/** How the jobs of a listener run: see `listener` of a scheduler. */
export interface ListenerOptions extends Omit<SubmitOptions, "args" | "thisArg" | "delay" | "data" | "inherit"> {
  /** Whether a call cancels the job of the call before, if that has not ended. Default false: the jobs all run to their ends. */
  latest?: boolean;
}

const { args: _args, thisArg: _self, ...jobTable } = workTable;
const listenerTable = /* @__PURE__ */ tableOf<ListenerOptions>({ ...jobTable, latest: bool });

/** @param start Submits a job of `fn` and runs it for a slice; gives undefined where a round is on the stack */
export function makeListener(
  fn: AnyFunction,
  given: ListenerOptions | undefined,
  start: (options: SubmitOptions) => Job | undefined,
): Callable {
  callable(fn, "listener", "the listener");
  checkOptions(given, "a listener", listenerTable);
  const { latest = false, ...options } = given ?? {};
  let last: Job | undefined;
  return function listener(this: unknown, ...args: unknown[]): void {
    if (latest) last?.cancel();
    last = start({ ...options, thisArg: this, args: args as never[], inherit: false });
    // A job has caused the event, and waits for its end.
    if (last === undefined) apply(fn as unknown as Callable, this, args);
  };
}
