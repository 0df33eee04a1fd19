/** The options for overload, and their checks. */
import { bool, callback, fraction, positiveNumber, tableOf } from "@preempt/checks";
import { checkOptions } from "../requests/errors.ts";

/** When a full server refuses requests, and when it stops. Times are milliseconds. */
export interface OverloadOptions {
  /**
   * Whether a new request is refused if, by the estimate, it cannot be answered before its deadline, or started within the `maxWait`
   * of its class. Default true.
   */
  admission?: boolean;
  /**
   * A class that refused a request is overloaded, and less urgent classes are refused altogether, until its backlog has stayed below
   * this part of its limit. Above 0, at most 1. Default 0.5.
   */
  recoverAt?: number;
  /** How long its backlog has to stay there. Above 0. Default 1000. */
  recoverAfter?: number;
  /**
   * The part of the heap's limit from which on all but the most urgent class are refused. Above 0, at most 1; false: never. Default 0.9.
   */
  heap?: number | false;
  /** For tests: how full the heap is, between 0 and 1. Default: V8's own figure, if the engine is V8. */
  heapUsed?: () => number;
  /** For comparisons: another guard, called for each request. While it returns true, all requests are refused. See `loopDelayGuard`. Default: none. */
  guard?: () => boolean;
}

const table = tableOf<OverloadOptions>({
  admission: bool,
  recoverAt: fraction,
  recoverAfter: positiveNumber,
  heap: { ...fraction, accepts: (value) => value === false || fraction.accepts(value) },
  heapUsed: callback,
  guard: callback,
});

/** @throws PreemptError for an option out of range */
export function checkOverload(options: OverloadOptions | false | undefined): void {
  if (options === undefined || options === false) return;
  checkOptions(options, "overload", table);
}
