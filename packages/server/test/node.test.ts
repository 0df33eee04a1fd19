/** Real requests of real servers. */
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import net, { type AddressInfo } from "node:net";
import { createRequestScheduler, RequestRefused } from "@preempt/server";
import {
  type ListenerOptions,
  loopDelayGuard,
  loopUtilisationGuard,
  type NodeHandler,
  requestListener,
  shutDown,
} from "@preempt/server/node";
import { expect, onTestFinished, test } from "vitest";

type Request = http.IncomingMessage;
type Response = http.ServerResponse;

async function listen(server: http.Server | http2.Http2Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    if (server instanceof http.Server) server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const classify = ({ url }: { url?: string | undefined }) => (url === "/report" ? "report" : "login");

function scheduler(report: object = {}) {
  const rs = createRequestScheduler({
    classes: { login: { deadline: 50 }, report },
    classify,
    onUnpreemptable: "ignore",
  });
  onTestFinished(() => rs.close({ deadline: 0 }));
  return rs;
}

/** Computes for a while, and can be preempted. */
function* compute(ms: number) {
  for (let i = 0; i < ms; i++) {
    const end = performance.now() + 1;
    while (performance.now() < end);
    yield;
  }
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

function serve(
  rs: ReturnType<typeof scheduler>,
  handler: NodeHandler<Request, Response>,
  options?: ListenerOptions<Request, Response>,
) {
  return listen(http.createServer(requestListener(rs, handler, options)));
}

test("logins are answered while reports are computed, and answers say how long requests waited", async () => {
  const rs = scheduler();
  const answered: string[] = [];
  const url = await serve(
    rs,
    function* (request, response) {
      if (request.url === "/report") yield* compute(150);
      answered.push(request.url ?? "");
      response.end("ok");
    },
    { serverTiming: 0 },
  );
  const get = async (path: string) => {
    const response = await fetch(url + path);
    expect(await response.text()).toBe("ok");
    return response.headers.get("server-timing");
  };
  const reports = [get("/report"), get("/report")];
  await until(() => rs.load.report.running > 0);
  for (let i = 0; i < 5; i++) expect(await get("/login")).toMatch(/^queue;dur=[\d.]+$/);
  await Promise.all(reports);
  expect(answered).toEqual([...new Array(5).fill("/login"), "/report", "/report"]);
});

test("a request whose client disconnects is cancelled, waiting and running", async () => {
  const rs = scheduler({ concurrency: 1 });
  const cancelled: string[] = [];
  rs.on("cancelled", ({ state }) => void cancelled.push(state));
  const signals: AbortSignal[] = [];
  const url = await serve(rs, function* (_request, _response, { signal }) {
    signals.push(signal);
    for (;;) {
      yield* compute(1);
    }
  });
  const controllers = [new AbortController(), new AbortController()];
  const requests = controllers.map(({ signal }) => fetch(`${url}/report`, { signal }).catch(() => {}));
  await until(() => rs.load.report.running === 1 && rs.load.report.ready === 1);
  // Which of them came first is up to the sockets.
  for (const controller of controllers) {
    controller.abort();
    await until(() => rs.load.report.cancelled > controllers.indexOf(controller));
  }
  await Promise.all(requests);
  await until(() => rs.load.report.running === 0);
  expect(cancelled.toSorted()).toEqual(cancelled[0] === "waiting" ? ["running", "waiting"] : ["running", "running"]);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});

test("a refused request is answered with 503 and Retry-After, or by the degraded handler", async () => {
  for (const onOverload of ["refuse", "degrade"] as const) {
    const rs = scheduler({ maxQueue: 1, concurrency: 1, onOverload });
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler = async (_request: Request, response: Response) => {
      await finished;
      response.end("whole");
    };
    const url = await serve(rs, handler, { degraded: (_request, response) => response.end("cached") });
    const first = fetch(`${url}/report`);
    await until(() => rs.load.report.running === 1);
    const second = fetch(`${url}/report`);
    await until(() => rs.load.report.ready === 1);
    const third = await fetch(`${url}/report`);
    if (onOverload === "refuse") {
      expect([third.status, third.headers.get("retry-after"), await third.text()]).toEqual([503, "1", "queue_full\n"]);
    } else expect([third.status, await third.text()]).toEqual([200, "cached"]);
    finish();
    expect(await (await first).text()).toBe("whole");
    expect(await (await second).text()).toBe("whole");
  }
});

test("what a handler throws is answered with 500 and reported, and stops nothing", async () => {
  const rs = scheduler();
  const errors: unknown[] = [];
  const handler = (request: Request, response: Response) => {
    if (request.url === "/half") response.write("half");
    throw new Error(`no ${request.url}`);
  };
  const url = await serve(rs, handler, { onError: (error) => void errors.push((error as Error).message) });
  expect((await fetch(`${url}/a`)).status).toBe(500);
  await expect(fetch(`${url}/half`).then((response) => response.text())).rejects.toThrow();
  expect((await fetch(`${url}/b`)).status).toBe(500);
  expect(errors).toEqual(["no /a", "no /half", "no /b"]);
  expect(rs.load.login).toMatchObject({ failed: 3, running: 0 });
});

test("what classify throws is answered with 500 and reported", async () => {
  const rs = createRequestScheduler({
    classes: { page: {} },
    classify: () => {
      throw new Error("no class");
    },
    onUnpreemptable: "ignore",
  });
  const errors: unknown[] = [];
  const listener = requestListener(rs, () => {}, { onError: (error: unknown) => void errors.push(String(error)) });
  const url = await listen(http.createServer(listener as (request: Request, response: Response) => void));
  expect((await fetch(url)).status).toBe(500);
  expect(errors).toEqual(["Error: no class"]);
  await rs.close();
});

test("/health answers while the thread is full, and 503 once the server closes", async () => {
  const rs = scheduler({ maxQueue: 5 });
  const url = await serve(rs, function* () {
    for (;;) yield* compute(1);
  });
  const controller = new AbortController();
  const reports = [1, 2, 3].map(() => fetch(`${url}/report`, { signal: controller.signal }).catch(() => {}));
  await until(() => rs.load.report.running === 3);
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.json()]).toMatchObject([
    200,
    { status: "ok", classes: { report: { running: 3 } } },
  ]);
  const closed = rs.close();
  expect((await fetch(`${url}/health`)).status).toBe(503);
  expect([(await fetch(`${url}/login`)).status, rs.load.login.refusedBy.closed]).toEqual([503, 1]);
  controller.abort();
  await closed;
  await Promise.all(reports);
});

test("close() with a deadline cancels what has not ended, and answers those that wait", async () => {
  const rs = scheduler({ concurrency: 1 });
  const url = await serve(rs, function* () {
    for (;;) yield* compute(1);
  });
  const answers = [1, 2].map(() => fetch(`${url}/report`));
  await until(() => rs.load.report.running === 1 && rs.load.report.ready === 1);
  await rs.close({ deadline: 5 });
  for (const answer of answers) expect((await answer).status).toBe(503);
});

test("shutDown lets what was admitted end, cancels the rest at the deadline, and closes all connections", async () => {
  const rs = scheduler();
  const server = http.createServer(
    requestListener(rs, function* (request, response) {
      if (request.url === "/report") for (;;) yield* compute(1);
      yield* compute(5);
      response.end("ok");
    }),
  );
  const url = await listen(server);
  // One connection stays idle.
  const agent = new http.Agent({ keepAlive: true });
  await new Promise((resolve) => http.get(url, { agent }, (response) => response.resume().on("end", resolve)));
  const report = fetch(`${url}/report`);
  await until(() => rs.load.report.running === 1);
  const login = fetch(`${url}/login`);
  await until(() => rs.load.login.ready + rs.load.login.running === 1);
  await shutDown(server, rs, { deadline: 50 });
  expect([(await login).status, (await report).status]).toEqual([200, 503]);
  expect(server.listening).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
  agent.destroy();
});

test("shutDown ends an HTTP/2 server", async () => {
  const rs = scheduler();
  const handler: NodeHandler<http2.Http2ServerRequest, http2.Http2ServerResponse> = function* (_, response) {
    yield* compute(2);
    response.end("ok");
  };
  const server = http2.createServer(requestListener(rs, handler));
  const session = http2.connect(await listen(server));
  const login = session.request({ ":path": "/login" });
  const answered = once(login, "response");
  await until(() => rs.load.login.ready + rs.load.login.running === 1);
  const ended = shutDown(server, rs, { deadline: 1000 });
  expect((await answered)[0]).toMatchObject({ ":status": 200 });
  login.resume();
  await ended;
  expect(rs.load.login.done).toBe(1);
});

test("guards by delay and utilisation refuse everything, however urgent", async () => {
  const utilisation = loopUtilisationGuard(0.5);
  const delay = loopDelayGuard(30);
  const rs = createRequestScheduler({
    classes: { login: { deadline: 50 } },
    overload: { admission: false, guard: () => [utilisation(), delay()].some(Boolean) },
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  const before = rs.admit("login");
  for (let i = 0; i < 4; i++) {
    const end = performance.now() + 60;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(rs.admit("login")).toMatchObject({ code: "overload", retryAfter: 1 });
  if (!(before instanceof RequestRefused)) before.cancel();
  await rs.close();
});

test("requests of HTTP/2 are jobs, too, and cancelled when their stream is closed", async () => {
  const rs = scheduler();
  const handler: NodeHandler<http2.Http2ServerRequest, http2.Http2ServerResponse> = function* (request, response) {
    if (request.url === "/report") for (;;) yield* compute(1);
    response.end("ok");
  };
  const url = await listen(http2.createServer(requestListener(rs, handler, { serverTiming: 0 })));
  const session = http2.connect(url);
  onTestFinished(() => session.destroy());
  const report = session.request({ ":path": "/report" });
  await until(() => rs.load.report.running === 1);
  const login = session.request({ ":path": "/login" });
  const [headers] = await once(login, "response");
  expect(headers).toMatchObject({ ":status": 200, "server-timing": expect.stringMatching(/^queue;dur=/) });
  report.close(http2.constants.NGHTTP2_CANCEL);
  await until(() => rs.load.report.cancelled === 1 && rs.load.report.running === 0);
});

test("a client that sends half a request, or nonsense, takes no place", async () => {
  const rs = scheduler();
  const url = await serve(rs, (_request, response) => void response.end("ok"));
  const { port } = new URL(url);
  const half = net.connect(Number(port), "127.0.0.1");
  half.write("GET /report HTTP/1.1\r\nHost: a\r\n");
  const nonsense = net.connect(Number(port), "127.0.0.1");
  nonsense.end("\0\0\0\r\n\r\n");
  const [answer] = await once(nonsense, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await (await fetch(`${url}/login`)).text()).toBe("ok");
  half.destroy();
  expect(rs.load.report).toMatchObject({ admitted: 0, ready: 0 });
});

test("a route is a handler that a framework can be given: it is run in its class, or answers 503", async () => {
  const rs = scheduler({ maxQueue: 1 });
  const route = rs.route("report", function* (request: Request, response: Response) {
    yield* compute(1);
    response.end(request.url);
  });
  const url = await listen(http.createServer((request, response) => void route(request, response)));
  expect(await (await fetch(`${url}/x`)).text()).toBe("/x");
  expect(rs.load.report.done).toBe(1);
  const ticket = rs.admit("report");
  expect((await fetch(`${url}/y`)).status).toBe(503);
  if (!(ticket instanceof RequestRefused)) ticket.cancel();
});
