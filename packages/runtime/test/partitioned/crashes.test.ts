/** Workers that crash, never start, or never answer: said clearly, and no job is left hanging. */
import { Worker } from "node:worker_threads";
import type { PreemptError } from "@preempt/runtime";
import { expect, test } from "vitest";
import { errorOf, moduleOf, scheduler } from "./workers.ts";

test.for([
  { way: "an uncaught error", fn: "throwLater", says: /nobody catches this/ },
  { way: "process.exit", fn: "exit", says: /exit code 3/ },
  { way: "memory running out", fn: "exhaust", says: /memory/ },
] as const)(
  "$way ends the worker: its jobs fail naming core and cause, and the next job gets a fresh one",
  async ({ fn, says }) => {
    const crashes: string[] = [];
    // Only where it is to run out of memory: a limit that is reached elsewhere may take the whole process down.
    const resourceLimits = fn === "exhaust" ? { maxOldGenerationSizeMb: 48 } : {};
    const rt = scheduler({
      worker: () => new Worker(moduleOf("jobs"), { resourceLimits }),
      observer: { workerCrashed: (core, error) => crashes.push(`${core} ${error.code}`) },
      onError: (error, { core }) => crashes.push(`onError ${core} ${(error as PreemptError).code}`),
    });
    const bystander = rt.submit("greet", { args: ["you"], delay: 60_000 });
    const culprit = fn === "exit" ? rt.submit("exit", { args: [3] }) : rt.submit(fn);
    const error = await errorOf(bystander);
    expect(error).toMatchObject({ name: "PreemptError", code: "worker_crashed" });
    expect(error.message).toMatch(/core 0/);
    expect(error.message).toMatch(says);
    if (fn !== "throwLater") expect(await errorOf(culprit)).toBe(error);
    await rt.idle();
    expect(crashes).toEqual(["0 worker_crashed", "onError 0 worker_crashed"]);
    expect(await rt.submit("add", { args: [1, 2] })).toBe(3);
  },
);

test("with onCrash restart a job is started again on a fresh worker, with its arguments as they were", async () => {
  const rt = scheduler({ onCrash: "restart", onError: () => {} });
  const attempts = new Int32Array(new SharedArrayBuffer(4));
  const list = [1, 2];
  await rt.ready();
  const bystander = rt.submit("echo", { args: [list], delay: 500 });
  list.push(3);
  const job = rt.submit("exitOnce", { args: [attempts] });
  expect(await job).toBe(2);
  expect([job.restarts, bystander.restarts]).toEqual([1, 1]);
  expect(await bystander).toEqual([1, 2]);
});

test("restarts are bounded: a job that crashes every worker fails with the last crash", async () => {
  let started = 0;
  const rt = scheduler({ restarts: 2, onError: () => {}, observer: { workerStarted: () => started++ } });
  const job = rt.submit("exit", { args: [1], onCrash: "restart" });
  expect((await errorOf(job)).code).toBe("worker_crashed");
  expect([job.restarts, started]).toEqual([2, 3]);
});

test("a periodic task goes on after a crash, keeping its counts", async () => {
  const rt = scheduler({ onError: () => {} });
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const task = rt.task("beat", { args: [beats], period: 5, wcet: 1 });
  await expect.poll(() => task.ended, { timeout: 5000 }).toBeGreaterThan(1);
  const before = task.ended;
  await errorOf(rt.submit("exit", { args: [0] }));
  await expect.poll(() => task.ended, { timeout: 5000 }).toBeGreaterThan(before + 2);
  expect([task.state, task.restarts]).toEqual(["running", 1]);
  expect(rt.utilisations).toEqual([0.2]);
});

test("a module that does not load, and one that ends without serve, are crashes that say so", async () => {
  const broken = scheduler({}, "broken");
  expect((await errorOf(broken.submit("add", { args: [1, 2] }))).message).toMatch(/core 0.*broken at load/);
  await expect(broken.ready()).rejects.toMatchObject({ code: "worker_crashed" });
  const leaving = scheduler({}, "leaving");
  expect((await errorOf(leaving.submit("add", { args: [1, 2] }))).message).toMatch(/exit code 0.*serve/);
  const missing = scheduler({}, "not-there");
  expect((await errorOf(missing.submit("add", { args: [1, 2] }))).message).toMatch(/not-there/);
});

test("a module that calls serve twice is a crash that says so: each job would run twice", async () => {
  const rt = scheduler({ onError: () => {} }, "twice");
  expect((await errorOf(rt.submit("add", { args: [1, 2] }))).message).toMatch(
    /worker_crashed: .*served_twice: .*one call/,
  );
});

test("a worker that never calls serve fails its jobs after the stated time, and is not tried again", async () => {
  const rt = scheduler({ startTimeout: 150, onCrash: "restart" }, "silent");
  const from = rt.now();
  const error = await errorOf(rt.submit("add", { args: [1, 2] }));
  expect(error.code).toBe("worker_silent");
  expect(error.message).toMatch(/150 ms.*serve\(\{/);
  expect(rt.now() - from).toBeGreaterThanOrEqual(149);
});

test("a factory that throws, or makes no worker, is a crash with that cause", async () => {
  const cause = new Error("no workers here");
  const throwing = scheduler({
    worker: () => {
      throw cause;
    },
    onCrash: "restart",
    onError: () => {},
  });
  expect((await errorOf(throwing.submit("add", { args: [1, 2] }))).cause).toBe(cause);
  const wrong = scheduler({ worker: () => ({}) as never });
  expect((await errorOf(wrong.submit("add", { args: [1, 2] }))).message).toMatch(/Give a function that makes a Worker/);
});

test("terminate cancels what is unfinished, and nothing can be submitted after it", async () => {
  const rt = scheduler({ onError: (error) => expect.unreachable(String(error)) });
  const job = rt.submit("untilCancelled");
  const task = rt.task("add", { args: [1, 1], period: 10 });
  await rt.ready();
  await rt.terminate();
  expect((await errorOf(job)).code).toBe("scheduler_terminated");
  expect([job.state, task.state]).toEqual(["cancelled", "stopped"]);
  await rt.idle();
  expect(() => rt.submit("add", { args: [1, 2] })).toThrow(/scheduler_terminated/);
});
