/** A full server refuses what cannot be on time, less urgent work first, and does not flap. */
import { expect, test } from "vitest";
import { type World, world } from "./world.ts";

/** Requests of a class that come every so many milliseconds, each of which takes `ms`. */
async function stream<C extends string>(
  { host, rt, send }: World<C>,
  className: C,
  every: number,
  ms: number,
  until: number,
) {
  const alarm = rt.alarm({ every, in: 0.001 }, () => send(className, ms));
  await host.settle(until);
  alarm.cancel();
}

function events<C extends string>({ rs, host }: World<C>): string[] {
  const told: string[] = [];
  rs.on(
    "overload",
    ({ class: name, cause }) => void told.push(`${Math.round(host.now())} ${name} overloaded by ${cause}`),
  );
  rs.on("recovered", ({ class: name }) => void told.push(`${Math.round(host.now())} ${name} recovered`));
  return told;
}

test("at twice the capacity, requests that would be late are refused, and most of the others are in time", async () => {
  const made = world({ classes: { login: { deadline: 50 } } });
  const { rs, log, host } = made;
  const told = events(made);
  let missed = 0;
  made.rt.observe({ deadlineMissed: () => void missed++ });
  await stream(made, "login", 1, 2, 3000);
  await host.settle();
  const { done, refused } = rs.load.login;
  expect(done + refused).toBe(log.length);
  // The thread is busy all the time.
  expect(done).toBeGreaterThan(1400);
  expect(missed).toBeLessThan(30);
  expect(rs.load.login.refusedBy).toMatchObject({ late: refused });
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/login overloaded by backlog/);
  expect(told[1]).toMatch(/^(39|40)\d\d login recovered$/);
});

test("while urgent requests are refused, bulky ones are too, and afterwards they are taken in again", async () => {
  const made = world({ classes: { login: { deadline: 50 }, report: {} } });
  const { rs, host } = made;
  await stream(made, "login", 1, 2, 500);
  expect(rs.load.login.overloaded).toBe(true);
  made.send("report", 5);
  expect(rs.load.report.refusedBy.overload).toBe(1);
  await host.settle(2000);
  expect(rs.load.login.overloaded).toBe(false);
  made.send("report", 5);
  await host.settle();
  expect(rs.load.report).toMatchObject({ refused: 1, done: 1 });
});

test("a class does not recover while its backlog is large now and then, though nothing is refused", async () => {
  const made = world({ classes: { login: { deadline: 50 } } });
  const { rs, host } = made;
  const told = events(made);
  await stream(made, "login", 1, 2, 500);
  const { refused } = rs.load.login;
  // Thirty milliseconds of work every 400, and none in between.
  for (let at = 800; at <= 2400; at += 400) {
    await host.settle(at);
    for (let i = 0; i < 20; i++) made.send("login", 2);
  }
  await host.settle();
  expect(rs.load.login.refused).toBe(refused);
  expect(told).toHaveLength(2);
  expect(told[1]).toMatch(/^34\d\d login recovered$/);
});

test("what more urgent classes take all the time is not there for others", async () => {
  const made = world({ classes: { login: { deadline: 10 }, page: { deadline: 100 } } });
  const { rs, host } = made;
  made.send("page", 20);
  await host.settle();
  await stream(made, "login", 10, 9, 3000);
  const { done } = rs.load.page;
  // The first takes 200 ms beside the logins, so the second would be late, though it has only 20 ms of work ahead.
  made.send("page", 20);
  made.send("page", 20);
  expect(rs.load.page).toMatchObject({ ready: 1, refusedBy: { late: 1 } });
  await host.settle();
  expect(rs.load.page.done).toBe(done + 1);
});

test("bulky requests beyond the capacity are refused by their backlog, and urgent ones notice nothing", async () => {
  const made = world({ classes: { login: { deadline: 20 }, report: { maxWait: 500, concurrency: 2 } } });
  const { rs, rt, send, host } = made;
  const logins = rt.alarm({ every: 10 }, () => send("login", 1));
  await stream(made, "report", 50, 100, 5000);
  logins.cancel();
  await host.settle();
  expect(rs.load.login).toMatchObject({ refused: 0, done: 500 });
  const { report } = rs.load;
  // Nine tenths of the thread are left for reports.
  expect(report.done).toBeGreaterThanOrEqual(42);
  expect(report.refusedBy.overload).toBeGreaterThan(30);
  expect(report.refusedBy.waited_too_long).toBeLessThan(5);
});

test("requests that need longer than their deadline are refused only while others are before them", async () => {
  const { rs, host, send } = world({ classes: { login: { deadline: 20 } } });
  for (let i = 0; i < 5; i++) {
    send("login", 30);
    await host.settle();
  }
  expect(rs.load.login).toMatchObject({ done: 5, refused: 0 });
  for (let i = 0; i < 2; i++) send("login", 30);
  expect(rs.load.login).toMatchObject({ ready: 1, refused: 1, overloaded: true });
  await host.settle();
  expect(rs.load.login.overloaded).toBe(false);
});

test("where places are short, requests that await are refused by how long others keep their places", async () => {
  const { rs, rt, host } = world({ classes: { query: { concurrency: 2, maxWait: 1000 } } });
  const query = () => new Promise<void>((resolve) => void rt.alarm({ in: 400 }, resolve));
  const send = () => rs.run("query", query).catch(() => {});
  void send();
  await host.settle();
  for (let i = 0; i < 10; i++) {
    void send();
    await host.settle(host.now() + 1);
  }
  // A place is free every 200 ms on average: the fifth that waits has one after a second, the others later.
  expect(rs.load.query).toMatchObject({ running: 2, ready: 5, refusedBy: { overload: 3 } });
  await host.settle();
});

test("Retry-After grows with the backlog", async () => {
  const retries: number[] = [];
  for (const maxQueue of [2, 12]) {
    const { rs, host, send } = world({ classes: { report: { maxQueue, concurrency: 1 } } });
    rs.on("refused", ({ error }) => void retries.push(error.retryAfter));
    send("report", 500);
    await host.settle();
    for (let i = 0; i <= maxQueue; i++) send("report", 500);
    await host.settle();
  }
  // Those that wait and the one that comes again, half a second each.
  expect(retries).toEqual([2, 7]);
});

test("a heap that is nearly full keeps all but the most urgent class out", async () => {
  let used = 0.5;
  const made = world({
    classes: { login: { deadline: 50 }, report: {} },
    overload: { heap: 0.9, heapUsed: () => used },
  });
  const { host, send, log } = made;
  const told = events(made);
  send("report", 1);
  await host.settle(200);
  used = 0.95;
  send("report", 1);
  send("login", 1);
  await host.settle(400);
  // Little less is not enough: a collection of garbage may have been.
  used = 0.85;
  send("report", 1);
  await host.settle(500);
  used = 0.7;
  await host.settle();
  send("report", 1);
  await host.settle();
  expect(log.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "report1 done",
    "report2 overload",
    "login3 done",
    "report4 overload",
    "report5 done",
  ]);
  expect(told).toEqual(["200 report overloaded by heap", "1400 report recovered"]);
});

test("a share of the thread is kept for a class, however much there is to do for more urgent ones", async () => {
  const made = world({ classes: { login: { deadline: 50 }, report: { share: 0.2, concurrency: 1 } } });
  const { rs, host } = made;
  made.send("report", 100);
  await stream(made, "login", 1, 2, 600);
  expect(rs.load.report.done).toBe(1);
  await host.settle();
});

test("with overload: false nothing but a full queue refuses", async () => {
  const made = world({ classes: { login: { deadline: 50, maxQueue: 300 } }, overload: false });
  await stream(made, "login", 1, 2, 1000);
  expect(made.rs.load.login.refused).toBe(made.rs.load.login.refusedBy.queue_full);
  expect(made.rs.load.login.refused).toBeGreaterThan(100);
  await made.host.settle();
});

test("a class recovers at an instant whose distance from the refusal is rounded below the time for which it is calm", async () => {
  const refusedAt = 30.1;
  expect(refusedAt + 1000 - refusedAt).toBeLessThan(1000);
  const made = world({ classes: { login: { deadline: 10 } } });
  const { rs, host, rt } = made;
  const told = events(made);
  made.send("login", 2);
  rt.alarm(refusedAt, () => {
    for (let i = 0; i < 6; i++) made.send("login", 2);
    expect(rs.load.login.overloaded).toBe(true);
  });
  await host.settle();
  expect(told).toEqual(["30 login overloaded by backlog", "1030 login recovered"]);
});
