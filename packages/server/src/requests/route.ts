/**
 * Handlers of a class: what `rs.route()` makes, and what integrations find out about it. A framework calls the result as it would call
 * the handler; its arguments say how it is answered:
 *
 *   (request, response, next)    Express, node:http: see node-answer.ts
 *   (context, next)              Hono, whose context.req.raw is the request: a Response is returned, see web-answer.ts
 *   (request, …)                 fetch, likewise
 */

import { callback, finiteNumber, positiveNumber, tableOf } from "@preempt/checks";
import { answerNode, giveSignal, type Handler, isNodeResponse } from "../node/node-answer.ts";
import { ServiceTimes } from "../overload/service-times.ts";
import { takeAdmitted } from "./admitted.ts";
import { checkOptions, refuse } from "./errors.ts";
import type { RequestRefused } from "./refused.ts";
import type { Ticket } from "./ticket.ts";
import { answerWeb, webRequestOf } from "./web-answer.ts";

export type { Handler };

/** Options of a route. Times are milliseconds. */
export interface RouteOptions<H extends Handler = Handler> {
  /** The time after their arrival within which its requests should be answered. Above 0. Default: that of the class. */
  deadline?: number;
  /** Any finite number. Default: that of the class. */
  priority?: number;
  /**
   * Answers a refused request if the class has `onOverload: "degrade"`: with less, or from a cache. It runs at once and outside of the
   * queue, so it has to be quick. Default: the request is refused with 503.
   */
  degraded?: (...args: Parameters<H>) => unknown;
}

/** A route, as integrations see it. */
export interface Route {
  /** The name of its class. */
  readonly class: string;
  /** The handler that was given. */
  readonly handler: Handler;
  /** The option of the same name; undefined: that of the class. */
  readonly deadline: number | undefined;
  /** The option of the same name; undefined: that of the class. */
  readonly priority: number | undefined;
  /** The option of the same name. */
  readonly degraded: Handler | undefined;
  /** Recent execution times of its requests. */
  readonly times: ServiceTimes;
}

/** The part of a request scheduler that a route needs. */
interface Admits {
  admit(className: string, options: Partial<Route> & { key?: unknown }): Ticket | RequestRefused;
  keyOf(request: unknown): unknown;
}

const mark = Symbol.for("@preempt/server.route");

/** The route of a function that `rs.route()` has made; undefined for other functions. */
export function routeOf(fn: unknown): Route | undefined {
  return typeof fn === "function" ? (fn as { [mark]?: Route })[mark] : undefined;
}

const table = tableOf<RouteOptions>({ deadline: positiveNumber, priority: finiteNumber, degraded: callback });

/** @throws PreemptError for an option out of range */
export function checkRoute(handler: unknown, options: RouteOptions): void {
  if (typeof handler !== "function") refuse("handler_not_a_function", "the handler of a route", handler, "a function");
  checkOptions(options, "a route", table);
}

/** The handler for the framework, which runs `handler` as a request. */
export function routed<H extends Handler>(rs: Admits, className: string, handler: H, options: RouteOptions<H>): H {
  const { deadline, priority, degraded } = options;
  const route: Route = { class: className, handler, deadline, priority, degraded, times: new ServiceTimes() };
  // Express takes a function of four parameters for one that handles errors: this one has none.
  const result = (...args: unknown[]): unknown => {
    const [given, response] = args;
    const request = webRequestOf(given);
    const admitted =
      takeAdmitted(request ?? (given as object)) ??
      rs.admit(className, { deadline, priority, times: route.times, key: rs.keyOf(given) });
    if (!isNodeResponse(response)) return answerWeb(admitted, handler, request, args, degraded);
    giveSignal(given, admitted);
    return new Promise<void>((resolve, reject) => {
      answerNode(admitted, route, response, args, (isOk, error) => (isOk ? resolve() : reject(error)));
    });
  };
  Object.defineProperty(result, mark, { value: route });
  Object.defineProperty(result, "name", { value: handler.name, configurable: true });
  return result as unknown as H;
}
