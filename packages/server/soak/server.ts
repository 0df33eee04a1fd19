/** The server of the soak: Fastify, with requests as jobs. It counts which requests' handlers were called, and how often. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createRequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import { shutDown } from "@preempt/server/node";
import fastify from "fastify";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

const requests = createRequestScheduler({
  classes: {
    urgent: { deadline: 100 },
    body: { deadline: 2000 },
    bulky: { maxQueue: 20, maxWait: 2000, concurrency: 4 },
  },
  key: ({ headers }: { headers: Record<string, string | undefined> }) => headers["x-tenant"],
});
const app = fastify({ bodyLimit: 1 << 20, requestTimeout: 10_000 });
await app.register(preempt, { requests, json: true });

/** The last requests. */
const called = new Set<string>();
let twice = 0;

/** @preempt never */
function note(id: string): void {
  if (called.has(id)) twice++;
  called.add(id);
  if (called.size > 50_000) for (const first of called) if (called.size > 40_000) called.delete(first);
}

/** @preempt */
function compute(rounds: number): number {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = (sum * 31 + i) | 0;
  return sum;
}

type Query = { id: string; rounds?: string };

app.get("/urgent", { config: { preempt: { class: "urgent" } } }, (request) => {
  const { id } = request.query as Query;
  note(id);
  return { id };
});
app.get("/bulky", { config: { preempt: { class: "bulky" } } }, async (request) => {
  const { id, rounds } = request.query as Query;
  note(id);
  const sum = compute(Number(rounds));
  await new Promise((resolve) => setTimeout(resolve, 5));
  return { id, sum };
});
app.post("/body", { config: { preempt: { class: "body" } } }, (request) => {
  const { id } = request.query as Query;
  note(id);
  return { id, items: (request.body as { items: unknown[] }).items.length };
});
app.get("/counts", () => {
  gc();
  const { heapUsed } = process.memoryUsage();
  return { twice, heapUsed, load: requests.load };
});

const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ address });
process.once("SIGTERM", async () => {
  await shutDown(app.server, requests, { deadline: 5000 });
  await app.close();
});
