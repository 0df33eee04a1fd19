/** What holds for requests in every framework: real servers, real clients. */
import { Scheduler } from "@preempt/runtime";
import { createRequestScheduler, type RequestSchedulerOptions } from "@preempt/server";
import { describe, expect, test } from "vitest";
import { classify, degraded, failed, frameworks, Gate, type Routes, type Start, until } from "./frameworks.ts";

type Options = Partial<RequestSchedulerOptions<"login" | "report">>;
type Requests = ReturnType<typeof make>;

async function run(
  start: Start,
  routes: Partial<Routes>,
  options: Options,
  body: (world: { url: string; rs: Requests }) => Promise<void>,
) {
  const scheduler = new Scheduler({ warnAfter: Infinity });
  const rs = make({ ...options, scheduler });
  const nothing = function* () {
    return "ok";
  };
  const running = await start(rs, { login: nothing, report: nothing, ...routes });
  try {
    await body({ url: running.url, rs });
  } finally {
    await running.close();
    await rs.close({ deadline: 1 });
    await scheduler.close();
  }
}

function make(options: Options) {
  return createRequestScheduler<"login" | "report">({
    classes: { login: { deadline: 50 }, report: {} },
    classify,
    onUnpreemptable: "throw",
    ...options,
  });
}

const get = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** A report that computes until the gate is open. */
function gated(): { gate: Gate; ran: string[]; routes: Routes } {
  const gate = new Gate();
  const ran: string[] = [];
  const routes: Routes = {
    *login({ path }) {
      ran.push(path);
      return "in";
    },
    *report({ path }) {
      yield* gate.compute();
      ran.push(path);
      return "done";
    },
  };
  return { gate, ran, routes };
}

describe.each(Object.entries(frameworks))("%s", (_name, start) => {
  test("urgent requests are answered while bulky ones are computed, and say how long they waited", async () => {
    const { gate, ran, routes } = gated();
    await run(
      start,
      routes,
      { classes: { login: { deadline: 50 }, report: { concurrency: 1 } } },
      async ({ url, rs }) => {
        const reports = [get(`${url}/report`), get(`${url}/report`)];
        await until(() => rs.load.report.running === 1 && rs.load.report.ready === 1);
        for (let i = 0; i < 3; i++) {
          const { status, text } = await get(`${url}/login`);
          expect([status, text]).toEqual([200, "in"]);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
        gate.open();
        const done = await Promise.all(reports);
        expect(done.map(({ text }) => text)).toEqual(["done", "done"]);
        const waits = done.map(({ headers }) =>
          Number(/^queue;dur=([\d.]+)$/.exec(headers.get("server-timing") ?? "")?.[1] ?? 0),
        );
        expect(Math.max(...waits)).toBeGreaterThanOrEqual(19);
        expect(ran).toEqual(["/login", "/login", "/login", "/report", "/report"]);
      },
    );
  });

  test("a request whose client goes away while it waits never runs", async () => {
    const { gate, ran, routes } = gated();
    await run(start, routes, { classes: { login: {}, report: { concurrency: 1 } } }, async ({ url, rs }) => {
      const first = get(`${url}/report?1`);
      await until(() => rs.load.report.running === 1);
      const leaving = new AbortController();
      const second = fetch(`${url}/report?2`, { signal: leaving.signal });
      await until(() => rs.load.report.ready === 1);
      leaving.abort();
      await expect(second).rejects.toThrow();
      await until(() => rs.load.report.cancelled === 1);
      gate.open();
      expect((await first).text).toBe("done");
      expect((await get(`${url}/report?3`)).text).toBe("done");
      expect(ran).toEqual(["/report?1", "/report?3"]);
    });
  });

  for (const init of [{}, { method: "POST", body: "some" }]) {
    const what = init.method ?? "GET";
    test(`a ${what} whose client goes away while it runs is cancelled: its finally runs, its signal is aborted`, async () => {
      const seen: string[] = [];
      const routes: Partial<Routes> = {
        *report({ signal }) {
          signal.addEventListener("abort", () => seen.push("aborted"));
          try {
            yield* new Gate().compute();
          } finally {
            seen.push("finally");
          }
          return "never";
        },
      };
      await run(start, routes, {}, async ({ url, rs }) => {
        const leaving = new AbortController();
        const request = fetch(`${url}/report`, { ...init, signal: leaving.signal });
        await until(() => rs.load.report.running === 1);
        await get(`${url}/login`);
        // Not before.
        expect(seen).toEqual([]);
        leaving.abort();
        await expect(request).rejects.toThrow();
        await until(() => rs.load.report.running === 0);
        expect(seen.sort()).toEqual(["aborted", "finally"]);
        expect(rs.load.report).toMatchObject({ cancelled: 1, done: 0, failed: 0, ready: 0 });
      });
    });
  }

  for (const onOverload of ["refuse", "degrade"] as const) {
    test(`a request that finds a full queue is refused (${onOverload})`, async () => {
      const { gate, routes } = gated();
      const classes = { login: {}, report: { concurrency: 1, maxQueue: 1, onOverload } };
      await run(start, routes, { classes }, async ({ url, rs }) => {
        const first = get(`${url}/report`);
        await until(() => rs.load.report.running === 1);
        const second = get(`${url}/report`);
        await until(() => rs.load.report.ready === 1);
        const third = await get(`${url}/report`);
        if (onOverload === "refuse") {
          expect(third.status).toBe(503);
          expect(Number(third.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        } else expect([third.status, third.text]).toEqual([200, degraded]);
        gate.open();
        expect([(await first).text, (await second).text]).toEqual(["done", "done"]);
        expect(rs.load.report).toMatchObject({ done: 2, refused: 1 });
      });
    });

    test(`a request that has waited too long is refused (${onOverload})`, async () => {
      const { gate, routes } = gated();
      const classes = { login: {}, report: { concurrency: 1, maxWait: 300, onOverload } };
      await run(start, routes, { classes }, async ({ url, rs }) => {
        const first = get(`${url}/report`);
        await until(() => rs.load.report.running === 1);
        const second = await get(`${url}/report`);
        if (onOverload === "refuse") {
          expect(second.status).toBe(503);
          expect(Number(second.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
        } else expect([second.status, second.text]).toEqual([200, degraded]);
        gate.open();
        expect((await first).text).toBe("done");
        expect(rs.load.report.refusedBy.waited_too_long).toBe(1);
      });
    });
  }

  test("what a handler throws goes to the framework's error handler", async () => {
    const routes: Partial<Routes> = {
      *report() {
        throw new Error("no");
      },
    };
    await run(start, routes, {}, async ({ url, rs }) => {
      const { status, text } = await get(`${url}/report`);
      expect([status, text]).toEqual([500, failed]);
      expect(rs.load.report).toMatchObject({ failed: 1, running: 0 });
    });
  });

  test("requests that run at the deadline of close are answered with 503, and so are those that come later", async () => {
    await run(start, gated().routes, {}, async ({ url, rs }) => {
      const running = get(`${url}/report`);
      await until(() => rs.load.report.running === 1);
      const closed = rs.close({ deadline: 20 });
      expect((await get(`${url}/login`)).status).toBe(503);
      expect((await running).status).toBe(503);
      await closed;
    });
  });
});
