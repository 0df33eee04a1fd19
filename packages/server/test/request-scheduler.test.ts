/** Requests get the thread in their order, from bounded queues, and end where they stand. */
import { expect, test } from "vitest";
import { world } from "./world.ts";

test("urgent requests are answered while bulky ones run", async () => {
  const { host, log, send } = world({ classes: { login: { deadline: 50 }, report: {} } });
  send("report", 10);
  await host.settle(3);
  send("login", 1);
  await host.settle();
  expect(log).toEqual(["4 login2 done", "11 report1 done"]);
});

test("a full queue refuses, and a request that has started takes no place in it", async () => {
  const { rs, host, log, send } = world({ classes: { report: { maxQueue: 2, concurrency: 1 } } });
  for (let i = 0; i < 4; i++) send("report", 2);
  expect(rs.load.report).toMatchObject({ ready: 2, running: 0, refused: 2, refusedBy: { queue_full: 2 } });
  await host.settle(1);
  expect(rs.load.report).toMatchObject({ ready: 1, running: 1, oldest: 1 });
  send("report", 2);
  await host.settle();
  expect(log).toEqual([
    "0 report3 queue_full",
    "0 report4 queue_full",
    "2 report1 done",
    "4 report2 done",
    "6 report5 done",
  ]);
  expect(rs.load.report).toMatchObject({ ready: 0, running: 0, done: 3, admitted: 3 });
});

test("a request that has waited for as long as it may is refused, whether it has a place or not", async () => {
  for (const concurrency of [1, Number.POSITIVE_INFINITY]) {
    const { host, log, send } = world({ classes: { report: { maxWait: 5, concurrency }, login: { deadline: 1 } } });
    send("login", 12);
    send("report", 1);
    for (const at of [3, 8]) {
      await host.settle(at);
      send("report", 1);
    }
    await host.settle();
    // At 5 and 8; promises settle after the round, or when the test looks.
    expect(log).toEqual([
      "6 report2 waited_too_long",
      "8 report3 waited_too_long",
      "12 login1 done",
      "13 report4 done",
    ]);
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  }
});

test("a request is cancelled by its signal, while it waits and while it runs", async () => {
  const { rs, host, log, send } = world({ classes: { report: { concurrency: 1 } } });
  const told: unknown[] = [];
  rs.on("cancelled", ({ state }) => told.push(state));
  const controllers = [new AbortController(), new AbortController()];
  for (const { signal } of controllers) send("report", 10, { signal });
  await host.settle(2);
  controllers[1]?.abort();
  await host.settle(4);
  controllers[0]?.abort();
  await host.settle();
  expect(log).toEqual(["2 report2 AbortError", "4 report1 AbortError"]);
  expect(told).toEqual(["waiting", "running"]);
  expect(rs.load.report).toMatchObject({ ready: 0, running: 0, cancelled: 2 });
});

test("after close() requests are refused, and those that are there end, or are cancelled at the deadline", async () => {
  const { rs, host, log, send } = world({ classes: { report: { concurrency: 1 } } });
  for (let i = 0; i < 3; i++) send("report", 4);
  let isClosed = false;
  void rs.close({ deadline: 6 }).then(() => {
    isClosed = true;
  });
  send("report", 1);
  await host.settle(5);
  expect(isClosed).toBe(false);
  await host.settle();
  expect(isClosed).toBe(true);
  expect(log).toEqual(["0 report4 closed", "4 report1 done", "6 report3 closed", "6 report2 closed"]);
});
