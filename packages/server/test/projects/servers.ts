/**
 * A server in each framework, with handlers that nobody annotated: they are preemptable because they are registered. Prints what was
 * answered in which order while two reports were computed.
 */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import { fetchHandler } from "@preempt/server/fetch";
import { requestListener } from "@preempt/server/node";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";

const rs = createRequestScheduler({
  // What the machine does beside is not looked at.
  scheduler: new Scheduler({ warnAfter: Infinity }),
  classes: { login: { deadline: 50 }, report: {} },
  classify: ({ url }: { url: string }) => (url.endsWith("/login") ? "login" : "report"),
  onUnpreemptable: "throw",
});
let order: string[] = [];
let isOpen = false;

/** @preempt */
function compute(): void {
  while (!isOpen) for (let i = 0; i < 1000; i++);
}

function login(_request: express.Request, response: express.Response): void {
  order.push("login");
  response.send("in");
}

async function run(name: string, server: http.Server, close: () => unknown): Promise<void> {
  if (!server.listening) await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  order = [];
  isOpen = false;
  const get = async (path: string) => (await fetch(url + path)).text();
  const reports = [get("/report"), get("/report")];
  while (rs.load.report.running === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let i = 0; i < 3; i++) await get("/login");
  isOpen = true;
  const answers = await Promise.all(reports);
  console.log(name, order.join(" "), answers.join(" "));
  server.closeAllConnections();
  await close();
}

const app = fastify();
await app.register(preempt, { requests: rs });
app.get("/login", { config: { preempt: { class: "login" } } }, () => {
  order.push("login");
  return "in";
});
app.route({
  method: "GET",
  url: "/report",
  config: { preempt: { class: "report" } },
  async handler() {
    await Promise.resolve();
    compute();
    while (!isOpen);
    order.push("report");
    return "done";
  },
});
await app.listen({ port: 0, host: "127.0.0.1" });
await run("fastify", app.server, () => app.close());

const routes = express();
routes.get("/login", rs.route("login", login));
routes.get(
  "/report",
  rs.route("report", async (_request: express.Request, response: express.Response) => {
    while (!isOpen);
    order.push("report");
    response.send("done");
  }),
);
const withExpress = http.createServer(routes).listen(0, "127.0.0.1");
await run("express", withExpress, () => withExpress.close());

const hono = new Hono();
hono.get(
  "/login",
  rs.route("login", (context) => {
    order.push("login");
    return context.text("in");
  }),
);
hono.get(
  "/report",
  rs.route("report", async (context) => {
    while (!isOpen);
    order.push("report");
    return context.text("done");
  }),
);
const withHono = serve({ fetch: hono.fetch, port: 0, hostname: "127.0.0.1" }) as http.Server;
await run("hono", withHono, () => withHono.close());

const answer = fetchHandler(rs, ({ url }) => {
  const isLogin = url.endsWith("/login");
  if (!isLogin) while (!isOpen);
  order.push(isLogin ? "login" : "report");
  return new Response(isLogin ? "in" : "done");
});
const withFetch = serve({ fetch: (request) => answer(request), port: 0, hostname: "127.0.0.1" }) as http.Server;
await run("fetch", withFetch, () => withFetch.close());

const plain = http.createServer(
  requestListener(rs, (request, response) => {
    const isLogin = request.url === "/login";
    if (!isLogin) while (!isOpen);
    order.push(isLogin ? "login" : "report");
    response.end(isLogin ? "in" : "done");
  }),
);
plain.listen(0, "127.0.0.1");
await run("node", plain, () => plain.close());
await rs.close();
