/** The error of a request that was refused before its handler started. */
import { PreemptError } from "@preempt/runtime";

/**
 * Why a request was refused:
 *
 * - `overload`: there is more to do than the thread can do, and this class is among the least urgent.
 * - `late`: it could not be answered in time.
 * - `queue_full`: so many requests of its class wait as are allowed to.
 * - `waited_too_long`: it waited for as long as its class allows, and had not started.
 * - `closed`: the request scheduler takes no requests any more.
 */
export type RefusalCode = "overload" | "late" | "queue_full" | "waited_too_long" | "closed";

/** The reason in a sentence. */
export const why: Record<RefusalCode, string> = {
  overload: "there is more to do than can be done",
  late: "it could not be answered in time",
  queue_full: "its queue is full",
  waited_too_long: "it waited for as long as it may",
  closed: "the server closes",
};

/** Thrown where a request is refused before its handler starts. An HTTP server answers 503, with `Retry-After`. */
export class RequestRefused extends PreemptError {
  /** Why the request was refused. */
  declare readonly code: RefusalCode;
  /** The class of the request. */
  readonly class: string;
  /** Seconds after which it is worth another try: whole, 1 or more. For the header `Retry-After`. */
  readonly retryAfter: number;
  /** Whether the class wants a degraded answer in place of the refusal. */
  readonly degrade: boolean;
  /** For frameworks that make the answer of the error. */
  readonly statusCode = 503;

  /** Creates the error that a refused request rejects with. */
  constructor(code: RefusalCode, className: string, why: string, retryAfter: number, degrade = false) {
    super(code, `a request of class "${className}" was refused: ${why}. Try again in ${retryAfter} s.`);
    this.name = "RequestRefused";
    this.class = className;
    this.retryAfter = retryAfter;
    this.degrade = degrade;
  }
}
