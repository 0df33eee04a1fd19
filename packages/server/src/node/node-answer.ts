/** How a request of a Node server is run and answered, whatever framework is around it. */
import { RequestRefused } from "../requests/refused.ts";
import { timingOf, usualLeast } from "../requests/server-timing.ts";
import type { Ticket } from "../requests/ticket.ts";

/** As much of `http.ServerResponse` and `http2.Http2ServerResponse` as is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  destroy?(): unknown;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
  on(event: "close", listener: () => void): unknown;
  /** Of HTTP/1; and of HTTP/2. */
  readonly destroyed?: boolean;
  readonly stream?: { readonly destroyed: boolean };
}

/** A handler of any framework. */
// biome-ignore lint/suspicious/noExplicitAny: a handler of whatever framework
export type Handler = (...args: any[]) => unknown;

export function isNodeResponse(value: unknown): value is NodeResponse {
  return typeof (value as NodeResponse | undefined)?.writeHead === "function";
}

/** How a request is answered. */
export interface Answering {
  readonly handler: Handler;
  /** Answers in place of a 503. */
  readonly degraded?: Handler | undefined;
  /** Called before the handler, with the ticket whose `response` is set. Default: {@link serverTiming} from 1 ms on. */
  readonly onStart?: ((ticket: Ticket) => void) | undefined;
}

/**
 * Runs a handler when it is its turn, with the request's context behind `args`. Cancels it when the client disconnects, and answers
 * where the request is refused.
 *
 * @param admitted What `admit` gave
 * @param ended Told once: with what the handler threw, if it did. A request that was refused or cancelled has no error.
 */
export function answerNode(
  admitted: Ticket | RequestRefused,
  { handler, degraded, onStart = usualTiming }: Answering,
  response: NodeResponse,
  args: readonly unknown[],
  ended: (isOk: boolean, error: unknown) => void,
): void {
  if (admitted instanceof RequestRefused) {
    refuseNode(admitted, response, args, degraded, ended);
    return;
  }
  const ticket = admitted;
  // Its client may have gone while its body was read.
  let isClosed = response.destroyed === true || response.stream?.destroyed === true;
  if (isClosed) ticket.cancel();
  ticket.response = response;
  ticket.onStart = onStart;
  ticket.start(handler, { args: [...args, ticket] }, (isOk, error) => {
    // The reason of a cancellation is no news: whoever cancelled knows it.
    if (isOk || !ticket.isCancelled) ended(isOk, error);
    else if (isClosed || response.writableEnded) ended(true, undefined);
    else if (response.headersSent) {
      // Half an answer is not to be taken for a whole one.
      response.destroy?.();
      ended(true, undefined);
    } else if (error instanceof RequestRefused) refuseNode(error, response, args, degraded, ended);
    else ended(false, error);
  });
  // A short handler has ended by now: there is nothing left to cancel.
  if (ticket.state === "ended") return;
  response.on("close", () => {
    isClosed = true;
    // Else the answer is complete, and the handler may go on with what it does after that.
    if (!response.writableEnded) ticket.cancel();
  });
}

/**
 * Gives a request of Node the `signal` that requests of other frameworks have. Node's own, which not every version has, knows of no
 * other reason than the end of the connection.
 */
export function giveSignal(request: unknown, admitted: Ticket | RequestRefused): void {
  if (admitted instanceof RequestRefused || typeof request !== "object" || request === null) return;
  Object.defineProperty(request, "signal", { get: () => admitted.signal, configurable: true });
}

/** Sets the header `Server-Timing` of answers to requests that waited for `from` milliseconds or more. */
export function serverTiming(from: number): (ticket: Ticket) => void {
  return (ticket) => {
    const timing = timingOf(ticket, from);
    const response = ticket.response as NodeResponse;
    if (timing !== undefined && !response.headersSent) response.setHeader("server-timing", timing);
  };
}

export const usualTiming: (ticket: Ticket) => void = serverTiming(usualLeast);

/** Answers a request that was refused: with the degraded answer where its class wants that, else with 503. */
export function refuseNode(
  error: RequestRefused,
  response: NodeResponse,
  args: readonly unknown[],
  degraded: Handler | undefined,
  ended: (isOk: boolean, error: unknown) => void = () => {},
): void {
  if (error.degrade && degraded !== undefined) {
    try {
      const given = degraded(...args, { signal: AbortSignal.abort(error) });
      Promise.resolve(given).then(
        () => ended(true, undefined),
        (failure) => ended(false, failure),
      );
    } catch (failure) {
      ended(false, failure);
    }
    return;
  }
  response.writeHead(503, {
    "retry-after": String(error.retryAfter),
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(`${error.code}\n`);
  ended(true, undefined);
}
