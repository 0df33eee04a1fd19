/** Bulky requests are computed on other cores; the thread that answers keeps to the short ones. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Worker } from "node:worker_threads";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { createRequestScheduler, type RequestContext } from "@preempt/server";
import { requestListener } from "@preempt/server/node";
import type { jobs } from "./cores-jobs.ts";
import { classes, classify } from "./handle.ts";

const cores = new PartitionedScheduler<typeof jobs>({
  worker: () => new Worker(new URL("./cores-jobs.ts", import.meta.url)),
});
const requests = createRequestScheduler({ classes, classify });

/** @preempt */
async function handle({ url = "" }: IncomingMessage, response: ServerResponse, { signal }: RequestContext) {
  if (url.startsWith("/report")) {
    // A client that disconnects cancels the job over there, too.
    const n = Number(url.slice("/report/".length)) || 3000;
    response.end(String(await cores.submit("report", { args: [n], signal })));
  } else response.end("welcome");
}

const server = createServer(requestListener(requests, handle));
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}`);
});
process.once("SIGTERM", async () => {
  server.close();
  await requests.close({ deadline: 2000 });
  await cores.close();
});
