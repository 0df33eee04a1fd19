/** Reports, which take a while, and everything else, which is answered meanwhile. All on one thread. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ConstantBandwidthServer, Scheduler } from "@preempt/runtime";
import { makeReport } from "./report.ts";

export function makeServer(rt = new Scheduler()): Server {
  // Reports have half of the time, however many there are; what else is a job comes first.
  const reports = new ConstantBandwidthServer(rt, { budget: 5, period: 10, name: "reports" });

  async function report(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    // Whoever goes away needs no report.
    const gone = new AbortController();
    response.on("close", () => gone.abort(new Error("The client has gone.")));
    const args: Parameters<typeof makeReport> = [Number(url.searchParams.get("rows") ?? 1000), 1];
    try {
      answer(response, 200, await reports.submit(makeReport, { args, deadline: 30_000, signal: gone.signal }));
    } catch (error) {
      if (gone.signal.aborted) console.log(`${request.url}: called off`);
      else answer(response, 500, { error: (error as Error).message });
    }
  }

  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/report") void report(request, response, url);
    else if (url.pathname === "/health") answer(response, 200, { ok: true });
    else answer(response, 404, { error: "There are /report?rows=N and /health." });
  });
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
