/** Clients that go, and servers that close, in between: before the handler is reached, and in the middle of an answer. */
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler, type RequestScheduler } from "@preempt/server";
import { admission } from "@preempt/server/express";
import preempt from "@preempt/server/fastify";
import express from "express";
import fastify from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { Gate, until } from "./frameworks.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Requests = RequestScheduler<"bulk">;
/** A server with one route, and what runs before its handler. */
type Start = (
  rs: Requests,
  before: (request: http.IncomingMessage) => Promise<void>,
  handler: (response: http.ServerResponse) => Generator<unknown, void>,
) => Promise<number>;

const servers: Readonly<Record<string, Start>> = {
  async fastify(rs, before, handler) {
    const app = fastify({ forceCloseConnections: true });
    await app.register(preempt, { requests: rs });
    app.addHook("preHandler", async (request) => before(request.raw));
    app.post("/", { config: { preempt: { class: "bulk" } } }, function* (
      _request: unknown,
      reply: { raw: http.ServerResponse; hijack(): void },
    ) {
      reply.hijack();
      yield* handler(reply.raw);
    } as never);
    await app.listen({ port: 0, host: "127.0.0.1" });
    open.push(app);
    return (app.server.address() as AddressInfo).port;
  },
  async express(rs, before, handler) {
    const app = express();
    app.use(async (request, _response, next) => {
      await before(request);
      next();
    });
    const run = function* (_request: unknown, response: http.ServerResponse) {
      yield* handler(response);
    };
    app.post("/", rs.route("bulk", run as never));
    const server = http.createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    open.push({
      close() {
        server.closeAllConnections();
        server.close();
      },
    });
    return (server.address() as AddressInfo).port;
  },
};

function requests(): Requests {
  const scheduler = new Scheduler({ warnAfter: Infinity });
  const rs = createRequestScheduler<"bulk">({ scheduler, classes: { bulk: {} }, onUnpreemptable: "throw" });
  open.push(scheduler, { close: () => rs.close({ deadline: 1 }) });
  return rs;
}

const post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody";

describe.each(Object.entries(servers))("%s", (_name, start) => {
  test("a client that has gone when its handler is reached costs no handler", async () => {
    const rs = requests();
    let reached = 0;
    let ran = 0;
    const port = await start(
      rs,
      async ({ socket }) => {
        await until(() => socket.destroyed);
        reached++;
      },
      function* () {
        ran++;
        yield;
      },
    );
    const socket = net.connect(port, "127.0.0.1");
    socket.write(post);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await until(() => reached === 1 && rs.load.bulk.cancelled === 1);
    await until(() => rs.load.bulk.ready === 0 && rs.load.bulk.running === 0);
    expect(ran).toBe(0);
  });

  test("an answer that has begun when the server closes is cut off, and no whole one", async () => {
    const rs = requests();
    const port = await start(
      rs,
      async () => {},
      function* (response) {
        response.write("the first half");
        yield* new Gate().compute();
      },
    );
    const socket = net.connect(port, "127.0.0.1").setEncoding("utf8");
    socket.on("error", () => {});
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(post);
    await until(() => text.includes("the first half"));
    await rs.close({ deadline: 10 });
    await closed;
    // The last chunk is missing.
    expect(text.endsWith("\r\n0\r\n\r\n")).toBe(false);
  });
});

test("behind Express' admission a handler goes on when its answer is complete, and who is not run gives the place back", async () => {
  const rs: Requests = createRequestScheduler({ classes: { bulk: {} }, onUnpreemptable: "ignore" });
  const app = express();
  let isDone = false;
  const answered = Promise.withResolvers<void>();
  const run = async (_request: unknown, response: http.ServerResponse) => {
    response.once("close", answered.resolve);
    response.end("done");
    await answered.promise;
    await new Promise((resolve) => setTimeout(resolve, 5));
    isDone = true;
  };
  app.get("/run", admission(rs), rs.route("bulk", run as never));
  app.get("/other", admission(rs), (_request, response) => void response.end("other"));
  const server = http.createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${url}/run`)).text()).toBe("done");
  await until(() => isDone);
  await until(() => rs.load.bulk.done === 1);
  expect(await (await fetch(`${url}/other`)).text()).toBe("other");
  await until(() => rs.load.bulk.cancelled === 1);
  expect(rs.load.bulk).toMatchObject({ done: 1, cancelled: 1, ready: 0, running: 0 });
});
