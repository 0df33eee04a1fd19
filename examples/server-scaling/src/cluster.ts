/** One server on every core: the forks share the port, and each schedules its own requests. */
import cluster from "node:cluster";
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { createRequestScheduler } from "@preempt/server";
import { requestListener } from "@preempt/server/node";
import { classes, classify, handle } from "./handle.ts";

const port = Number(process.env.PORT ?? 0);

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i++) cluster.fork();
  cluster.once("listening", (_worker, { port }) => console.log(`http://127.0.0.1:${port}`));
  process.once("SIGTERM", () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM");
  });
} else {
  const requests = createRequestScheduler({ classes, classify });
  const server = createServer(requestListener(requests, handle));
  server.listen(port, "127.0.0.1");
  process.once("SIGTERM", async () => {
    server.close();
    // What was accepted is answered, for two seconds at most.
    await requests.close({ deadline: 2000 });
    process.disconnect();
  });
}
