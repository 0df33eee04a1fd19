/** Clients of all kinds, at once: nothing is lost, nothing is answered twice, and nothing that they do keeps others from an answer. */
import { once } from "node:events";
import net from "node:net";
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler, type RequestSchedulerOptions } from "@preempt/server";
import { describe, expect, test } from "vitest";
import { classify, frameworks, Gate, type Routes, type Running, type Start, until } from "./frameworks.ts";

type Requests = ReturnType<typeof createRequestScheduler<"login" | "report">>;

async function run(
  start: Start,
  routes: Routes,
  classes: RequestSchedulerOptions<"login" | "report">["classes"],
  body: (running: Running, rs: Requests) => Promise<void>,
): Promise<void> {
  const scheduler = new Scheduler({ warnAfter: Infinity });
  const rs = createRequestScheduler<"login" | "report">({
    scheduler,
    classes,
    classify,
    overload: false,
    onUnpreemptable: "throw",
  });
  const running = await start(rs, routes);
  try {
    await body(running, rs);
  } finally {
    await running.close();
    await rs.close({ deadline: 1 });
    await scheduler.close();
  }
}

/** The same numbers each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Handlers that say what they did, and compute for a while. */
function counting(): { started: string[]; ended: string[]; routes: Routes } {
  const started: string[] = [];
  const ended: string[] = [];
  const handle: Routes["login"] = function* ({ path }) {
    started.push(path);
    const steps = path.startsWith("/login") ? 1 : 30;
    for (let i = 0; i < steps; i++) {
      for (let j = 0; j < 5000; j++);
      yield;
    }
    ended.push(path);
    return `answer to ${path}`;
  };
  return { started, ended, routes: { login: handle, report: handle } };
}

/** A connection that speaks for itself. */
async function connect({ port }: Running): Promise<net.Socket> {
  const socket = net.connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** All that comes until the other side closes. */
async function textOf(socket: net.Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

describe.each(Object.entries(frameworks))("%s", (_name, start) => {
  test("of requests that come, go and are refused, each gets one answer or none, its own", async () => {
    const { started, ended, routes } = counting();
    const classes = { login: { deadline: 50 }, report: { maxQueue: 15, concurrency: 3, maxWait: 400 } };
    await run(start, routes, classes, async ({ url }, rs) => {
      const random = randomOf(7);
      const outcomes = new Map<string, string>();
      const left = new Set<string>();
      const client = async (number: number) => {
        const path = `${random() < 0.4 ? "/login" : "/report"}?${number}`;
        const leaving = new AbortController();
        const leavesAfter = random() < 0.3 ? random() * 40 : undefined;
        const posts = random() < 0.3;
        await pause(random() * 300);
        const timer = leavesAfter === undefined ? undefined : setTimeout(() => leaving.abort(), leavesAfter);
        try {
          const init = posts ? { method: "POST", body: "x".repeat(1000) } : {};
          const response = await fetch(url + path, { ...init, signal: leaving.signal });
          const text = await response.text();
          outcomes.set(path, response.status === 200 ? text : `${response.status}`);
        } catch {
          left.add(path);
        } finally {
          clearTimeout(timer);
        }
      };
      await Promise.all(Array.from({ length: 200 }, (_, number) => client(number)));
      for (const load of Object.values(rs.load)) await until(() => load.ready === 0 && load.running === 0);

      expect(outcomes.size + left.size).toBe(200);
      expect(new Set(started).size).toBe(started.length);
      expect(new Set(ended).size).toBe(ended.length);
      for (const [path, text] of outcomes) {
        expect([`answer to ${path}`, "503"]).toContain(text);
        expect([path, ended.includes(path)]).toEqual([path, text !== "503"]);
      }
      for (const { admitted, done, failed, cancelled, refusedBy } of Object.values(rs.load)) {
        expect(done + failed + cancelled + refusedBy.waited_too_long).toBe(admitted);
        expect(failed).toBe(0);
      }
      // Whoever stayed was answered or refused; whoever left was cancelled, or had been answered already.
      const all = Object.values(rs.load).reduce((sum, load) => sum + load.done + load.refused, 0);
      expect(all).toBeGreaterThanOrEqual(outcomes.size);
    });
  });

  test("requests that come one behind the other on a connection are answered in their order, each once", async () => {
    const { routes } = counting();
    await run(start, routes, { login: { deadline: 50 }, report: {} }, async (running) => {
      const socket = await connect(running);
      const paths = Array.from({ length: 12 }, (_, i) => `${i % 3 === 0 ? "/report" : "/login"}?${i}`);
      const last = paths.length - 1;
      socket.write(
        paths
          .map((path, i) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${i === last ? "Connection: close\r\n" : ""}\r\n`)
          .join(""),
      );
      const text = await textOf(socket);
      expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(paths.map(() => "HTTP/1.1 200"));
      expect(text.match(/answer to \/\w+\?\d+/g)).toEqual(paths.map((path) => `answer to ${path}`));
    });
  });

  test("1,000 idle connections, with and without the beginning of a request, keep nobody from an answer", async () => {
    const { routes } = counting();
    await run(start, routes, { login: { deadline: 50 }, report: { maxQueue: 1 } }, async (running, rs) => {
      const idle: net.Socket[] = [];
      for (let i = 0; i < 1000; i += 100) {
        idle.push(...(await Promise.all(Array.from({ length: 100 }, () => connect(running)))));
      }
      idle.forEach((socket, i) => {
        if (i % 3 === 0) socket.write("GET /report HTTP/1.1\r\nHost: a\r\nX-Slow: ");
        // A body that never comes.
        if (i % 3 === 1)
          socket.write(
            "POST /report HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
          );
      });
      await pause(50);
      for (const path of ["/login?1", "/login?2"])
        expect(await (await fetch(running.url + path)).text()).toBe(`answer to ${path}`);
      for (const socket of idle) socket.destroy();
      for (const load of Object.values(rs.load)) await until(() => load.ready === 0 && load.running === 0);
      expect(await (await fetch(`${running.url}/report?3`)).text()).toBe("answer to /report?3");
    });
  });

  test("what is no request, and floods of headers, are refused by the server, and others answered", async () => {
    const { started, routes } = counting();
    await run(start, routes, { login: { deadline: 50 }, report: {} }, async (running) => {
      const headers = Array.from({ length: 2000 }, (_, i) => `X-Header-${i}: ${"x".repeat(20)}\r\n`).join("");
      const wrong: [string, RegExp][] = [
        ["nonsense\r\n\r\n", /^HTTP\/1\.1 400 /],
        ["GET /report HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n", /^HTTP\/1\.1 400 /],
        [
          "POST /report HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
          /^HTTP\/1\.1 400 /,
        ],
        [`GET /report HTTP/1.1\r\nHost: a\r\n${headers}\r\n`, /^HTTP\/1\.1 431 /],
      ];
      for (const [text, answer] of wrong) {
        const socket = await connect(running);
        const got = textOf(socket);
        socket.write(text);
        expect(await got).toMatch(answer);
        expect(await (await fetch(`${running.url}/login?1`)).text()).toBe("answer to /login?1");
      }
      expect(started.every((path) => path === "/login?1")).toBe(true);
    });
  });

  test("whoever is there when the server closes is answered: it finishes, or it is refused", async () => {
    const gate = new Gate();
    const routes: Routes = {
      *login() {
        return "in";
      },
      *report() {
        yield* gate.compute();
        return "done";
      },
    };
    for (const finishes of [true, false]) {
      gate.isOpen = false;
      await run(start, routes, { login: {}, report: { concurrency: 2 } }, async ({ url, server }, rs) => {
        const requests = Array.from({ length: 8 }, async () => {
          const response = await fetch(`${url}/report`);
          await response.text();
          return response.status;
        });
        await until(() => rs.load.report.running === 2 && rs.load.report.ready === 6);
        const stopped = new Promise((resolve) => server.close(resolve));
        const closed = rs.close({ deadline: finishes ? 20_000 : 20 });
        if (finishes) gate.open();
        expect(await Promise.all(requests)).toEqual(new Array(8).fill(finishes ? 200 : 503));
        await closed;
        server.closeIdleConnections();
        await stopped;
      });
    }
  });
});
