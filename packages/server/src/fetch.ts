/** Servers whose handler is like `fetch`: Bun, Deno, workers of edge platforms. */
import { callback, tableOf } from "@preempt/checks";
import { checkOptions } from "./requests/errors.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";
import { checkRoute } from "./requests/route.ts";
import type { RequestContext } from "./requests/ticket.ts";
import { answerWeb } from "./requests/web-answer.ts";

/** A handler. It receives the request, the platform's further arguments, and then the context. */
export type FetchHandler<Rest extends readonly unknown[] = []> = (
  request: Request,
  ...rest: [...Rest, context: RequestContext]
) => Response | Promise<Response> | Generator<unknown, Response | Promise<Response>, unknown>;

/** How {@link fetchHandler} answers. */
export interface FetchOptions<Rest extends readonly unknown[] = []> {
  /** Answers a refused request of a class with `onOverload: "degrade"`. It runs at once and outside of the queue, so it has to be quick. Default: the answer is 503. */
  degraded?: (request: Request, ...rest: [...Rest, context: RequestContext]) => Response | Promise<Response>;
}

const table = tableOf<FetchOptions>({ degraded: callback });

/**
 * Makes a handler whose requests are jobs, each of the class that `classify` returns:
 *
 *     Deno.serve(fetchHandler(rs, (request) => new Response(page(request.url))));
 *
 * Answers to requests that waited have `Server-Timing: queue;dur=`. A request is cancelled when its `signal` is aborted.
 *
 * @throws PreemptError for an option out of range, or, with `onUnpreemptable: "throw"`, a handler that cannot be preempted
 */
export function fetchHandler<C extends string, Rest extends readonly unknown[] = []>(
  rs: RequestScheduler<C>,
  handler: FetchHandler<Rest>,
  options: FetchOptions<Rest> = {},
): (request: Request, ...rest: Rest) => Promise<Response> {
  checkOptions(options, "fetchHandler", table);
  checkRoute(handler, options);
  rs.checkHandler(handler);
  return (async (request: Request, ...rest: Rest) => {
    const admitted = rs.admit(rs.classOf(request), { key: rs.keyOf(request) });
    return answerWeb(admitted, handler, request, [request, ...rest], options.degraded);
  }) as (request: Request, ...rest: Rest) => Promise<Response>;
}
