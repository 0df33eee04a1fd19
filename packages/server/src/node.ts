/** Requests of `node:http` and `node:http2` servers. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { RequestRefused } from "./refused.ts";
import type { RequestScheduler } from "./request-scheduler.ts";
import type { RequestContext } from "./ticket.ts";

type Handler<Req, Res> = (request: Req, response: Res, context: RequestContext) => unknown;

/** How {@link requestListener} answers. */
export interface ListenerOptions<Req, Res> {
  /** Answers a request that is refused, of a class with `onOverload: "degrade"`. Runs at once, so it is to be quick. */
  degraded?: Handler<Req, Res>;
  /** Takes what a handler throws, after the client was answered with 500. Default: it is written to the console. */
  onError?: (error: unknown, request: Req) => void;
}

/**
 * A listener for `http.createServer` and `http2.createServer`: each request is a job of its class.
 *
 *     http.createServer(requestListener(rs, (request, response) => response.end(page(request.url))))
 */
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: Handler<IncomingMessage, ServerResponse>,
  options?: ListenerOptions<IncomingMessage, ServerResponse>,
): (request: IncomingMessage, response: ServerResponse) => void;
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: Handler<Http2ServerRequest, Http2ServerResponse>,
  options?: ListenerOptions<Http2ServerRequest, Http2ServerResponse>,
): (request: Http2ServerRequest, response: Http2ServerResponse) => void;
export function requestListener<C extends string>(
  rs: RequestScheduler<C>,
  handler: Handler<never, never>,
  options: ListenerOptions<never, never> = {},
): (request: never, response: never) => void {
  const onError = (options.onError ?? report) as (error: unknown, request: IncomingMessage) => void;
  const degraded = options.degraded as Handler<IncomingMessage, ServerResponse> | undefined;

  return (request: IncomingMessage, response: ServerResponse) => {
    const ticket = rs.admit(rs.classOf(request), { key: rs.keyOf(request) });
    if (ticket instanceof RequestRefused) {
      refuse(request, response, ticket);
      return;
    }
    response.once("close", () => {
      // Else the answer is complete, and the handler may go on with what it does after that.
      if (!response.writableFinished) ticket.cancel();
    });
    ticket.run(handler as never, { args: [request, response, ticket] }).catch((error: unknown) => {
      // The reason of a cancellation is no news: whoever cancelled knows it.
      if (!ticket.isCancelled) fail(request, response, error);
      else if (error instanceof RequestRefused && !response.headersSent) refuse(request, response, error);
    });
  };

  function refuse(request: IncomingMessage, response: ServerResponse, error: RequestRefused): void {
    if (error.degrade && degraded !== undefined) {
      try {
        degraded(request, response, { signal: AbortSignal.abort(error) });
      } catch (failure) {
        fail(request, response, failure);
      }
      return;
    }
    response.writeHead(503, { "retry-after": String(error.retryAfter), "content-type": "text/plain" });
    response.end(`${error.code}\n`);
  }

  function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "content-type": "text/plain" }).end("internal error\n");
    onError(error, request);
  }
}

function report(error: unknown): void {
  console.error("preempt: a request's handler failed:", error);
}
