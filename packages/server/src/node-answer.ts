/** How a request of a Node server is run and answered, whatever framework is around it. */
import { RequestRefused } from "./refused.ts";
import type { RunOptions, Ticket } from "./ticket.ts";

/** As much of `http.ServerResponse` and `http2.Http2ServerResponse` as is used. */
export interface NodeResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  destroy?(): unknown;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
  once(event: "close", listener: () => void): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a handler of whatever framework
export type Handler = (...args: any[]) => unknown;

export function isNodeResponse(value: unknown): value is NodeResponse {
  return typeof (value as NodeResponse | undefined)?.writeHead === "function";
}

/**
 * Runs a handler when it is its turn, with the request's context behind `args`. Cancels it when the client disconnects, and answers
 * where the request is refused.
 *
 * @param admitted What `admit` gave
 * @param degraded Answers in place of a 503
 * @returns settles as the handler does; resolves where the request was refused, or cancelled
 */
export function answerNode(
  admitted: Ticket | RequestRefused,
  handler: Handler,
  response: NodeResponse,
  args: readonly unknown[],
  degraded: Handler | undefined,
  serverTiming = true,
): Promise<unknown> {
  if (admitted instanceof RequestRefused) return refuseNode(admitted, response, args, degraded);
  const ticket = admitted;
  let isClosed = false;
  response.once("close", () => {
    isClosed = true;
    // Else the answer is complete, and the handler may go on with what it does after that.
    if (!response.writableEnded) ticket.cancel();
  });
  const [request] = args;
  // As requests of frameworks have it; those of Node have none.
  if (typeof request === "object" && request !== null && !("signal" in request)) {
    Object.defineProperty(request, "signal", { get: () => ticket.signal, configurable: true });
  }
  if (serverTiming) {
    ticket.onStart = () => {
      if (!response.headersSent) response.setHeader("server-timing", `queue;dur=${ticket.waited.toFixed(1)}`);
    };
  }
  const options: RunOptions = { args: [...args, ticket] };
  return ticket.run(handler, options).catch((error: unknown) => {
    if (!ticket.isCancelled) throw error;
    // The reason of a cancellation is no news: whoever cancelled knows it.
    if (isClosed || response.writableEnded) return undefined;
    // Half an answer is not to be taken for a whole one.
    if (response.headersSent) return response.destroy?.();
    if (error instanceof RequestRefused) return refuseNode(error, response, args, degraded);
    throw error;
  });
}

/** Answers a request that was refused: with the degraded answer where its class wants that, else with 503. */
export async function refuseNode(
  error: RequestRefused,
  response: NodeResponse,
  args: readonly unknown[],
  degraded: Handler | undefined,
): Promise<unknown> {
  if (error.degrade && degraded !== undefined) return degraded(...args, { signal: AbortSignal.abort(error) });
  response.writeHead(503, {
    "retry-after": String(error.retryAfter),
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(`${error.code}\n`);
  return undefined;
}
