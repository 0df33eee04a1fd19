/** Fastify: with a route's requests as jobs everything is answered as without. */
import http2 from "node:http2";
import { Readable } from "node:stream";
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler, type RequestSchedulerOptions } from "@preempt/server";
import preempt, { type PreemptPluginOptions, type RoutePreemption } from "@preempt/server/fastify";
import fastify, { type FastifyInstance, type RouteHandlerMethod } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Gate, until } from "./frameworks.ts";

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
const nothing = Symbol("not an error");

/** All the ways in which a handler may answer. */
const handlers: Readonly<Record<string, RouteHandlerMethod>> = {
  returns: () => ({ a: 1 }),
  "returns null": () => null,
  "returns a text": () => "text",
  "returns a promise": () => pause().then(() => ({ a: 1 })),
  "returns a promise of nothing": () => pause().then(() => undefined),
  "is async": async () => {
    await pause();
    return { a: 2 };
  },
  "is async and returns nothing": async () => {},
  "is async and sends": async (_request, reply) => {
    await pause();
    reply.code(201).send({ a: 3 });
  },
  "is async, sends and returns the reply": async (_request, reply) => {
    await pause();
    return reply.code(202).send({ a: 3 });
  },
  "sends at once": (_request, reply) => {
    reply.header("x-own", "1").send("sent");
  },
  "sends later": (_request, reply) => {
    setTimeout(() => reply.send("later"), 10);
  },
  "sends a stream": (_request, reply) => {
    reply.type("text/plain").send(Readable.from(["a", "b", "c"]));
  },
  "returns a stream": async () => Readable.from(["a", "b"]),
  "sends a Response": async () => new Response("web", { status: 203, headers: { "x-web": "1" } }),
  hijacks: (_request, reply) => {
    reply.hijack();
    reply.raw.end("raw");
  },
  "throws an error": () => {
    throw new Error("broken");
  },
  "throws one with a status": async () => {
    throw Object.assign(new Error("tea"), { statusCode: 418 });
  },
  "throws what is no error": async () => {
    throw nothing;
  },
  "sends an error": (_request, reply) => {
    reply.send(new Error("sent"));
  },
  "reads its this": function (request) {
    return { prefix: this.prefix, url: request.routeOptions.url };
  },
  "is a generator": function* () {
    yield;
    return { a: 4 };
  } as unknown as RouteHandlerMethod,
};

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  vi.restoreAllMocks();
});

function requestsOf(options: Partial<RequestSchedulerOptions> = {}) {
  const scheduler = new Scheduler({ warnAfter: Infinity });
  const rs = createRequestScheduler({
    classes: { urgent: { deadline: 50 }, bulk: {} },
    onUnpreemptable: "ignore",
    ...options,
    scheduler,
  });
  open.push(scheduler, { close: () => rs.close({ deadline: 1 }) });
  return rs;
}

async function appWith(
  rs: PreemptPluginOptions["requests"] | undefined,
  build: (app: FastifyInstance) => void,
  options = {},
): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true });
  if (rs !== undefined) await app.register(preempt, { requests: rs, ...options });
  build(app);
  open.push(app);
  return app;
}

async function listen(app: FastifyInstance): Promise<string> {
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

const job: { config: { preempt: RoutePreemption } } = { config: { preempt: { class: "bulk" } } };

describe("a handler that", () => {
  for (const [name, handler] of Object.entries(handlers)) {
    test(`${name} is answered as without the plugin`, async () => {
      const answers: object[] = [];
      // The last one knows that the handler is short, and calls it at once.
      const known = requestsOf();
      for (const rs of [undefined, requestsOf(), known]) {
        const log: string[] = [];
        const app = await appWith(rs, (app) => {
          app.addHook("onSend", async (_request, reply) => void log.push(`send ${reply.statusCode}`));
          app.addHook("onError", async (_request, _reply, error) => void log.push(`error ${String(error?.message)}`));
          app.addHook("onResponse", async () => void log.push("response"));
          app.get("/x", job, rs === undefined && name === "is a generator" ? async () => ({ a: 4 }) : handler);
        });
        const url = await listen(app);
        if (rs === known) for (let i = 0; i < 34; i++) await (await fetch(`${url}/x`)).text();
        log.length = 0;
        for (const method of ["GET", "HEAD"]) {
          const response = await fetch(`${url}/x`, { method });
          const { "server-timing": timing, date, ...headers } = Object.fromEntries(response.headers);
          answers.push({ method, status: response.status, text: await response.text(), headers, log: [...log] });
          if (timing !== undefined) expect(timing).toMatch(/^queue;dur=/);
        }
      }
      expect(answers.slice(2, 4)).toEqual(answers.slice(0, 2));
      expect(answers.slice(4)).toEqual(answers.slice(0, 2));
    });
  }
});

test("hooks, schemas and decorators of a route work, in their order", async () => {
  const rs = requestsOf();
  const order: string[] = [];
  const app = await appWith(rs, (app) => {
    app.decorateRequest("user", "");
    for (const name of [
      "onRequest",
      "preParsing",
      "preValidation",
      "preHandler",
      "preSerialization",
      "onSend",
    ] as const)
      app.addHook(name, async () => void order.push(name));
    app.post(
      "/x",
      {
        ...job,
        onRequest: async () => void order.push("own"),
        schema: { body: { type: "object", required: ["n"], properties: { n: { type: "number" } } } },
      },
      async (request) => {
        order.push("handler");
        return { twice: (request.body as { n: number }).n * 2 };
      },
    );
  });
  const url = await listen(app);
  const post = (body: string) =>
    fetch(`${url}/x`, { method: "POST", body, headers: { "content-type": "application/json" } });
  expect(await (await post('{"n":4}')).json()).toEqual({ twice: 8 });
  expect(order).toEqual([
    "onRequest",
    "own",
    "preParsing",
    "preValidation",
    "preHandler",
    "handler",
    "preSerialization",
    "onSend",
  ]);
  expect((await post('{"m":4}')).status).toBe(400);
  expect((await post("{")).status).toBe(400);
  expect(rs.load.bulk).toMatchObject({ admitted: 1, done: 1, ready: 0 });
});

test("who is refused without a body costs no hook of the route; a hook that answers frees the place in the queue", async () => {
  const rs = requestsOf({ classes: { bulk: { concurrency: 1, maxQueue: 1 } } });
  const gate = new Gate();
  let asked = 0;
  const app = await appWith(rs, (app) => {
    app.addHook("preHandler", async (request, reply) => {
      asked++;
      if (request.headers.authorization === undefined) return reply.code(401).send("who?");
    });
    app.get("/x", job, function* () {
      yield* gate.compute();
      return "done";
    } as never);
  });
  const url = await listen(app);
  const get = (authorization?: string) => fetch(`${url}/x`, { headers: { ...(authorization && { authorization }) } });
  expect((await get()).status).toBe(401);
  expect((await get()).status).toBe(401);
  await until(() => rs.load.bulk?.ready === 0);
  const running = get("me");
  await until(() => rs.load.bulk?.running === 1);
  const waiting = get("me");
  await until(() => rs.load.bulk?.ready === 1);
  expect((await get("me")).status).toBe(503);
  expect(asked).toBe(4);
  gate.open();
  expect([(await running).status, (await waiting).status]).toEqual([200, 200]);
});

test("uploads take no place while they come", async () => {
  const rs = requestsOf({ classes: { bulk: { maxQueue: 1 } } });
  const app = await appWith(rs, (app) => {
    app.post("/x", job, async (request) => (request.body as { n: number }).n);
  });
  const url = await listen(app);
  let finish: (() => void) | undefined;
  const slow = Array.from({ length: 5 }, () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"n":'));
        const before = finish;
        finish = () => {
          before?.();
          controller.enqueue(new TextEncoder().encode("5}"));
          controller.close();
        };
      },
    });
    const headers = { "content-type": "application/json" };
    return fetch(`${url}/x`, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  });
  await pause();
  const quick = await fetch(`${url}/x`, {
    method: "POST",
    body: '{"n":1}',
    headers: { "content-type": "application/json" },
  });
  expect(await quick.text()).toBe("1");
  finish?.();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
});

test("requests of HTTP/2 are answered, and cancelled when their stream is closed", async () => {
  const rs = requestsOf();
  const gate = new Gate();
  const app = fastify({ http2: true });
  await app.register(preempt, { requests: rs });
  app.post("/x", job, function* (request: { body: unknown }) {
    yield* gate.compute();
    return request.body;
  } as never);
  open.push(app as never);
  const client = http2.connect(await app.listen({ port: 0, host: "127.0.0.1" }));
  open.push({ close: async () => client.close() });
  const post = () => {
    const stream = client.request({ ":method": "POST", ":path": "/x", "content-type": "application/json" });
    stream.on("error", () => {});
    stream.end('{"a":1}');
    return stream;
  };
  const leaving = post();
  await until(() => rs.load.bulk?.running === 1);
  leaving.close(http2.constants.NGHTTP2_CANCEL);
  await until(() => rs.load.bulk?.cancelled === 1 && rs.load.bulk?.running === 0);
  gate.open();
  const stream = post().setEncoding("utf8");
  let text = "";
  for await (const chunk of stream) text += chunk;
  expect(text).toBe('{"a":1}');
  expect(rs.load.bulk).toMatchObject({ done: 1, cancelled: 1 });
});

test("a route's handlerTimeout answers, and cancels the job", async () => {
  const rs = requestsOf();
  const app = await appWith(rs, (app) => {
    app.get("/x", { ...job, handlerTimeout: 30 }, function* () {
      yield* new Gate().compute();
    } as never);
    app.post("/y", { ...job, handlerTimeout: 3000 }, async (request) => {
      await pause();
      return request.body;
    });
  });
  const url = await listen(app);
  for (const times of [1, 2]) {
    expect((await fetch(`${url}/x`)).status).toBe(503);
    await until(() => rs.load.bulk?.running === 0);
    expect(rs.load.bulk?.cancelled).toBe(times);
  }
  expect(await (await fetch(`${url}/y`, { method: "POST", body: "text" })).text()).toBe("text");
});

test("routes are jobs where their config says so, or all of them", async () => {
  const classify = ({ url }: { url: string }) => (url === "/c" ? "urgent" : undefined);
  for (const allRoutes of [false, true]) {
    const rs = requestsOf({ classify, defaultClass: "bulk" });
    const app = await appWith(
      rs,
      (app) => {
        for (const path of ["/a", "/c"]) app.get(path, async () => path);
        app.get("/b", { config: { preempt: false } }, async () => "b");
        app.get("/d", { config: { preempt: {} } }, async () => "d");
        app.get("/e", { config: { preempt: { class: "urgent", deadline: 5 } } }, async () => "e");
      },
      { allRoutes },
    );
    for (const path of ["/a", "/b", "/c", "/d", "/e"]) expect((await app.inject(path)).statusCode).toBe(200);
    const admitted = { bulk: rs.load.bulk?.admitted, urgent: rs.load.urgent?.admitted };
    expect(admitted).toEqual(allRoutes ? { bulk: 2, urgent: 2 } : { bulk: 1, urgent: 1 });
  }
});

test("handlers that are not preemptable are named at the start, each once", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const build = (app: FastifyInstance) => {
    app.get("/a", job, async function report() {});
    app.route({ method: ["PUT", "POST"], url: "/b", ...job, handler: async () => {} });
    app.get("/c", async () => {});
    app.get("/d", job, function* () {} as never);
  };
  await (await appWith(requestsOf({ onUnpreemptable: "warn" }), build)).ready();
  const texts = warn.mock.calls.map(([text]) => String(text).split(" is not")[0]);
  expect(texts).toEqual([
    'preempt: the handler "report" of GET /a, of class "bulk"',
    'preempt: the handler "handler" of PUT, POST /b, of class "bulk"',
  ]);
  const strict = await appWith(requestsOf({ onUnpreemptable: "throw" }), build);
  await expect(strict.ready()).rejects.toMatchObject({ code: "handler_not_preemptable" });
  await (await appWith(requestsOf({ onUnpreemptable: "ignore" }), build)).ready();
  expect(warn).toHaveBeenCalledTimes(2);
});

test("what cannot be meant is refused when the route is registered", async () => {
  const app = await appWith(requestsOf(), () => {});
  const wrong = (preemptOf: object) => () => app.get("/x", { config: { preempt: preemptOf } }, async () => 1);
  expect(wrong({ class: "none" })).toThrow(/"urgent", "bulk"/);
  expect(wrong({ klass: "bulk" })).toThrow(/Give "class"/);
  expect(wrong({ deadline: -1 })).toThrow(/above 0/);
});
