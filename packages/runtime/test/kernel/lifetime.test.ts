/** The life of a scheduler: close, cancelAll, pause and resume, as ordered traces under virtual time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  PollingServer,
  Resource,
  Scheduler,
} from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { body, type World, world } from "../kit/world.ts";

const closed = expect.objectContaining({ code: "scheduler_closed" });
const forever = new Promise<never>(() => {});

/** Computes, and has a `finally` block that takes a millisecond. */
function guarded({ note, work }: World, name: string, ms: number) {
  return body(function* () {
    try {
      yield* work(ms)();
    } finally {
      note(`${name} cleans up`);
      yield* work(1)();
    }
    note(`${name} is done`);
  });
}

async function isSettled(promise: PromiseLike<unknown>): Promise<boolean> {
  let is = false;
  const yes = () => {
    is = true;
  };
  promise.then(yes, yes);
  await new Promise((resolve) => setImmediate(resolve));
  return is;
}

test("close: what is accepted ends by itself, and nothing else is taken from the call on", async () => {
  const w = world({ slice: 1 });
  const { rt, host, work, note, trace } = w;
  const task = rt.task(work(1), { name: "tick", period: 4 });
  rt.alarm({ every: 3 }, () => note("alarm"));
  rt.submit(work(3), { name: "long" });
  rt.submit(work(1), { name: "delayed", delay: 9 });
  host.run(3);
  const ended = rt.close();
  ended.then(() => note("closed"));
  expect(rt.close()).toBe(ended);
  expect(() => rt.submit(work(1))).toThrow(closed);
  expect(() => rt.task(work(1), { period: 1 })).toThrow(closed);
  expect(() => rt.alarm({ in: 1 }, () => {})).toThrow(closed);
  expect(task.isRunning).toBe(false);
  expect(rt.tasks).toEqual([]);
  expect(await isSettled(ended)).toBe(false);
  await host.settle();
  expect(trace).toEqual([
    ...["0 run tick", "1 end tick", "1 run long", "2 run long", "3 alarm"],
    ...["3 run long", "4 end long", "9 run delayed", "10 end delayed", "10 closed"],
  ]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  expect(() => rt.yieldNow()).toThrow(closed);
});

test("close with a deadline cancels what has not ended by then, with the reason; finalizers still run", async () => {
  const w = world({ slice: 1 });
  const { rt, host, note, trace } = w;
  const long = rt.submit(guarded(w, "long", 50), { name: "long" });
  const short = rt.submit(guarded(w, "short", 2), { name: "short", deadline: 10 });
  const blocked = rt.submit(
    body(function* () {
      yield wait(forever);
    }),
    { name: "blocked", deadline: 5 },
  );
  const delayed = rt.submit(w.work(1), { name: "delayed", delay: 99 });
  rt.close({ deadline: 6, reason: "bye" }).then(() => note("closed"));
  await host.settle();
  for (const job of [long, blocked, delayed]) await expect(job).rejects.toBe("bye");
  await short;
  expect(trace.filter((line) => !line.includes("run"))).toEqual([
    "2 short cleans up",
    "3 short is done",
    "3 end short",
    "6 end delayed",
    "6 end blocked",
    "6 long cleans up",
    "7 end long",
    "7 closed",
  ]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a later close brings the deadline forward, and never puts it off", async () => {
  const { rt, host, work } = world();
  const job = rt.submit(work(100));
  const first = rt.close({ deadline: 50, reason: "slow" });
  host.run(10);
  expect(rt.close({ deadline: { at: 20 }, reason: "now" })).toBe(first);
  expect(rt.close({ deadline: 90, reason: "slower" })).toBe(first);
  await host.settle();
  await expect(job).rejects.toBe("now");
  await first;
  expect(host.now()).toBe(20);
});

test("without a deadline and a reason jobs get an AbortError; a deadline of 0 is now", async () => {
  const { rt, host, work } = world();
  const job = rt.submit(work(1));
  const ended = rt.close({ deadline: 0 });
  expect(job.state).toBe("cancelled");
  await expect(job).rejects.toMatchObject({ name: "AbortError" });
  await ended;
  expect(host.now()).toBe(0);
});

test("what the jobs submit is refused, and what they yield is not", async () => {
  const { rt, host } = world();
  const refused: unknown[] = [];
  const job = rt.submit(
    body(function* () {
      yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 2 }, resolve)));
    }),
  );
  const cooperative = rt.submit(async () => {
    await null;
    await rt.yieldNow();
    try {
      await rt.submit(() => {});
    } catch (error) {
      refused.push(error);
    }
    await rt.yieldNow();
    return "to the end";
  });
  host.step();
  const ended = rt.close();
  await host.settle();
  expect(refused).toEqual([closed]);
  expect(await cooperative).toBe("to the end");
  // Its alarm was cancelled: nobody resolves the promise.
  expect(job.state).toBe("blocked");
  expect(await isSettled(ended)).toBe(false);
  job.cancel();
  await host.settle();
  await ended;
});

test("a job may close the scheduler: it and those that wait for it are not waited for", async () => {
  const w = world({ slice: 1 });
  const { rt, host, note, trace } = w;
  rt.submit(w.work(4), { name: "other" });
  const closer = rt.submit(
    body(function* () {
      yield wait(rt.close({ deadline: 2, reason: "bye" }));
      note("goes on");
      yield* w.work(2)();
    }),
    { name: "closer", deadline: 9 },
  );
  const behind = rt.submit(
    body(function* () {
      yield wait(closer);
      note("behind");
    }),
    { name: "behind", deadline: 8 },
  );
  await host.settle();
  expect(closer.state).toBe("done");
  expect(behind.state).toBe("cancelled");
  expect(trace.filter((line) => !line.includes("run"))).toEqual([
    "2 end behind",
    "2 end other",
    "2 goes on",
    "4 end closer",
  ]);
});

test("a job that is awaited by another one may close the scheduler, and so may one that has the promise from elsewhere", async () => {
  const w = world({ slice: 1 });
  const { rt, host, note, trace } = w;
  let ended: Promise<void> | undefined;
  const inner = rt.submit(
    body(function* () {
      yield wait(rt.close());
      note("inner");
    }),
    { name: "inner", delay: 1 },
  );
  rt.submit(
    body(function* () {
      yield wait(inner);
      note("outer");
    }),
    { name: "outer" },
  );
  rt.submit(w.work(3), { name: "other" });
  rt.submit(
    body(function* () {
      ended = rt.close();
      yield wait(ended);
      note("late");
    }),
    { name: "late", delay: 2 },
  );
  await host.settle();
  expect(trace.filter((line) => !line.includes("run"))).toEqual([
    ...["3 end other", "3 inner", "3 end inner", "3 late", "3 end late", "3 outer", "3 end outer"],
  ]);
  await ended;
});

test("observers hear of the last job's end, and of nothing after", async () => {
  const { rt, host, work } = world();
  const heard: string[] = [];
  rt.observe({ jobFinished: (job) => void heard.push(`end ${job.name}`), roundEnded: () => void heard.push("round") });
  rt.submit(work(1), { name: "last" });
  const ended = rt.close();
  await host.settle();
  await ended;
  expect(heard).toEqual(["end last"]);
  expect(rt.kernel.on).toEqual({});
});

test("close resumes a paused scheduler, which cannot be paused afterwards", async () => {
  const { rt, host, work } = world();
  const job = rt.submit(work(2));
  rt.pause();
  const ended = rt.close();
  rt.pause();
  expect(rt.paused).toBe(false);
  await host.settle();
  await ended;
  expect(job.finish).toBe(2);
});

test("an empty scheduler closes at once, by await using as well", async () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host });
  await rt[Symbol.asyncDispose]();
  expect(() => rt.submit(() => {})).toThrow(closed);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("options of close out of range are refused, and then it is not closed", () => {
  const { rt, work } = world();
  const codes = [{ deadline: -1 }, { deadline: { at: Number.NaN } }, { dedline: 1 }, "soon"].map((options) => {
    try {
      rt.close(options as never);
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  expect(codes).toEqual(["deadline_negative", "deadline_not_an_instant", "option_unknown", "options_not_an_object"]);
  rt.submit(work(1));
});

for (const make of [ConstantBandwidthServer, DeferrableServer, PollingServer]) {
  test(`${make.name}: its jobs, alarms and tasks end with the scheduler`, async () => {
    const { rt, host } = world();
    const server = new make(rt, { budget: 1, period: 10 });
    const controller = new AbortController();
    const job = server.submit(function* () {
      rt.alarm({ every: 3 }, () => {});
      rt.task(() => {}, { period: 2, signal: controller.signal });
      yield* consume(rt, 3);
    });
    host.run(11.5);
    const ended = rt.close();
    expect(() => server.submit(() => {})).toThrow(closed);
    await host.settle();
    await ended;
    expect(job.state).toBe("done");
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  });
}

test("cancelAll cancels ready, running, blocked and delayed jobs, says how many, and lets tasks go on", async () => {
  const w = world({ slice: 1 });
  const { rt, host, work, trace } = w;
  const task = rt.task(work(1), { name: "tick", period: 10 });
  const resource = new Resource(rt, { name: "R" });
  const ready = rt.submit(guarded(w, "ready", 9), { name: "ready" });
  const delayed = rt.submit(work(1), { name: "delayed", delay: 99 });
  const holder = rt.submit(
    function* () {
      yield* resource.acquire();
      yield* consume(rt, 9);
    },
    { name: "holder", deadline: 20 },
  );
  const waiting = rt.submit(
    function* () {
      yield* resource.acquire();
    },
    { name: "waiting", deadline: 19, delay: 3 },
  );
  let count: number | undefined;
  const running = rt.submit(
    function* () {
      count = rt.cancelAll("all");
      yield;
    },
    { name: "running", deadline: 1, delay: 5 },
  );
  const jobs = [ready, delayed, holder, waiting, running];
  await host.settle(25);
  expect(count).toBe(jobs.length);
  for (const job of jobs) await expect(job).rejects.toBe("all");
  expect(resource.isLocked).toBe(false);
  expect(task.released).toBe(3);
  expect(trace.filter((line) => line.includes("tick"))).toHaveLength(6);
  task.stop();
  expect(rt.cancelAll()).toBe(0);
  await host.settle();
  await rt.idle();
});

test("pause: the running job stops at its next preemption point; time, alarms, releases and deadlines go on", () => {
  const w = world({ slice: 10, round: 100, preemption: "ideal", budget: 0 });
  const { rt, host, work, note, trace } = w;
  rt.observe({
    deadlineMissed: (job) => note(`${job.name} missed`),
    jobReleased: (job) => note(`${job.name} released`),
  });
  rt.submit(work(4), { name: "job", deadline: 6 });
  const task = rt.task(work(1), { name: "tick", period: 5, backlog: 2, phase: 3 });
  rt.alarm({ in: 2 }, () => {
    rt.pause();
    rt.pause();
    note("pause");
  });
  rt.alarm({ in: 7 }, () => note("alarm"));
  rt.alarm({ in: 19 }, () => {
    rt.resume();
    note("resume");
    task.stop();
  });
  host.run();
  expect(trace).toEqual([
    ...["0 job released", "0 run job", "2 pause", "3 tick released", "6 job missed", "7 alarm", "8 tick missed"],
    ...[
      "8 tick released",
      "13 tick missed",
      "19 resume",
      "19 run job",
      "21 end job",
      "21 run tick",
      "22 end tick",
      "22 run tick",
      "23 end tick",
    ],
  ]);
  expect(task.skipped).toBe(2);
});

test("a running job that pauses goes no further than to its next preemption point, even in a critical section", () => {
  const { rt, host, note, trace } = world({ slice: 10, round: 100 });
  rt.submit(
    function* () {
      using _section = rt.criticalSection();
      host.advance(1);
      rt.pause();
      note("has paused");
      yield;
      note("goes on");
      host.advance(1);
      yield;
    },
    { name: "A" },
  );
  rt.submit(
    function* () {
      host.advance(1);
    },
    { name: "B", deadline: 5, delay: 1 },
  );
  host.run();
  expect(trace).toEqual(["0 run A", "1 has paused"]);
  // Nothing is to be done: no turn is posted, and no timer set.
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  host.run(7);
  rt.resume();
  host.run();
  expect(trace.slice(2)).toEqual(["7 run A", "7 goes on", "8 end A", "8 run B", "9 end B"]);
});

test("what is cancelled during a pause settles at once, and its finalizers run afterwards", async () => {
  const w = world({ slice: 1 });
  const { rt, host, trace } = w;
  const job = rt.submit(guarded(w, "job", 9), { name: "job" });
  host.run(2);
  rt.pause();
  job.cancel("enough");
  await expect(job).rejects.toBe("enough");
  host.run(5);
  expect(trace.filter((line) => !line.includes("run"))).toEqual([]);
  rt.resume();
  host.run();
  expect(trace.filter((line) => !line.includes("run"))).toEqual(["5 job cleans up", "6 end job"]);
});

test("policies with queues of their own, and servers, go on after a pause as before", () => {
  for (const policy of ["edf", "fp", "fifo", "rr"] as const) {
    const { rt, host, work, trace } = world({ policy, slice: 1 });
    const server = new DeferrableServer(rt, { budget: 1, period: 4 });
    server.submit(work(2), { name: "served" });
    for (const name of ["A", "B"]) rt.submit(work(2), { name });
    host.run(1);
    rt.pause();
    host.run(10);
    rt.resume();
    host.run();
    const ends = trace.filter((line) => line.includes("end"));
    expect(ends.map((line) => line.split(" ")[2]).toSorted()).toEqual(["A", "B", "served"]);
    expect(trace.some((line) => /^[2-9] /.test(line))).toBe(false);
  }
});

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

test("a module that is replaced 100 times leaves no scheduler, listener, timer or task behind", async () => {
  const host = new VirtualHost();
  const application = new AbortController();
  let listeners = 0;
  const signal = {
    get aborted() {
      return application.signal.aborted;
    },
    reason: undefined,
    addEventListener: () => void listeners++,
    removeEventListener: () => void listeners--,
  };
  const left: WeakRef<object>[] = [];
  async function load() {
    const rt = new Scheduler({ host });
    left.push(new WeakRef(rt));
    rt.observe({ jobFinished: () => void rt.now() });
    const server = new ConstantBandwidthServer(rt, { budget: 1, period: 10 });
    rt.task(() => {}, { period: 3, signal });
    rt.alarm({ every: 2 }, () => void rt.now());
    rt.alarm({ in: 1e6 }, () => void rt.now());
    const job: Job = rt.submit(
      body(function* () {
        yield wait(new Promise(() => {}));
      }),
      { signal, deadline: 1e6 },
    );
    job.catch(() => {});
    server.submit(
      function* () {
        yield* consume(rt, 1);
      },
      { signal },
    );
    rt.submit(() => {}, { delay: 1e6, signal }).catch(() => {});
    host.run(host.now() + 5);
    const ended = rt.close({ deadline: 1 });
    await host.settle(host.now() + 20);
    await ended;
  }
  for (let i = 0; i < 100; i++) await load();
  expect(listeners).toBe(0);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  for (let tries = 0; tries < 10 && left.some((ref) => ref.deref() !== undefined); tries++) {
    await new Promise((resolve) => setImmediate(resolve));
    gc();
  }
  expect(left.filter((ref) => ref.deref() !== undefined)).toHaveLength(0);
});
