/** Servers whose budget, period and priority change while they run, and servers that come and go. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  PollingServer,
  Resource,
  type Scheduler,
  type Server,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { consume, type VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { ideal } from "../kit/segments.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

test("a budget that grows does so at once", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 2, period: 10, priority: 9 });
  server.submit(work(9), { name: "a" });
  rt.submit(work(20), { name: "rest" });
  rt.alarm(4, () => server.update({ budget: 5 }));
  host.run();
  expect(segments).toEqual(["a 0-2", "rest 2-4", "a 4-7", "rest 7-10", "a 10-14", "rest 14-29"]);
  expect(server.budget).toBe(5);
});

test("a budget that shrinks does so with the next replenishment", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 5, period: 10, priority: 9 });
  server.submit(work(9), { name: "a" });
  rt.submit(work(20), { name: "rest" });
  const seen: number[] = [];
  rt.alarm(1, () => {
    server.update({ budget: 2 });
    seen.push(server.budget);
  });
  rt.alarm(10, () => seen.push(server.budget));
  host.run();
  expect(segments).toEqual(["a 0-5", "rest 5-10", "a 10-12", "rest 12-20", "a 20-22", "rest 22-29"]);
  expect(seen).toEqual([5, 2]);
});

test("a period changes with the next replenishment, and periods count from there", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 2, period: 10, priority: 9 });
  server.submit(work(10), { name: "a" });
  rt.submit(work(20), { name: "rest" });
  const seen: number[] = [];
  rt.alarm(3, () => server.update({ period: 4, budget: 1 }));
  rt.alarm(19, () => server.update({ period: 100 }));
  for (const at of [9, 10, 21, 22]) rt.alarm(at, () => void seen.push(server.period));
  host.run(40);
  expect(segments).toEqual([
    ...[
      "a 0-2",
      "rest 2-10",
      "a 10-11",
      "rest 11-14",
      "a 14-15",
      "rest 15-18",
      "a 18-19",
      "rest 19-22",
      "a 22-23",
      "rest 23-26",
    ],
  ]);
  expect(seen).toEqual([10, 4, 4, 100]);
});

test("a change that comes while a server has no jobs is there for the next one", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new PollingServer(rt, { budget: 2, period: 5, priority: 9 });
  rt.submit(work(30), { name: "rest" });
  rt.alarm(1, () => server.update({ budget: 3, period: 6 }));
  server.submit(work(4), { name: "a", delay: 7 });
  host.run();
  // The period of 5 ends at 5; then they begin at 11, 17, …
  expect(segments).toEqual(["rest 0-11", "a 11-14", "rest 14-17", "a 17-18", "rest 18-34"]);
});

test("a polling server that has used its budget up gets no more before the next period", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new PollingServer(rt, { budget: 2, period: 10, priority: 9 });
  server.submit(work(8), { name: "a" });
  rt.submit(work(30), { name: "rest" });
  rt.alarm(14, () => server.update({ budget: 3 }));
  rt.alarm(21, () => server.update({ budget: 4 }));
  host.run();
  expect(segments).toEqual(["rest 0-10", "a 10-12", "rest 12-20", "a 20-24", "rest 24-30", "a 30-32", "rest 32-38"]);
});

test("constant bandwidth: a cut comes when the budget at hand is used up", () => {
  const { rt, host, segments, work } = ideal("edf");
  const cbs = new ConstantBandwidthServer(rt, { budget: 4, period: 8 });
  cbs.submit(work(8), { name: "a" });
  rt.submit(work(6), { name: "rest", deadline: 20 });
  rt.alarm(1, () => cbs.update({ budget: 2, period: 16 }));
  rt.alarm(3, () => expect([cbs.budget, cbs.deadline]).toEqual([4, 8]));
  host.run();
  // Deadline 8 with the budget of 4; then 24 with the budget of 2, after the rest, and 40.
  expect(segments).toEqual(["a 0-4", "rest 4-10", "a 10-14"]);
  expect([cbs.budget, cbs.period]).toEqual([2, 16]);
  // That was used up as well.
  expect(cbs.deadline).toBe(40 + 16);
});

test("constant bandwidth: what grows has more until the deadline that it has", () => {
  const { rt, host, segments, work } = ideal("edf");
  const cbs = new ConstantBandwidthServer(rt, { budget: 2, period: 8 });
  cbs.submit(work(6), { name: "a" });
  rt.submit(work(6), { name: "rest", deadline: 10 });
  rt.alarm(1, () => cbs.update({ budget: 4 }));
  host.run();
  expect(segments).toEqual(["a 0-4", "rest 4-10", "a 10-12"]);
});

test("the last update counts, and one back to what was changes nothing", () => {
  const { rt, host } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 5, period: 10 });
  server.update({ budget: 1 });
  server.update({ budget: 2, period: 20 });
  server.update({ budget: 5, period: 10 });
  host.run(15);
  expect([server.budget, server.period]).toEqual([5, 10]);
  server.update({ budget: 1 });
  server.update({ budget: 2 });
  host.run(25);
  expect(server.budget).toBe(2);
});

test("a priority changes at once", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 10, period: 10, priority: 1 });
  rt.submit(work(4), { name: "rest", priority: 5 });
  server.submit(work(4), { name: "a" });
  rt.alarm(1, () => server.update({ priority: 9 }));
  rt.alarm(3, () => server.update({ priority: 0 }));
  host.run();
  expect(segments).toEqual(["rest 0-1", "a 1-3", "rest 3-6", "a 6-8"]);
});

test("a change that is refused changes nothing", () => {
  const { rt } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 5, period: 10, priority: 3 });
  for (const [change, code] of [
    [{ budget: 11 }, "budget_above_period"],
    [{ priority: 9, period: 4 }, "budget_above_period"],
    [{ budget: 0 }, "budget_not_positive"],
    [{ priority: Number.NaN }, "priority_not_finite"],
    [{ bugdet: 3 }, "option_unknown"],
  ] as const) {
    expect(() => server.update(change as never), JSON.stringify(change)).toThrow(code);
  }
  expect([server.budget, server.period, server.priority]).toEqual([5, 10, 3]);
});

const servers = {
  "constant bandwidth": (rt: Scheduler) => new ConstantBandwidthServer(rt, { budget: 1, period: 10 }),
  deferrable: (rt: Scheduler) => new DeferrableServer(rt, { budget: 1, period: 10, priority: -1 }),
  polling: (rt: Scheduler) => new PollingServer(rt, { budget: 1, period: 10, priority: -1 }),
};

/** A job that waits, and one that has cleaned up when it ends. */
function plan(rt: Scheduler, server: Server, host: VirtualHost, trace: string[]) {
  const body = (name: string, wanted: unknown) =>
    attachAsync(async () => {}, function* () {
      try {
        yield wait(wanted);
        trace.push(`${host.now()} ${name} goes on`);
        return settle(yield* consume(rt, 2));
      } finally {
        trace.push(`${host.now()} ${name} ends`);
      }
    } as never);
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  rt.alarm(12, wake);
  const jobs = [
    server.submit(body("waits", woken), { name: "waits" }),
    server.submit(
      function* runs() {
        try {
          yield* consume(rt, 3);
        } finally {
          trace.push(`${host.now()} runs ends`);
        }
      },
      { priority: 5 },
    ),
    server.submit(() => void trace.push(`${host.now()} queued`), { name: "queued" }),
    server.submit(() => void trace.push(`${host.now()} later`), { name: "later", delay: 15 }),
  ] as Job[];
  for (const job of jobs) job.then(undefined, () => {});
  return jobs;
}

for (const [kind, make] of Object.entries(servers)) {
  test(`${kind}: what is disposed of has its jobs cancelled, and takes no more`, async () => {
    const { rt, host } = ideal(kind === "constant bandwidth" ? "edf" : "fp");
    const trace: string[] = [];
    const server = make(rt);
    const jobs = plan(rt, server, host, trace);
    rt.alarm(11, () => server.dispose({ reason: "gone" }));
    await host.settle(40);
    expect(jobs.map(({ state }) => state)).toContain("cancelled");
    expect(jobs.filter(({ state }) => state !== "done" && state !== "cancelled")).toEqual([]);
    expect(trace.filter((line) => line.endsWith("later") || line.endsWith("goes on"))).toEqual([]);
    expect(server.disposed).toBe(true);
    expect(server.waiting).toBe(0);
    expect(() => server.submit(() => {})).toThrow("server_disposed");
    expect(() => server.update({ budget: 1 })).toThrow("server_disposed");
    server.dispose({ jobs: "release" });
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  });

  test(`${kind}: jobs that are released go on outside, all of them`, async () => {
    const { rt, host } = ideal(kind === "constant bandwidth" ? "edf" : "fp");
    const trace: string[] = [];
    const server = make(rt);
    const jobs = plan(rt, server, host, trace);
    rt.alarm(4, () => server.dispose({ jobs: "release" }));
    await host.settle(40);
    expect(jobs.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    // Without a budget there is nothing to wait for.
    expect(trace.at(-1)).toBe("15 later");
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  });
}

test("jobs are released with their own urgency", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 2, period: 10, priority: 1 });
  rt.submit(work(6), { name: "rest", priority: 3 });
  server.submit(work(3), { name: "low", priority: 0 });
  server.submit(work(3), { name: "high", priority: 5 });
  rt.alarm(2, () => server.dispose({ jobs: "release" }));
  host.run();
  expect(segments).toEqual(["rest 0-2", "high 2-5", "rest 5-9", "low 9-12"]);
});

test("finalizers of cancelled jobs run in the server, with its budget", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 2, period: 10, priority: 9 });
  server
    .submit(function* cleaning() {
      try {
        yield* consume(rt, 5);
      } finally {
        yield* consume(rt, 3);
      }
    })
    .then(undefined, () => {});
  rt.submit(work(14), { name: "rest" });
  rt.alarm(1, () => server.dispose());
  host.run();
  expect(segments).toEqual(["cleaning 0-2", "rest 2-10", "cleaning 10-12", "rest 12-18"]);
});

test("tasks, alarms and observers that a server's jobs started end with it, or go on with its jobs", () => {
  for (const jobs of ["cancel", "release"] as const) {
    const { rt, host } = ideal("fp");
    const server = new DeferrableServer(rt, { budget: 10, period: 10 });
    const trace: string[] = [];
    server.submit(() => {
      rt.task(() => void trace.push(`${host.now()} task`), { period: 4, name: "task" });
      rt.alarm({ every: 4, in: 2 }, () => void trace.push(`${host.now()} alarm`));
      rt.observe({ jobReleased: ({ name }) => void trace.push(`${host.now()} hears of ${name}`) });
    });
    rt.alarm(7, () => server.dispose({ jobs }));
    host.run(7);
    trace.length = 0;
    rt.submit(() => {}, { name: "other" });
    host.run(11);
    if (jobs === "cancel") {
      expect(trace).toEqual([]);
      expect(rt.tasks).toEqual([]);
      expect(host.pending).toEqual({ turns: 0, timers: 0 });
    } else {
      expect(trace).toEqual(["7 hears of other", "8 hears of task", "8 task", "10 alarm"]);
      for (const task of rt.tasks) task.stop();
    }
  }
});

test("code of a server that was disposed of starts nothing, and of one whose jobs were released starts it outside", async () => {
  for (const jobs of ["cancel", "release"] as const) {
    const { rt, host } = ideal("fp");
    const server = new DeferrableServer(rt, { budget: 1, period: 10, priority: -1 });
    const seen: unknown[] = [];
    server.submit(() => {
      void Promise.resolve().then(async () => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        for (const give of [
          () => rt.submit(() => void seen.push(host.now())),
          () => rt.alarm({ in: 1 }, () => void seen.push(host.now())),
          () => rt.task(() => {}, { period: 1 }).stop(),
        ]) {
          try {
            give();
          } catch (error) {
            seen.push((error as { code: string }).code);
          }
        }
      });
    });
    await host.settle(2);
    server.dispose({ jobs });
    await new Promise<void>((resolve) => setTimeout(resolve, 5));
    await host.settle(20);
    expect(seen).toEqual(jobs === "cancel" ? ["server_disposed", "server_disposed", "server_disposed"] : [2, 3]);
  }
});

test("jobs that are released while they wait for a resource go on waiting, and lend their own urgency", async () => {
  const { rt, host, segments, work } = ideal("edf");
  const server = new ConstantBandwidthServer(rt, { budget: 5, period: 50 });
  const resource = new Resource(rt, { name: "disk" });
  const locking = (ms: number) =>
    function* () {
      const lock = yield* resource.acquire();
      yield* work(ms)();
      lock.unlock();
    };
  rt.submit(locking(4), { name: "holder", deadline: 90 });
  server.submit(locking(1), { name: "first", deadline: 80, delay: 1 });
  server.submit(locking(1), { name: "second", deadline: 10, delay: 1 });
  rt.submit(work(2), { name: "between", deadline: 20, delay: 2 });
  rt.alarm(3, () => server.dispose({ jobs: "release" }));
  await host.settle();
  expect(segments).toEqual(["holder 0-2", "between 2-3", "holder 3-5", "second 5-6", "between 6-7", "first 7-8"]);
});

test("a job may dispose of its own server", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 5, period: 10 });
  const job = server.submit(function* own() {
    yield* consume(rt, 1);
    server.dispose();
    yield* consume(rt, 1);
    yield* consume(rt, 5);
  });
  job.then(undefined, () => {});
  server.submit(work(1), { name: "other" }).then(undefined, () => {});
  host.run();
  expect(job.state).toBe("cancelled");
  expect(segments.at(-1)?.startsWith("own")).toBe(true);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a server within a server cancels what was submitted to it, and nothing else", () => {
  const { rt, host, work } = ideal("fp");
  const outer = new DeferrableServer(rt, { budget: 5, period: 10, priority: 1 });
  let inner: Server | undefined;
  const jobs: Job[] = [];
  outer.submit(() => {
    inner = new DeferrableServer(rt, { budget: 5, period: 10 });
    jobs.push(inner.submit(work(9)) as Job, rt.submit(work(2)) as Job);
    for (const job of jobs) job.then(undefined, () => {});
  });
  host.run(3);
  inner?.dispose();
  host.run(60);
  expect(jobs.map(({ state }) => state)).toEqual(["cancelled", "done"]);
});

test("total bandwidth: a change counts for jobs to come, and disposal ends those that are there", () => {
  const { rt, host, work } = ideal("edf");
  const tbs = new TotalBandwidthServer(rt, { bandwidth: 0.5 });
  const jobs = [tbs.submit(work(2), { wcet: 2 }) as Job];
  tbs.update({ bandwidth: 0.25 });
  jobs.push(tbs.submit(work(2), { wcet: 2 }) as Job);
  expect(jobs.map(({ deadline }) => deadline)).toEqual([4, 12]);
  expect(() => tbs.update({ bandwidth: 2 })).toThrow("bandwidth_out_of_range");
  for (const job of jobs) job.then(undefined, () => {});
  rt.alarm(2, () => tbs.dispose());
  host.run();
  expect(jobs.map(({ state }) => state)).toEqual(["done", "cancelled"]);
  expect(() => tbs.submit(work(1), { wcet: 1 })).toThrow("server_disposed");
});

test("the share of a server that has gone, or shrunk, is given away once nobody has work left", () => {
  const { rt, host, work } = ideal("edf", {
    admission: admitBy(exactAdmission),
    overheads: { switchCost: 0, releaseLatency: 0, eventLoop: 0, overrun: 0 },
    slice: 1,
    round: 5,
  });
  const make = (name: string) => new ConstantBandwidthServer(rt, { budget: 3, period: 10, name });
  const [a, b] = [make("a"), make("b")];
  const admits = (wcet: number) => {
    const answer = rt.admit(work(wcet), { period: 10, wcet, name: `t${wcet}` });
    const { admitted } = answer;
    if (admitted) for (const task of rt.tasks) task.stop();
    return admitted;
  };
  expect(admits(5)).toBe(false);
  a.submit(work(7)).then(undefined, () => {});
  host.run(5);
  // It has taken more than its share, and others might have been kept waiting.
  a.dispose();
  expect(admits(5)).toBe(true);
  host.run(40);
  b.update({ budget: 1 });
  host.run(60);
  expect(admits(8)).toBe(true);
  host.run(80);
  b.update({ budget: 6 });
  expect(admits(8)).toBe(false);
});

test("10,000 servers come and go: none of them leaves anything, and each costs the same", async () => {
  for (const admission of [undefined, admitBy(exactAdmission)]) {
    const { rt, host } = ideal("edf", admission && { admission });
    const cost = async (count: number) => {
      const from = performance.now();
      const all = Array.from({ length: count }, () => new ConstantBandwidthServer(rt, { budget: 1e-6, period: 1 }));
      for (const server of all) {
        server.submit(() => {});
        server.submit(() => {}, { delay: 1e6 }).then(undefined, () => {});
      }
      host.run(host.now() + 1);
      for (const server of all) server.dispose();
      await undefined;
      return (performance.now() - from) / count;
    };
    expect(await growth(cost, { few: 1000, many: 10_000, limit: 4 })).toBeLessThan(4);
    await cost(10_000);
    gc();
    const before = process.memoryUsage().heapUsed;
    await cost(10_000);
    gc();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000);
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  }
}, 60_000);
