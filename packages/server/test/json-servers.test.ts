/** Large JSON bodies and answers of real servers, without a long stretch; and bodies that are none. */
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler } from "@preempt/server";
import preempt from "@preempt/server/fastify";
import { jsonBody, parseJson, sendJson, stringifyJson } from "@preempt/server/json";
import express from "express";
import fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "./frameworks.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const limit = 4e6;
const rows = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `row ${id} \u00fc`, list: [id, null, true] }));
const large = JSON.stringify({ rows });

function requests() {
  const scheduler = new Scheduler({ warnAfter: Infinity });
  let points = 0;
  scheduler.observe({
    jobDispatched(job) {
      if (job.name === "json") points++;
    },
  });
  const rs = createRequestScheduler({
    scheduler,
    classes: { urgent: { deadline: 50 }, bulk: {} },
    onUnpreemptable: "ignore",
  });
  open.push(scheduler, { close: () => rs.close({ deadline: 1 }) });
  return { rs, turns: () => points };
}

type Started = { url: string; port: number; turns: () => number };

const servers: Readonly<Record<string, () => Promise<Started>>> = {
  async fastify() {
    const { rs, turns } = requests();
    const app = fastify({ bodyLimit: limit, forceCloseConnections: true });
    await app.register(preempt, { requests: rs, json: true });
    const config = { preempt: { class: "bulk" } };
    app.post("/echo", { config }, async (request) => request.body);
    app.post("/count", { config }, async (request) => ({ rows: (request.body as { rows: unknown[] }).rows.length }));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    open.push(app);
    return { url, port: (app.server.address() as AddressInfo).port, turns };
  },
  async express() {
    const { rs, turns } = requests();
    const app = express();
    app.use(jsonBody(rs, { limit, class: "bulk" }));
    app.post(
      "/echo",
      rs.route("bulk", async (request, response) => sendJson(rs, response, request.body)),
    );
    app.post(
      "/count",
      rs.route("bulk", (request, response) => response.json({ rows: request.body.rows.length })),
    );
    app.use(((error, _request, response, _next) => {
      response.status(error.status ?? 500).json({ message: error.message });
    }) satisfies express.ErrorRequestHandler);
    const server = http.createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    open.push({
      close() {
        server.closeAllConnections();
        server.close();
      },
    });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}`, port, turns };
  },
};

const post = (url: string, body: RequestInit["body"], headers = {}) =>
  fetch(url, {
    method: "POST",
    body: body as never,
    headers: { "content-type": "application/json", ...headers },
    duplex: "half",
  } as RequestInit);

describe.each(Object.entries(servers))("%s", (_name, start) => {
  test("bodies of megabytes are parsed by jobs, and answers of megabytes are made by jobs", async () => {
    const { url, turns } = await start();
    expect(await (await post(`${url}/count`, large)).json()).toEqual({ rows: rows.length });
    const parsing = turns();
    expect(parsing).toBeGreaterThan(3);
    const response = await post(`${url}/echo`, large);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("content-length")).toBe(`${Buffer.byteLength(large)}`);
    expect(await response.text()).toBe(large);
    expect(turns()).toBeGreaterThan(2 * parsing);
  });

  test("small bodies and answers are none of their business", async () => {
    const { url, turns } = await start();
    const response = await post(`${url}/echo`, '{"a":[1,{"b":"\u00fc"}]}');
    expect(await response.json()).toEqual({ a: [1, { b: "\u00fc" }] });
    expect(turns()).toBe(0);
  });

  test.for([
    ["malformed", large.slice(0, -1), 400],
    ["malformed inside", `${large.slice(0, 70_000)}]${large.slice(70_000)}`, 400],
    ["a prototype", `{"__proto__":1,${large.slice(1)}`, 400],
    ["small and malformed", "{", 400],
    ["too large", `${" ".repeat(limit)}{}`, 413],
  ] as const)("a body that is %s is answered with its status", async ([_what, body, status]) => {
    const { url } = await start();
    expect((await post(`${url}/count`, body)).status).toBe(status);
    expect((await post(`${url}/count`, large)).status).toBe(200);
  });

  test("a body that says too late how large it is is refused, too", async () => {
    const { url } = await start();
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 100_000;
        if (sent > 2 * limit) controller.close();
        else controller.enqueue(new Uint8Array(100_000).fill(32));
      },
    });
    const answer = await post(`${url}/count`, body).then(
      ({ status }) => status,
      () => "closed",
    );
    expect([413, "closed"]).toContain(answer);
    expect((await post(`${url}/count`, large)).status).toBe(200);
  });

  test("an upload that breaks off leaves nothing behind", async () => {
    const { url, port } = await start();
    for (const method of ["destroy", "end"] as const) {
      const socket = net.connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        "POST /count HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
      );
      socket.write(large.slice(0, 50_000));
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket[method]();
    }
    expect((await post(`${url}/count`, large)).status).toBe(200);
  });

  test("a client that reads slowly gets all of it", async () => {
    const { port } = await start();
    const socket = net.connect({ port, host: "127.0.0.1" });
    const length = Buffer.byteLength(large);
    socket.write(
      `POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(large);
    let text = "";
    socket.setEncoding("utf8");
    for await (const chunk of socket) {
      text += chunk;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toBe(large);
  });
});

test("Fastify's serializers, schemas and hooks are as they were", async () => {
  for (const json of [false, true]) {
    const { rs } = requests();
    const app = fastify();
    open.push(app);
    await app.register(preempt, { requests: rs, json });
    app.addHook("preSerialization", async (_request, _reply, payload) => ({ payload }));
    app.get("/plain", async () => ({ a: 1 }));
    app.get("/own", async (_request, reply) => reply.serializer(() => "own").send({ a: 1 }));
    app.get(
      "/schema",
      { schema: { response: { 200: { type: "object", properties: { b: { type: "number" } } } } } },
      async () => ({ a: 1 }),
    );
    app.get("/hal", async (_request, reply) => reply.type("application/hal+json").send({ a: 1 }));
    await app.register(async (inner) => {
      inner.setReplySerializer(() => "theirs");
      inner.get("/inner", async () => ({ a: 1 }));
    });
    const texts: string[] = [];
    for (const path of ["/plain", "/own", "/schema", "/hal", "/inner"]) texts.push((await app.inject(path)).payload);
    expect(texts).toEqual(['{"payload":{"a":1}}', "own", "{}", '{"payload":{"a":1}}', "theirs"]);
  }
});

test("bodies that Express's middleware does not read are left alone, or refused", async () => {
  const { rs } = requests();
  const app = express();
  app.use(jsonBody(rs));
  app.post("/", (request, response) => void response.json({ body: request.body ?? "none" }));
  app.use(
    ((error, _request, response, _next) =>
      void response.sendStatus(error.status)) satisfies express.ErrorRequestHandler,
  );
  const server = http.createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await (await post(url, "text", { "content-type": "text/plain" })).json()).toEqual({ body: "none" });
  expect(await (await post(url, "")).json()).toEqual({ body: "none" });
  expect(await (await post(url, "[1]", { "content-type": "application/ld+json; charset=UTF-8" })).json()).toEqual({
    body: [1],
  });
  expect((await post(url, "[1]", { "content-type": "application/json; charset=latin1" })).status).toBe(415);
  expect((await post(url, "[1]", { "content-encoding": "gzip" })).status).toBe(415);
});

test("in a job JSON has the urgency of the job, else that of the class", async () => {
  const { rs } = requests();
  const seen: [string, number][] = [];
  rs.scheduler.observe({
    jobReleased(job) {
      if (job.name === "json") seen.push([job.name, job.deadline - job.release]);
    },
  });
  const value = await parseJson(rs, large, { class: "urgent" });
  await stringifyJson(rs, value, { class: "bulk" });
  await rs.run("urgent", async () => parseJson(rs, large));
  expect(seen.map(([, deadline]) => (deadline === Infinity ? "none" : Math.round(deadline) <= 50))).toEqual([
    true,
    "none",
    true,
  ]);
  const cancelled = new AbortController();
  const parsing = parseJson(rs, large, { signal: cancelled.signal });
  cancelled.abort(new Error("no more"));
  await expect(parsing).rejects.toThrow("no more");
  await until(() => rs.scheduler.currentJob === undefined);
});
