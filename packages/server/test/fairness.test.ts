/** Each key gets its share of a class, however many requests it sends. */
import { expect, test } from "vitest";
import { world } from "./world.ts";

/** When the requests of a key ended, of `log`. */
function ends(log: readonly string[], from: number, to: number): number[] {
  return log.flatMap((line) => {
    const [, at, number] = /^(\S+) [a-z]+(\d+) done$/.exec(line) ?? [];
    return number !== undefined && +number >= from && +number <= to ? [Number(at)] : [];
  });
}

test("two tenants take turns, slice by slice, though one has sent ten times as many requests", async () => {
  const { host, log, send } = world({ classes: { report: {} } });
  for (let i = 0; i < 10; i++) send("report", 10, { key: "many" });
  send("report", 10, { key: "one" });
  await host.settle();
  expect(ends(log, 11, 11)[0]).toBeLessThanOrEqual(21);
  expect(ends(log, 1, 10)).toHaveLength(10);
});

test("a tenant with many urgent requests does not delay those of another beyond its turn", async () => {
  const { host, log, send } = world({ classes: { login: { deadline: 50 } }, overload: false });
  for (let i = 0; i < 100; i++) send("login", 1, { key: "many" });
  await host.settle(10);
  send("login", 1, { key: "one" });
  await host.settle();
  expect(ends(log, 101, 101)[0]).toBeLessThanOrEqual(13);
});

test("weights are shares", async () => {
  const { host, log, send } = world({ classes: { report: {} }, weightOf: (key) => (key === "pays" ? 3 : 1) });
  for (let i = 0; i < 30; i++) send("report", 4, { key: i < 15 ? "pays" : "free" });
  await host.settle(60);
  const pays = ends(log, 1, 15).length;
  const free = ends(log, 16, 30).length;
  expect([pays, free]).toEqual([9, 3]);
  await host.settle();
});

test("where places are short, the key that had least of the thread goes first", async () => {
  const { host, log, send } = world({ classes: { report: { concurrency: 1 } } });
  for (let i = 0; i < 4; i++) send("report", 10, { key: "long" });
  for (let i = 0; i < 12; i++) send("report", 2, { key: "short" });
  await host.settle(42);
  // Two long ones, then as much of short ones before the next long one.
  expect(ends(log, 1, 4).reduce((sum) => sum + 10, 0)).toBeLessThanOrEqual(20);
  expect(ends(log, 5, 16).length).toBeGreaterThanOrEqual(8);
  await host.settle();
});

test("a request that awaits does not keep others of its key from the thread", async () => {
  const { rs, host, rt } = world({ classes: { page: {} } });
  const order: string[] = [];
  const wait = () => new Promise<void>((resolve) => void rt.alarm({ in: 10 }, resolve));
  const run = (name: string) =>
    rs.run(
      "page",
      async () => {
        order.push(`${name} starts`);
        await wait();
        order.push(`${name} ends`);
      },
      { key: "tenant" },
    );
  const all = Promise.all([run("a"), run("b")]);
  await host.settle();
  await all;
  expect(order).toEqual(["a starts", "b starts", "a ends", "b ends"]);
});

test("one tenant cannot fill the queue", async () => {
  const { rs, host, send } = world({ classes: { report: { maxQueue: 12, concurrency: 1 } } });
  for (let i = 0; i < 20; i++) send("report", 1, { key: "many" });
  expect(rs.load.report).toMatchObject({ ready: 6, refusedBy: { queue_full: 14 } });
  for (let i = 0; i < 20; i++) send("report", 1, { key: "other" });
  expect(rs.load.report.ready).toBe(9);
  send("report", 1, { key: "third" });
  expect(rs.load.report.ready).toBe(10);
  await host.settle();
});

test("a tenant's requests are refused for its own backlog, and those of another are taken in", async () => {
  const { rs, host, send } = world({ classes: { login: { deadline: 50 } } });
  send("login", 2, { key: "many" });
  await host.settle();
  for (let i = 0; i < 200; i++) send("login", 2, { key: "many" });
  const { refused } = rs.load.login;
  expect(refused).toBeGreaterThan(150);
  send("login", 2, { key: "one" });
  expect(rs.load.login.refused).toBe(refused);
  await host.settle();
});
