/** How a request is run and answered where a `Response` is wanted: by Hono, and by servers whose handlers are like `fetch`. */
import type { Handler } from "../node/node-answer.ts";
import { RequestRefused } from "./refused.ts";
import { timingOf } from "./server-timing.ts";
import type { Ticket } from "./ticket.ts";

/** Nobody reads it: the client has gone. The number is that of widely used proxies. */
const clientClosed = 499;

/** The request behind what a handler is given first: Hono keeps it in its context. */
export function webRequestOf(given: unknown): Request | undefined {
  const inside = (given as { readonly req?: { readonly raw?: unknown } } | undefined)?.req?.raw ?? given;
  return typeof Request === "function" && "signal" in Object(inside) ? (inside as Request) : undefined;
}

/**
 * Runs a handler when it is its turn, with the request's context behind `args`. Cancels it when the signal of the request is aborted.
 *
 * @param admitted What `admit` gave
 * @param degraded Answers in place of a 503
 */
export async function answerWeb(
  admitted: Ticket | RequestRefused,
  handler: Handler,
  request: Request | undefined,
  args: readonly unknown[],
  degraded: Handler | undefined,
): Promise<unknown> {
  if (admitted instanceof RequestRefused) return refuseWeb(admitted, args, degraded);
  const ticket = admitted;
  const signal = request?.signal;
  try {
    const response = await ticket.run(handler, { args: [...args, ticket], signal });
    const timing = timingOf(ticket);
    return timing === undefined ? response : withHeader(response, "server-timing", timing);
  } catch (error) {
    if (!ticket.isCancelled) throw error;
    if (signal?.aborted) return new Response(null, { status: clientClosed });
    if (error instanceof RequestRefused) return refuseWeb(error, args, degraded);
    throw error;
  }
}

/** The degraded answer where the class of the refused request wants that, else 503. */
export async function refuseWeb(
  error: RequestRefused,
  args: readonly unknown[],
  degraded: Handler | undefined,
): Promise<unknown> {
  if (error.degrade && degraded !== undefined) return degraded(...args, { signal: AbortSignal.abort(error) });
  return new Response(`${error.code}\n`, {
    status: 503,
    headers: {
      "retry-after": String(error.retryAfter),
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}

/** Headers of responses that come from elsewhere, as those of `fetch`, cannot be changed. */
function withHeader(response: unknown, name: string, value: string): unknown {
  // What is no response is the framework's to complain about.
  if (!(response instanceof Response)) return response;
  try {
    response.headers.append(name, value);
    return response;
  } catch {
    const made = new Response(response.body, response);
    made.headers.append(name, value);
    return made;
  }
}
