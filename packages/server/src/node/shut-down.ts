/** The end of a Node server: nothing that was admitted is lost without an answer, and the process can exit. */
import type { Server as HttpServer } from "node:http";
import type { Http2Server } from "node:http2";
import { tableOf, timeOrNever } from "@preempt/checks";
import { checkOptions } from "../requests/errors.ts";

/** How a server ends. */
export interface ShutDownOptions {
  /** Milliseconds after which requests that have not ended are cancelled, and answered with 503. 0 or above. Default 10,000. */
  deadline?: number;
}

/** What is closed before the server: a request scheduler. */
export interface Closable {
  /** Ends it. Requests that have not ended after `deadline` milliseconds are cancelled. */
  close(options: { deadline: number }): Promise<void>;
}

/** Milliseconds for what was written to reach the clients, before their connections are closed. */
const farewell = 100;

const table = tableOf<ShutDownOptions>({ deadline: timeOrNever });

/**
 * Ends a server: it takes no new connections, new requests are refused (`closed`), and those that were admitted end, or are cancelled at the
 * deadline. Resolves when all connections are closed.
 *
 *     process.once("SIGTERM", () => void shutDown(server, rs));
 *
 * @throws PreemptError for an option out of range
 */
export async function shutDown(
  server: HttpServer | Http2Server,
  rs: Closable,
  options: ShutDownOptions = {},
): Promise<void> {
  checkOptions(options, "shutDown()", table);
  const { deadline = 10_000 } = options;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await rs.close({ deadline });
  // HTTP/2 servers close their sessions by themselves when the last stream has ended.
  if (!("closeAllConnections" in server)) return closed;
  server.closeIdleConnections();
  const last = setTimeout(() => server.closeAllConnections(), farewell);
  await closed;
  clearTimeout(last);
}
