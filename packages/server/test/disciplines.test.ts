/** The order of requests, for each discipline: those that wait for a place, and those that the kernel has. */
import type { QueueDiscipline } from "@preempt/server";
import { expect, test } from "vitest";
import { world } from "./world.ts";

const classes = {
  low: { priority: 0, deadline: 30 },
  high: { priority: 1, deadline: 100 },
  none: { priority: 2 },
} as const;

/** Requests of 4 ms: two at once, a third after 2 ms. Their order. */
async function order(queue: QueueDiscipline, names: readonly (keyof typeof classes)[]) {
  const { host, log, send } = world({
    classes,
    queue,
    patience: 20,
    overload: false,
  });
  const [first, second, third] = names as [keyof typeof classes, keyof typeof classes, keyof typeof classes];
  send(first, 4);
  send(second, 4);
  await host.settle(2);
  send(third, 4);
  await host.settle();
  return log.map((line) => line.replace(/^\S+ ([a-z]+).*/, "$1"));
}

test.for<[QueueDiscipline, string[]]>([
  ["edf", ["low", "high", "none"]],
  ["priority", ["none", "high", "low"]],
  ["aging", ["none", "high", "low"]],
  ["fcfs", ["high", "none", "low"]],
])("%s: the running request gives way, but under fcfs", async ([queue, expected]) => {
  expect(await order(queue, ["high", "none", "low"])).toEqual(expected);
});

test("aging: a request that has waited for long goes before more urgent ones that came later", async () => {
  for (const queue of ["priority", "aging"] as const) {
    const { host, rt, log, send } = world({
      classes: { low: { priority: 0 }, high: { priority: 1 } },
      queue,
      patience: 20,
      overload: false,
    });
    send("low", 4);
    const alarm = rt.alarm({ every: 2, in: 0.5 }, () => send("high", 2.2));
    await host.settle(60);
    alarm.cancel();
    await host.settle();
    const place = log.findIndex((line) => line.includes("low1"));
    // Under aging those of the first 20 ms come first, and no others.
    if (queue === "aging") expect(place).toBeLessThan(15);
    else expect(place).toBe(log.length - 1);
  }
});

test("requests of one class that wait for a place go in the same order", async () => {
  const deadlines = [90, 40, 60];
  for (const [queue, expected] of [
    ["edf", [1, 3, 4, 2]],
    ["fcfs", [1, 2, 3, 4]],
  ] as const) {
    const { host, log, send } = world({ classes: { page: { concurrency: 1 } }, queue, overload: false });
    send("page", 5, { deadline: 100 });
    for (const deadline of deadlines) send("page", 5, { deadline });
    await host.settle();
    expect(log.map((line) => Number(/page(\d)/.exec(line)?.[1]))).toEqual(expected);
  }
});

test("a class may refuse what is late before it starts", async () => {
  const { rs, host, log, send } = world({
    classes: { login: { deadline: 10, late: "refuse" }, batch: { deadline: 5 } },
    overload: false,
  });
  const told: string[] = [];
  rs.on("refused", ({ error }) => void told.push(error.code));
  send("batch", 12);
  send("login", 1);
  await host.settle();
  expect(log).toEqual(["12 batch1 done", "12 login2 late"]);
  expect(told).toEqual(["late"]);
  expect(rs.load.login).toMatchObject({ refused: 1, cancelled: 0, failed: 0, ready: 0 });
});

test("fcfs, and the priority of classes with a share, work without EDF", async () => {
  for (const queue of ["priority", "fcfs", "aging"] as const) {
    const { host, log, send } = world({ classes: { login: { priority: 1 }, report: { share: 0.5 } }, queue });
    send("report", 5);
    send("login", 1);
    await host.settle();
    expect(log.filter((line) => line.endsWith("done"))).toHaveLength(2);
  }
});
