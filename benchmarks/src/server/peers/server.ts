/** A server of the comparison: `/login` is urgent, `/bulk` is not. Handlers take bodies as texts and parse them; under Preempt they are parsed by jobs. */
import { fileURLToPath } from "node:url";
import { createRequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import PQueue from "p-queue";
import { Piscina } from "piscina";
import toobusy from "toobusy-js";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import { type Bulk, loadBulk } from "./bulk.ts";
import { login } from "./urgent.ts";
import { type Cost, isOurs, type PeerServerOrder, urgentDeadline } from "./variants.ts";

const { peer, bulk: bulkName, urgentRenders } = serverOrder<PeerServerOrder>();
const run: Bulk = await loadBulk(bulkName);
const urgent = urgentRenders ? (await import("./bulk/react.ts")).shortPage : login;
const bodyLimit = 2 ** 24;
const alone = createRequestScheduler({ classes: { alone: {} } });

if (peer === "express" || peer === "toobusy") listenExpress();
else await listenFastify();

function listenExpress(): void {
  const app = express().disable("x-powered-by");
  if (peer === "toobusy") {
    app.use((_, response, next) => {
      if (toobusy()) response.status(503).set("retry-after", "1").send("busy");
      else next();
    });
  }
  app.get("/health", (_, response) => void response.send("ok"));
  app.get("/login", (_, response) => void response.send(urgent()));
  app.use(express.text({ type: "*/*", limit: bodyLimit }));
  app.all("/bulk", async ({ body }, response) => void response.send(await run(body ?? "")));
  const server = app.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") told(address.port);
  });
  server.keepAliveTimeout = 120_000;
}

async function listenFastify(): Promise<void> {
  const app = fastify({ bodyLimit, keepAliveTimeout: 120_000 });
  if (!isOurs(peer)) {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, (_, body, done) => done(null, body));
  }
  if (peer === "under-pressure") {
    const { default: underPressure } = await import("@fastify/under-pressure");
    await app.register(underPressure, { maxEventLoopDelay: 100, sampleInterval: 100, retryAfter: 1 });
  }
  app.get("/health", async () => "ok");
  await addRoutes(app);
  told(Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port));
}

async function addRoutes(app: FastifyInstance): Promise<void> {
  if (isOurs(peer)) {
    const rs = createRequestScheduler({
      classes: { login: { deadline: urgentDeadline }, bulk: { maxQueue: Number.POSITIVE_INFINITY } },
    });
    // Bodies are parsed by jobs.
    await app.register(preempt, { requests: rs, json: true });
    app.get("/login", { config: { preempt: { class: "login" } } }, () => urgent());
    app.all("/bulk", { config: { preempt: { class: "bulk" } } }, async ({ body }) => await run(body ?? ""));
    return;
  }
  app.get("/login", async () => urgent());
  app.all<{ Body: string }>("/bulk", handlerOf());
}

function handlerOf(): (request: { body: string }) => Promise<unknown> {
  if (peer === "p-queue") {
    const queue = new PQueue({ concurrency: 1 });
    return ({ body }) => queue.add(async () => run(body ?? ""));
  }
  if (peer.startsWith("piscina")) {
    const threads = peer === "piscina, 1 thread" ? 1 : 2;
    const filename = fileURLToPath(new URL("./worker.ts", import.meta.url));
    const pool = new Piscina({ filename, minThreads: threads, maxThreads: threads });
    return async ({ body }) => {
      const result = await pool.run({ name: bulkName, body: body ?? "" });
      return typeof result === "string" ? result : Buffer.from(result);
    };
  }
  return async ({ body }) => run(body ?? "");
}

function told(port: number): void {
  process.send?.({ port });
  answerAbout({
    /** Of one bulky request, run by itself: as a job where requests are jobs. */
    cost,
  });
}

async function cost(body: unknown): Promise<Cost> {
  const given = String(body ?? "");
  const { user } = process.cpuUsage();
  const from = performance.now();
  if (isOurs(peer)) await alone.run("alone", run, { args: [given] });
  else await run(given);
  return { cpu: (process.cpuUsage().user - user) / 1000, wall: performance.now() - from };
}
