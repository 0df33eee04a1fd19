/** What may be said of overload, and the checks of it. */
import { callable, checkOptions, fraction, positive, refuse } from "../requests/errors.ts";

/** When a full server refuses, and when it stops refusing. Times in milliseconds. */
export interface OverloadOptions {
  /**
   * Whether a request is refused when it comes if by what is known it cannot be answered before its deadline, or started within the
   * `maxWait` of its class. Default true.
   */
  admission?: boolean;
  /**
   * A class that refused is overloaded, and less urgent classes are refused with it, until its backlog has stayed below this part of
   * its limit. Above 0, at most 1. Default 0.5.
   */
  recoverAt?: number;
  /** For how long its backlog has to stay there. Above 0. Default 1000. */
  recoverAfter?: number;
  /**
   * The part of the heap's limit from which on all but the most urgent class are refused. Above 0, at most 1; false: never. Default 0.9.
   */
  heap?: number | false;
  /** Says how full the heap is: between 0 and 1. For tests. Default: what V8 says, where there is one. */
  heapUsed?: () => number;
  /** Another guard, asked for each request: while it says true, all requests are refused. For comparisons; see `loopDelayGuard`. */
  guard?: () => boolean;
}

const names: Record<keyof OverloadOptions, 1> = {
  admission: 1,
  recoverAt: 1,
  recoverAfter: 1,
  heap: 1,
  heapUsed: 1,
  guard: 1,
};

/** @throws PreemptError for an option out of range */
export function checkOverload(options: OverloadOptions | false | undefined): void {
  if (options === undefined || options === false) return;
  checkOptions(options, "overload", names);
  const { admission, heap, recoverAt, recoverAfter } = options;
  if (admission !== undefined && typeof admission !== "boolean") {
    refuse("admission_not_a_boolean", "admission of overload", admission, "true or false");
  }
  if (heap !== false) fraction(heap, "heap", "the heap's limit");
  fraction(recoverAt, "recover_at", "recoverAt of overload");
  positive(recoverAfter, "recover_after", "recoverAfter of overload");
  callable(options.heapUsed, "heap_used", "heapUsed of overload");
  callable(options.guard, "guard", "the guard of overload");
}
