/** The application: a login is short, a report takes a while. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { report } from "./report.ts";

export const classes = {
  login: { deadline: 50 },
  report: { maxQueue: 20, maxWait: 10_000, concurrency: 4 },
};

export const classify = ({ url = "" }: IncomingMessage) => (url.startsWith("/report") ? "report" : "login");

/** @preempt */
export function handle({ url = "" }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith("/report")) response.end(String(report(3000)));
  else response.end(`welcome from ${process.pid}`);
}
