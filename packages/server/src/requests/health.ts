/** What a health check is told: whether the server takes requests, and how much there is to do. */

import type { ClassLoad } from "./request-class.ts";
import type { RequestScheduler } from "./request-scheduler.ts";

/** The answer to a health check. */
export interface Health {
  /** `ok`, `overloaded` (some class is), or `closing`: then a load balancer should send requests elsewhere. */
  readonly status: "ok" | "overloaded" | "closing";
  /** The load of each class. */
  readonly classes: Readonly<Record<string, ClassLoad>>;
}

/** For an answer outside of the queue, so that it comes under any load. */
export function healthOf(rs: Pick<RequestScheduler<never>, "load" | "closing">): Health {
  const classes: Readonly<Record<string, ClassLoad>> = rs.load;
  const isOverloaded = Object.values(classes).some(({ overloaded }) => overloaded);
  return { status: rs.closing ? "closing" : isOverloaded ? "overloaded" : "ok", classes };
}
