/** A short handler is called at once where a queue could do nothing for it. */
import { expect, test } from "vitest";
import { type World, world } from "./world.ts";

const short = () => "done";

/** Makes the class's handlers known to be short. */
async function known({ rs, host }: World<"login" | "report">) {
  for (let i = 0; i < 32; i++) void rs.run("login", short);
  await host.settle();
}

const classes = { login: { deadline: 50 }, report: {} };

test("while nothing else is there, it runs within the call; beside another request it waits for its turn", async () => {
  const made = world({ classes });
  const { rs, host, rt } = made;
  await known(made);
  const order: string[] = [];
  const handler = () => void order.push(`handler at ${host.now()}, job ${rt.currentJob?.name}`);
  const first = rs.run("login", handler);
  order.push("after the call");
  await first;
  made.send("report", 5);
  await host.settle(host.now() + 2);
  const second = rs.run("login", handler);
  order.push("after the call");
  await host.settle();
  await second;
  expect(order).toEqual(["handler at 0, job undefined", "after the call", "after the call", "handler at 2, job login"]);
  expect(rs.load.login).toMatchObject({ done: 34, ready: 0, running: 0, backlog: 0 });
});

test("what it throws, and what it awaits, ends the request as in a job", async () => {
  const made = world({ classes });
  const { rs, host } = made;
  await known(made);
  const thrown = rs.run("login", () => {
    throw new Error("no");
  });
  await expect(thrown).rejects.toThrow("no");
  await expect(rs.run("login", () => Promise.reject(new Error("later")))).rejects.toThrow("later");
  expect(rs.load.login).toMatchObject({ failed: 2, running: 0 });
  let goOn = (_: string) => {};
  const waiting = rs.run("login", () => new Promise<string>((resolve) => (goOn = resolve)));
  expect(rs.load.login.running).toBe(1);
  goOn("value");
  expect(await waiting).toBe("value");
  expect(rs.load.login).toMatchObject({ done: 33, running: 0, ready: 0 });
  await host.settle();
});

test("it can be cancelled while it awaits, and its place is free then", async () => {
  const made = world({ classes: { login: { concurrency: 1 }, report: {} } });
  const { rs, host } = made;
  await known(made);
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  const waiting = rs.run(
    "login",
    (context) => {
      signal = context.signal;
      return new Promise(() => {});
    },
    { signal: controller.signal },
  );
  const next = rs.run("login", short);
  controller.abort();
  await expect(waiting).rejects.toThrow();
  expect(signal?.aborted).toBe(true);
  await host.settle();
  expect(await next).toBe("done");
  expect(rs.load.login).toMatchObject({ cancelled: 1, running: 0, ready: 0 });
});

test("handlers that can be preempted, and those that take longer, are jobs", async () => {
  const made = world({ classes });
  const { rs, rt, host } = made;
  await known(made);
  const names: (string | undefined)[] = [];
  void rs.run("login", function* () {
    names.push(rt.currentJob?.name);
  });
  await host.settle();
  for (let i = 0; i < 40; i++) {
    void rs.run("login", () => {
      host.advance(1);
      if (i === 39) names.push(rt.currentJob?.name);
    });
    await host.settle();
  }
  expect(names).toEqual(["login", "login"]);
});
