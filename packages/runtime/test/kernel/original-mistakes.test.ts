/** What the paper's runtime got wrong: one test for each line of the list, all of which we pass. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Job, Scheduler } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { world } from "../kit/world.ts";

/** What the transformer makes of `async (p) => { note("before"); const v = await p; note("after"); return v; }` */
function awaiting(note: (what: string) => void) {
  return attachAsync(async (promise: unknown) => promise, function* (promise: unknown) {
    note("before");
    const value: unknown = yield wait(promise);
    note("after");
    return settle(value);
  } as never) as (promise: unknown) => Promise<unknown>;
}

test("an exception in one job does not stop the scheduler", async () => {
  const { rt, host, work } = world();
  const bad = rt.submit(() => {
    throw new Error("bad job");
  });
  const good = rt.submit(work(1));
  host.run();
  await expect(bad).rejects.toThrow("bad job");
  expect(bad.state).toBe("failed");
  expect(await good).toBe(1);
});

test("an exception in a job that nobody awaits is reported with the job's name", () => {
  const { rt, host } = world();
  rt.submit(
    () => {
      throw new Error("lost?");
    },
    { name: "careless" },
  );
  host.run();
  expect(host.reported).toEqual([{ error: new Error("lost?"), context: "job T0J0 (careless)" }]);
});

test("exceptions in alarms and observers are reported and stop nothing", () => {
  const host = new VirtualHost();
  const errors: unknown[] = [];
  const rt = new Scheduler({
    host,
    onError: (error) => errors.push((error as Error).message),
    observer: {
      jobDispatched: () => {
        throw new Error("observer");
      },
    },
  });
  rt.alarm({ in: 1 }, () => {
    throw new Error("alarm");
  });
  const job = rt.submit(() => 7, { delay: 2 });
  host.run();
  expect(job.state).toBe("done");
  expect(errors).toEqual(["alarm", "observer"]);
});

test("a rejected promise is thrown where the job awaits it, and fails the job there", async () => {
  const { rt, host, note, trace } = world();
  const job = rt.submit(awaiting(note), { args: [Promise.reject(new Error("no"))] });
  const outcome = job.catch((error: Error) => error.message);
  await host.settle();
  expect(await outcome).toBe("no");
  expect(trace.filter((t) => t.includes("after"))).toEqual([]);
});

test("while every job waits, no turn is posted and no timer set", async () => {
  const { rt, host, note } = world();
  const job = rt.submit(awaiting(note), { args: [new Promise(() => {})] });
  await host.settle();
  expect(job.state).toBe("blocked");
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a hundred awaits in turn leave one turn of the event loop at a time, not a growing chain", async () => {
  const { rt, host } = world();
  let most = 0;
  const many = attachAsync(async () => 0, function* () {
    for (let i = 0; i < 100; i++) {
      yield wait(i);
      most = Math.max(most, host.pending.turns);
    }
    return settle(100);
  } as never) as () => Promise<number>;
  const job = rt.submit(many);
  await host.settle();
  expect(await job).toBe(100);
  expect(most).toBeLessThanOrEqual(1);
});

test("equals take turns", () => {
  const { rt, host, trace, work } = world({ slice: 1, policy: "fp" });
  rt.submit(work(2), { name: "a" });
  rt.submit(work(2), { name: "b" });
  host.run();
  expect(trace.filter((t) => t.includes("run"))).toEqual(["0 run a", "1 run b", "2 run a", "3 run b"]);
});

test("a release inside a critical section waits for its end, and does not livelock", () => {
  const { rt, host, trace, work, note } = world({ slice: 1 });
  rt.submit(
    function* holder() {
      const section = rt.criticalSection();
      rt.submit(work(1), { name: "urgent", deadline: 1 });
      host.advance(1);
      yield; // slice over, but the section holds
      host.advance(1);
      yield;
      note("leave");
      section.leave();
      yield;
      host.advance(1);
    },
    { deadline: 50 },
  );
  host.run();
  expect(trace).toEqual([
    "0 run holder",
    "1 run holder",
    "2 run holder",
    "2 leave",
    "2 run urgent", // at the first preemption point after the section
    "3 end urgent",
    "3 run holder",
    "4 end holder",
  ]);
});

test("critical sections nest: only leaving the outermost lets others run", () => {
  const { rt, host, trace, work, note } = world({ slice: 1 });
  rt.submit(
    function* holder() {
      using _outer = rt.criticalSection();
      {
        using _inner = rt.criticalSection();
        rt.submit(work(1), { name: "urgent", deadline: 1 });
        host.advance(1);
        yield;
      }
      note("inner left");
      host.advance(1);
      yield;
    },
    { deadline: 50 },
  );
  host.run();
  expect(trace).toEqual([
    "0 run holder",
    "1 run holder",
    "1 inner left",
    "2 run holder",
    "2 end holder",
    "2 run urgent",
    "3 end urgent",
  ]);
});

test("a job that ends by an exception leaves its critical sections", async () => {
  const { rt, host, work } = world();
  const holder = rt.submit(() => {
    rt.criticalSection();
    throw new Error("inside");
  });
  const other = rt.submit(work(1));
  host.run();
  await expect(holder).rejects.toThrow("inside");
  expect(other.state).toBe("done");
});

test("a job that waits does not let a later deadline pass before an earlier one", async () => {
  const { rt, host, note, trace, work } = world({ slice: 10 });
  rt.submit(awaiting(note), { args: [new Promise(() => {})], name: "waiting", deadline: 1 });
  rt.submit(work(1), { name: "second", deadline: 30 });
  rt.submit(work(1), { name: "first", deadline: 20 });
  await host.settle();
  expect(trace.filter((t) => t.includes("run"))).toEqual(["0 run waiting", "0 run first", "1 run second"]);
});

test("no deadline is the least urgent", () => {
  const { rt, host, trace, work } = world();
  rt.submit(work(1), { name: "background" });
  rt.submit(work(1), { name: "timely", deadline: 1e9 });
  host.run();
  expect(trace.filter((t) => t.includes("end"))).toEqual(["1 end timely", "2 end background"]);
});

test("negative and fractional priorities keep their order", () => {
  const { rt, host, trace, work } = world({ policy: "fp" });
  for (const priority of [-1, -0.5, 0.25, -1e9]) rt.submit(work(1), { name: String(priority), priority });
  host.run();
  expect(trace.filter((t) => t.includes("end"))).toEqual(["1 end 0.25", "2 end -0.5", "3 end -1", "4 end -1000000000"]);
});

test("`yield 0` is a preemption point like any other", async () => {
  const { rt, host } = world();
  const job = rt.submit(function* () {
    yield 0;
    yield undefined;
    return "alive";
  });
  host.run();
  expect(await job).toBe("alive");
  expect(job.preemptions).toBe(0); // the slice was not over: it went on at once
});

test("awaiting what is no promise gives that value", async () => {
  const { rt, host, note } = world();
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
  const values = [5, "text", null, { then: (resolve: (v: string) => void) => resolve("thenable") }];
  const jobs = values.map((value) => rt.submit(awaiting(note), { args: [value] }));
  const all = Promise.all(jobs);
  await host.settle();
  expect(await all).toEqual([5, "text", null, "thenable"]);
});

test("alarms are never early, and fire between the slices of a running job", () => {
  const { rt, host, note, trace, work } = world({ slice: 1, round: 100 });
  for (const at of [2.5, 0.1, 7]) rt.alarm({ in: at }, () => note(`alarm ${at}`));
  rt.submit(work(4), { name: "busy" });
  host.run();
  expect(trace.filter((t) => t.includes("alarm"))).toEqual(["1 alarm 0.1", "3 alarm 2.5", "7 alarm 7"]);
});

test("a timer that fires too soon does not make the alarm early", () => {
  const host = new VirtualHost();
  const eager = {
    resolution: 0,
    now: () => host.now(),
    post: (turn: () => void) => host.post(turn),
    timer: (at: number, callback: () => void) => host.timer((at - 1.8) as never, callback),
    report: (error: unknown) => {
      throw error;
    },
  };
  const rt = new Scheduler({ host: eager });
  const fired: number[] = [];
  rt.alarm({ in: 10 }, () => fired.push(host.now()));
  for (let i = 0; i < 100 && fired.length === 0; i++) if (!host.step()) host.advance(1);
  for (let i = 0; i < 100 && fired.length === 0; i++) {
    host.advance(0.1);
    host.step();
  }
  expect(fired[0]).toBeGreaterThanOrEqual(10);
});

test("an alarm has a handle, and can be called off", () => {
  const { rt, host, note, trace } = world();
  const cancelled = rt.alarm({ in: 1 }, () => note("cancelled"));
  const every = rt.alarm({ every: 10 }, () => note("tick"));
  {
    using _disposed = rt.alarm({ in: 2 }, () => note("disposed"));
    cancelled.cancel();
  }
  host.run(35);
  every.cancel();
  host.run(100);
  expect(trace).toEqual(["10 tick", "20 tick", "30 tick"]);
  expect(host.pending.timers).toBe(0);
});

test("an alarm beyond 2^31 milliseconds waits for its time", () => {
  const { rt, host, note, trace } = world();
  rt.alarm({ in: 2 ** 33 }, () => note("far"));
  host.run(2 ** 32);
  expect(trace).toEqual([]);
  host.run();
  expect(trace).toEqual([`${2 ** 33} far`]);
});

test("a finished job is not kept alive", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  const refs: WeakRef<object>[] = [];
  (function submitAndForget() {
    for (let i = 0; i < 10; i++) {
      const argument = { big: new Array(1000).fill(i) };
      const job = rt.submit((_a: object) => undefined, { args: [argument] });
      refs.push(new WeakRef(argument), new WeakRef(job as object));
    }
    host.run();
  })();
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    gc();
  }
  // the last job may still be in a register
  expect(refs.filter((r) => r.deref() !== undefined).length).toBeLessThanOrEqual(2);
});

test("a partial configuration is completed with defaults", async () => {
  const rt = new Scheduler({ slice: 2 });
  expect(await rt.submit(() => 1)).toBe(1);
  expect(await new Scheduler().submit(() => 2)).toBe(2);
});

test("deadline misses are noticed", () => {
  const missed: string[] = [];
  const { rt, host, work } = world({
    observer: { deadlineMissed: (job: Job, now) => missed.push(`${job.name} ${now}`) },
  });
  const job = rt.submit(work(5), { name: "tight", deadline: 2 });
  host.run();
  expect(missed).toEqual(["tight 2"]);
  expect(job.lateness).toBe(3);
});

test("dispatching costs no more with 100,000 jobs of one priority than a few times what it costs with 1,000", async () => {
  const perJob = (n: number) => {
    const host = new VirtualHost();
    const rt = new Scheduler({ host, policy: "fp" });
    const noop = () => undefined;
    const from = performance.now();
    for (let i = 0; i < n; i++) rt.submit(noop);
    host.run();
    return (performance.now() - from) / n;
  };
  perJob(20_000);
  // quadratic would be a factor of 100; a heap has one more comparison a doubling, and caches end
  expect(await growth(perJob, { few: 1000, many: 100_000, limit: 25, turns: 4 })).toBeLessThan(25);
});

test("10,000 waiting jobs ahead do not slow dispatching down", async () => {
  const perJob = async (waiting: number) => {
    const host = new VirtualHost();
    const rt = new Scheduler({ host });
    const wait = awaiting(() => {});
    const gate = new Promise(() => {});
    for (let i = 0; i < waiting; i++) rt.submit(wait, { args: [gate], deadline: 1 });
    await host.settle();
    const from = performance.now();
    for (let i = 0; i < 5000; i++) rt.submit(() => undefined, { deadline: 5 });
    host.run();
    return (performance.now() - from) / 5000;
  };
  expect(await growth(perJob, { few: 0, many: 10_000, limit: 25 })).toBeLessThan(25);
});
