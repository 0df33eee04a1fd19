/** Requests of `node:http` and `node:http2` servers. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { callback, type OptionKind, tableOf, timeOrNever } from "@preempt/checks";
import { type Answering, answerNode, serverTiming } from "./node/node-answer.ts";
import { checkOptions } from "./requests/errors.ts";
import { healthOf } from "./requests/health.ts";
import type { RequestScheduler } from "./requests/request-scheduler.ts";
import type { RequestContext } from "./requests/ticket.ts";

export { loopDelayGuard, loopUtilisationGuard } from "./node/loop-guards.ts";
export { type Closable, type ShutDownOptions, shutDown } from "./node/shut-down.ts";

/** Answers a request. What it returns is not used; a promise is waited for. */
export type NodeHandler<Request, Response> = (request: Request, response: Response, context: RequestContext) => unknown;

/** How {@link requestListener} answers. */
export interface ListenerOptions<Request, Response> {
  /**
   * Answers a request that is refused, of a class with `onOverload: "degrade"`: with less, or from a cache. It runs at once and outside of the
   * queue, so it is to be quick. Default: 503.
   */
  degraded?: NodeHandler<Request, Response>;
  /** The path that is answered at once under any load: 200, or 503 while the server closes. Default "/health"; false: none. */
  health?: string | false;
  /**
   * The waiting time in milliseconds from which answers report it in `Server-Timing`. 0 or above; false: never. Default 1: most requests
   * wait less, and the header costs some microseconds.
   */
  serverTiming?: number | false;
  /** Receives an exception of a handler, after the client was answered with 500. Default: the console shows it. */
  onError?: (error: unknown, request: Request) => void;
}

/** False: none. */
const orFalse = (kind: OptionKind, give?: string): OptionKind => ({
  ...kind,
  ...(give && { give }),
  accepts: (value) => value === false || kind.accepts(value),
});

const table = tableOf<ListenerOptions<unknown, unknown>>({
  degraded: callback,
  health: orFalse(
    { code: "_not_a_path", accepts: (value) => typeof value === "string" && value.startsWith("/") },
    'a path such as "/health", or false',
  ),
  serverTiming: orFalse(timeOrNever),
  onError: callback,
});

/**
 * Makes a listener for `http.createServer` and `http2.createServer`: each request is a job of its class.
 *
 *     http.createServer(requestListener(rs, (request, response) => response.end(page(request.url))))
 *
 * @throws PreemptError for an option out of range, or, with `onUnpreemptable: "throw"`, a handler that cannot be preempted
 */
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: NodeHandler<IncomingMessage, ServerResponse>,
  options?: ListenerOptions<IncomingMessage, ServerResponse>,
): (request: IncomingMessage, response: ServerResponse) => void;
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: NodeHandler<Http2ServerRequest, Http2ServerResponse>,
  options?: ListenerOptions<Http2ServerRequest, Http2ServerResponse>,
): (request: Http2ServerRequest, response: Http2ServerResponse) => void;
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: NodeHandler<never, never>,
  options: ListenerOptions<never, never> = {},
): (request: never, response: never) => void {
  checkOptions(options, "requestListener", table);
  rs.checkHandler(handler);
  const { health = "/health", serverTiming: from = 1, degraded } = options;
  const answering: Answering = { handler, degraded, onStart: from === false ? () => {} : serverTiming(from) };
  const onError = (options.onError ?? report) as (error: unknown, request: IncomingMessage) => void;

  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === health) {
      answerHealth(rs, response);
      return;
    }
    const ended = (isOk: boolean, error: unknown) => {
      if (!isOk) fail(error, request, response);
    };
    try {
      answerNode(rs.admitRequest(request), answering, response, [request, response], ended);
    } catch (error) {
      // Of `classify` or `key`.
      fail(error, request, response);
    }
  };

  function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    try {
      answerError(response);
    } finally {
      onError(error, request);
    }
  }
}

function answerHealth<C extends string>(rs: RequestScheduler<C>, response: ServerResponse): void {
  const health = healthOf(rs);
  response.writeHead(health.status === "closing" ? 503 : 200, {
    "content-type": "application/json",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(health));
}

function answerError(response: ServerResponse | Http2ServerResponse): void {
  if (!response.headersSent) {
    response.statusCode = 500;
    response.setHeader("content-type", "text/plain; charset=utf-8");
    response.end("internal error\n");
  } else if (!response.writableEnded) {
    // Half an answer is not to be taken for a whole one.
    if ("stream" in response) response.stream.destroy();
    else response.destroy();
  }
}

function report(error: unknown): void {
  console.error("preempt: the handler of a request failed:", error);
}
