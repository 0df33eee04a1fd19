/** Programs that once went wrong in the kernel: found by model/, by faults.test.ts or by reading; shrunk by hand. */
import {
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  type Lock,
  leastLaxity,
  type Observer,
  PollingServer,
  Resource,
  Scheduler,
  type SchedulerOptions,
} from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { consume } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { type World, world } from "../kit/world.ts";
import { MeteredHost } from "../model/metered-host.ts";

/** A world whose kernel is stopped if it runs for ever. */
function metered(options: ConstructorParameters<typeof Scheduler>[0] = {}) {
  const host = new MeteredHost();
  const rt = new Scheduler({ host, ...options });
  return { host, rt };
}

const forever = Number.POSITIVE_INFINITY;

/** What the transformer makes of `async () => { await p; }` with a `finally` that takes two slices. */
function awaiting(promise: () => unknown, finalizer: () => Generator<unknown, void> = function* () {}) {
  return attachAsync(async () => {}, function* () {
    try {
      yield wait(promise());
    } finally {
      yield* finalizer();
    }
    return settle(undefined);
  } as never);
}

test("a running job that is cancelled gives the processor up before another gets it, for observers too", () => {
  const events: string[] = [];
  const note = (what: string) => (job: Job) => void events.push(`${what} ${job.name}`);
  const { rt, host, work } = world({
    slice: 1,
    observer: { jobDispatched: note("run"), jobPreempted: note("preempt"), jobFinished: note("end") },
  });
  const victim = rt.submit(work(5), { name: "victim", deadline: 100 });
  rt.submit(
    function* killer() {
      yield;
    },
    { delay: 1, deadline: 1 },
  );
  rt.submit(
    function* suicide() {
      rt.currentJob?.cancel("self");
      rt.submit(work(1), { name: "urgent", deadline: 1 });
      yield;
    },
    { deadline: 10 },
  );
  victim.cancel("unstarted");
  host.run(0);
  host.run();
  expect(events.slice(0, 4)).toEqual(["end victim", "run suicide", "preempt suicide", "run urgent"]);
});

test("a job that was given its turn at a resource and is cancelled passes the turn on", async () => {
  const { rt, host, work } = world({ policy: "fp", slice: forever, round: forever });
  const resource = new Resource(rt, { name: "R", protocol: "pip" });
  const user = function* () {
    const lock = yield* resource.acquire();
    yield* work(2)();
    lock.unlock();
  };
  const hold = resource.tryLock();
  const b = rt.submit(user, { name: "b", priority: 5 });
  const c = rt.submit(user, { name: "c", priority: 1 });
  host.run();
  hold?.unlock(); // b is called
  b.cancel("never mind");
  await expect(b).rejects.toBe("never mind");
  host.run();
  expect([c.state, resource.isLocked]).toEqual(["done", false]);
});

test("a waiter that becomes more urgent lends that to the holder at once", () => {
  const { rt, host, work, trace } = world({ policy: "fp", slice: 1, round: 1 });
  const resource = new Resource(rt, { name: "R", protocol: "pip" });
  const user = function* () {
    const lock = yield* resource.acquire();
    yield* work(3)();
    lock.unlock();
  };
  rt.submit(user, { name: "holder", priority: 1 });
  host.run(0);
  const waiter = rt.submit(user, { name: "waiter", priority: 2, delay: 0 });
  host.step();
  rt.submit(work(2), { name: "middle", priority: 3 });
  waiter.setPriority(9);
  host.run();
  expect(trace.filter((t) => t.includes("end")).map((t) => t.split(" ")[2])).toEqual(["holder", "waiter", "middle"]);
});

test("time that an alarm takes is not the next job's", () => {
  const { rt, host, work } = world({ slice: 1 });
  rt.alarm({ in: 1 }, () => host.advance(3));
  const job = rt.submit(work(2), { delay: 1 });
  host.run();
  expect({ ran: job.executionTime, start: job.start, finish: job.finish }).toEqual({ ran: 2, start: 4, finish: 6 });
});

test("time that an alarm takes between two budgets is not the running job's", () => {
  const { rt, host, work } = world({ preemption: "ideal", slice: 10, budget: 0 });
  rt.alarm({ in: 1 }, () => host.advance(3));
  const job = rt.submit(work(2));
  host.run();
  expect({ ran: job.executionTime, finish: job.finish }).toEqual({ ran: 2, finish: 5 });
});

test("who comes late in the period of a polling server waits for the next one, whichever period it is", () => {
  for (const late of [3, 13, 27]) {
    const { rt, host, work } = world();
    const server = new PollingServer(rt, { budget: 2, period: 10 });
    let job: Job | undefined;
    rt.alarm({ in: late }, () => {
      job = server.submit(work(1));
    });
    host.run();
    expect(job?.start).toBe(Math.ceil(late / 10) * 10);
  }
});

test("who comes at the start of a period of a polling server is served in it", () => {
  const { rt, host, work } = world();
  const server = new PollingServer(rt, { budget: 2, period: 10 });
  const job = server.submit(work(1), { delay: 20 });
  host.run();
  expect(job.start).toBe(20);
});

test("a started job that waits its turn in a server can be cancelled", async () => {
  const { rt, host, work } = world({ policy: "fp" });
  const server = new DeferrableServer(rt, { budget: 5, period: 10 });
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const waiter = server.submit(awaiting(() => gate));
  const long = server.submit(work(8));
  await host.settle(1);
  open();
  await host.settle(2);
  waiter.cancel("no more");
  await expect(waiter).rejects.toBe("no more");
  await host.settle();
  const later = server.submit(work(1));
  await host.settle();
  expect([long.state, later.state, server.waiting]).toEqual(["done", "done", 0]);
  await rt.idle();
});

test("a server's periods end when their time has come, whatever rounding makes of them", () => {
  for (let start = 0; start < 20; start++) {
    const { rt, host } = metered({ preemption: "ideal" });
    host.set(start / 10);
    const server = new DeferrableServer(rt, { budget: 0.05, period: 0.1 });
    const job = server.submit(() => consume(rt, 0.3) as never);
    const real = server.submit(function* () {
      yield* consume(rt, 0.3);
    });
    host.run();
    expect([host.isExhausted, job.state, real.state]).toEqual([false, "done", "done"]);
  }
});

test("what runs over the end of a server's period counts against the budgets of both", () => {
  for (const preemptable of [true, false]) {
    const { rt, host } = metered({ preemption: "ideal", slice: forever, round: forever, budget: 0 });
    const server = new DeferrableServer(rt, { budget: 3, period: 4 });
    const job = server.submit(
      function* () {
        if (preemptable) yield* consume(rt, 5.25);
        for (let left = 5.25; !preemptable && left > 0; left -= 3) {
          host.advance(Math.min(left, 3));
          if (left > 3) yield;
        }
      },
      { delay: 2 },
    );
    host.run();
    // 2 of the first period, 3 of the second, the rest in the third; in stretches of 3 ms: from 2 to 5, then 1 + 2.25
    expect(job.finish).toBe(preemptable ? 8.25 : 7.25);
  }
});

test("inside a critical section a job goes on when its server has nothing left", () => {
  const { rt, host } = metered({ preemption: "ideal" });
  const server = new DeferrableServer(rt, { budget: 1, period: 10 });
  const job = server.submit(function* () {
    using _section = rt.criticalSection();
    yield* consume(rt, 3);
  });
  const next = server.submit(() => undefined);
  host.run();
  expect([host.isExhausted, job.finish, next.start]).toEqual([false, 3, 30]); // 2 overrun, paid back from 10 and 20
});

test("a resource freed at the very point where the job starts to wait is not given to a job that is in two places", () => {
  const { rt, host } = metered({ preemption: "ideal", policy: "fp", slice: 100, round: 100, budget: 0 });
  const resource = new Resource(rt, { name: "R" });
  const lock = resource.tryLock();
  rt.alarm({ in: 5 }, () => lock?.unlock());
  const job = rt.submit(function* () {
    host.advance(5);
    const own = yield* resource.acquire();
    host.advance(1);
    own.unlock();
  });
  const other = rt.submit(() => undefined);
  host.run();
  expect([job.state, other.state, host.reported]).toEqual(["done", "done", []]);
  const after = rt.submit(() => 1);
  host.run();
  expect(after.state).toBe("done");
});

test("finalizers of a job cancelled inside a critical section are still inside", () => {
  for (const own of [true, false]) {
    const { rt, host, work, trace, note } = world({ slice: 1, budget: 0 });
    const job: Job = rt.submit(
      function* () {
        const section = rt.criticalSection();
        try {
          host.advance(1);
          if (own) job.cancel("self");
          yield;
          host.advance(1);
        } finally {
          host.advance(1);
          yield;
          note("put right");
          section.leave();
        }
      },
      { name: "holder", deadline: 50 },
    );
    rt.submit(work(1), { name: "urgent", deadline: 1, delay: 0.5 });
    if (!own) rt.alarm({ in: 1 }, () => job.cancel("alarm"));
    host.run();
    expect(trace.findIndex((t) => t.includes("put right"))).toBeLessThan(
      trace.findIndex((t) => t.includes("run urgent")),
    );
    expect(job.state).toBe("cancelled");
  }
});

for (const event of ["jobReleased", "jobDispatched", "jobPreempted", "jobBlocked", "jobWoken"] as const) {
  test(`an observer may cancel the job of which ${event} tells`, async () => {
    for (const policy of ["edf", "fp"] as const) {
      let victim: Job | undefined;
      const observer: Observer = {
        [event]: (job: Job) => {
          if (job.name !== "victim" || victim !== undefined) return;
          victim = job;
          job.cancel("by the observer");
        },
      };
      const finished: string[] = [];
      const { rt, host, work } = world({
        policy,
        slice: 1,
        observer: [observer, { jobFinished: (j) => finished.push(j.name) }],
      });
      const finalizer = () => work(2)();
      const body = awaiting(() => Promise.resolve(), finalizer as never);
      const preempted = work(3);
      const job = rt.submit((event === "jobPreempted" ? preempted : body) as () => unknown, { name: "victim" });
      const outcome = job.then(String, String);
      const others = [1, 2, 3].map((n) => rt.submit(work(2), { name: `other ${n}` }));
      await host.settle();
      expect(await outcome).toBe("by the observer");
      expect(others.map((other) => other.state)).toEqual(["done", "done", "done"]);
      expect([...finished].sort()).toEqual(["other 1", "other 2", "other 3", "victim"]);
      expect(host.reported).toEqual([]);
    }
  });
}

test("a promise that a job awaits after having cancelled itself may reject without anybody's notice", async () => {
  const unhandled: unknown[] = [];
  const listen = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", listen);
  const { rt, host } = world();
  const failing = () => Promise.reject(new Error("aborted"));
  const first = rt.submit(
    awaiting(() => {
      rt.currentJob?.cancel("first");
      return failing();
    }),
  );
  const second = rt.submit(async () => {
    rt.currentJob?.cancel("second");
    throw new Error("after all");
  });
  await Promise.all([expect(first).rejects.toBe("first"), expect(second).rejects.toBe("second"), host.settle()]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", listen);
  expect(unhandled).toEqual([]);
});

test("the deadline of a job that has ended is not changed any more; that of one in its finalizers is, and is watched", () => {
  const missed: string[] = [];
  const { rt, host, work } = world({
    slice: 1,
    observer: { deadlineMissed: (job, now) => missed.push(`${job} ${now}`) },
  });
  const ended = rt.submit(work(2), { deadline: 5 });
  host.run();
  ended.setDeadline(1);
  expect([ended.deadline, ended.lateness]).toEqual([5, -3]);
  const closing = rt.submit(
    function* () {
      try {
        for (;;) yield host.advance(1);
      } finally {
        yield* work(4)();
      }
    },
    { deadline: 3 },
  );
  rt.alarm({ in: 2 }, () => {
    closing.cancel("enough");
    closing.setDeadline(5);
  });
  closing.catch(() => {});
  host.run();
  expect([closing.deadline, missed]).toEqual([7, ["T0J1 7"]]);
});

test("what a job lends is its urgency when it begins to wait, not that of its last dispatch", () => {
  const { rt, host, trace } = world({ policy: leastLaxity, slice: forever, round: forever, preemption: "ideal" });
  const resource = new Resource(rt, { name: "R" });
  rt.submit(
    function* () {
      const lock = yield* resource.acquire();
      yield* consume(rt, 4);
      lock.unlock();
    },
    { name: "holder" },
  );
  rt.submit(
    function* () {
      yield* consume(rt, 2);
      yield* resource.acquire();
    },
    { name: "waiter", delay: 1, deadline: { at: 10 }, wcet: 6 }, // its key is 4 when it is dispatched, 6 when it waits
  );
  rt.submit(() => undefined, { name: "between", delay: 4, deadline: { at: 5 } }); // its key is 5
  host.run();
  expect(trace.filter((t) => t.includes("end"))).toEqual(["4 end between", "6 end holder", "6 end waiter"]);
});

test("a job kept waiting by a ceiling, and then by an owner, lends nothing to the first any more", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 100, preemption: "ideal", budget: 0 });
  const [free, locked] = ["free", "locked"].map((name) => new Resource(rt, { name, protocol: "pcp" })) as [
    Resource,
    Resource,
  ];
  const user = (ms: number, ...resources: Resource[]) =>
    function* () {
      const locks: Lock[] = [];
      for (const resource of resources) locks.push(yield* resource.acquire());
      yield* work(ms)();
      for (const lock of locks) lock.unlock();
    };
  rt.submit(user(3, locked), { name: "low", priority: 1, uses: [locked] });
  // "free" is free, but "locked" has its ceiling: it waits for low
  rt.submit(user(1, free, locked), { name: "waiter", priority: 2, delay: 1, uses: [free, locked] });
  // and now for high, which gets "free"
  rt.submit(user(1, free), { name: "high", priority: 3, delay: 1.5, uses: [free] });
  host.run();
  const runs = trace.filter((t) => t.includes("run")).map((t) => t.split(" ")[2]);
  // When high has ended, the most urgent one that waits asks again; the ceiling is as high as before.
  expect(runs).toEqual(["low", "waiter", "low", "high", "waiter", "low", "waiter"]);
});

test("a holder under an immediate ceiling is as urgent as a user who is declared only then", () => {
  const { rt, host, work, trace } = world({ policy: "fp", slice: 1 });
  const resource = new Resource(rt, { name: "R", protocol: "icpp" });
  const user = function* () {
    const lock = yield* resource.acquire();
    yield* work(2)();
    lock.unlock();
  };
  rt.submit(user, { name: "holder", priority: 1, uses: [resource] });
  rt.alarm({ in: 1 }, () => {
    rt.submit(user, { name: "user", priority: 9, uses: [resource], delay: 10 });
    rt.submit(work(1), { name: "middle", priority: 5 });
  });
  host.run();
  expect(trace.filter((t) => t.includes("end"))).toEqual(["2 end holder", "3 end middle", "13 end user"]);
});

test("a job that awaits its own successor in the task is told of the deadlock", async () => {
  const { rt, host } = world();
  const jobs: Job[] = [];
  const task = rt.task(awaiting(() => jobs[1]) as () => unknown, { name: "chain" });
  jobs.push(task.release(), task.release());
  const outcome = jobs[0]?.catch((error: Error) => error.message);
  await host.settle();
  expect(await outcome).toBe(
    "deadlock: T1J0 (chain) → the end of T1J1 (chain) → T1J1 (chain) → its turn in the task → T1J0 (chain): " +
      "each waits for what the next one holds. Lock in the same order everywhere.",
  );
});

test("under the stack resource policy a job may start for which the holder waits", async () => {
  const { rt, host, work } = world({ slice: 1 });
  const resource = new Resource(rt, { name: "R", protocol: "srp" });
  const parent = rt.submit(
    attachAsync(async () => {}, function* (): Generator<unknown, unknown, unknown> {
      const lock = yield* resource.acquire();
      const child = rt.submit(work(1), { name: "child" });
      yield wait(child);
      lock.unlock();
      return settle(undefined);
    } as never),
    { name: "parent", deadline: 10, uses: [resource] },
  );
  await host.settle();
  expect(parent.state).toBe("done");
});

/** How long two endless jobs of equal urgency ran in a time, beside what `disturb` makes. */
function sharesOfEquals(options: SchedulerOptions, disturb: (w: World) => void = () => {}): number[] {
  const w = world(options);
  const { rt, host, work } = w;
  const equals = ["a", "b"].map((name) => rt.submit(work(500, 0.5), { name, deadline: 1000, priority: 1 }));
  disturb(w);
  host.run(200);
  return equals.map((job) => job.executionTime);
}

test("equals take turns where something else always ends their slices: rounds, alarms, more urgent jobs", () => {
  const expectFair = ([a = 0, b = 0]: number[]) => {
    expect(a + b).toBeGreaterThan(90);
    expect(Math.abs(a - b)).toBeLessThan(10);
  };
  // A slice longer than a round.
  expectFair(sharesOfEquals({ policy: "rr", slice: 5, round: 2 }));
  expectFair(sharesOfEquals({ slice: 3, round: 1 }));
  // What takes time at the start of each round.
  expectFair(sharesOfEquals({ round: 1 }, ({ rt, host }) => void rt.alarm({ every: 1 }, () => host.advance(0.25))));
  // A task that interrupts each slice.
  const interrupting = ({ rt, work }: World) => void rt.task(work(0.25), { period: 1, phase: 0.5, priority: 9 });
  expectFair(sharesOfEquals({ preemption: "ideal" }, interrupting));
  expectFair(sharesOfEquals({ preemption: "ideal", policy: "fp" }, interrupting));
});

test("a job that was interrupted keeps its turn, and gives it up once it has used a slice in all", () => {
  const { rt, host, work, trace } = world({ slice: 4, round: 100, preemption: "ideal", policy: "fp" });
  rt.submit(work(8), { name: "a", priority: 1 });
  rt.submit(work(2), { name: "b", priority: 1 });
  rt.submit(work(1), { name: "urgent", priority: 2, delay: 2 });
  host.run();
  expect(trace).toEqual([
    "0 run a",
    "2 run urgent",
    "3 end urgent",
    "3 run a", // it has had two of its four, and begins a slice
    "7 run b", // a has had six
    "9 end b",
    "9 run a",
    "11 end a",
  ]);
});

for (const preemption of ["sliced", "ideal"] as const) {
  test(`what an alarm does is not the running job's doing, also when it comes within its slice (${preemption})`, () => {
    const { rt, host, work } = world({ preemption });
    const bus = new Resource(rt, { name: "bus" });
    const server = new ConstantBandwidthServer(rt, { budget: 1, period: 10 });
    const stranger = server.submit(work(3), { name: "stranger" });
    let seen: Job | undefined;
    let urgent: Job | undefined;
    rt.alarm(0.5, () => {
      seen = rt.currentJob;
      bus.lock();
      rt.criticalSection();
      urgent = rt.submit(work(0.5), { name: "urgent", deadline: 3 });
    });
    host.run(100);
    expect(seen).toBeUndefined();
    expect(urgent?.deadline).toBeLessThan(5);
    expect([urgent?.state, urgent?.missed, stranger.state]).toEqual(["done", false, "done"]);
    // Locked outside of jobs: the end of the stranger does not unlock it.
    expect(bus.tryLock()).toBeUndefined();
  });
}

test("a job that returns a job waits for it as with await: it lends its urgency, and a cycle is refused", async () => {
  const { rt, host, work } = world({ policy: "fp" });
  const slow = rt.submit(work(1, 0.25), { name: "slow", priority: 1 });
  const urgent = rt.submit(() => slow, { name: "urgent", priority: 9 });
  const middling = rt.submit(work(10), { name: "middling", priority: 5 });
  await host.settle();
  expect([urgent.finish, middling.finish]).toEqual([1, 11]);

  const itself: Job = rt.submit(() => itself, { name: "itself" });
  const a: Job = rt.submit(() => b, { name: "a" });
  const b: Job = rt.submit(
    attachAsync(async () => {}, function* () {
      yield wait(a);
      return settle(undefined);
    } as never),
    { name: "b" },
  );
  const outcomes = Promise.allSettled([itself, a, b]);
  await host.settle();
  const told = (await outcomes).map((o) => (o.status === "rejected" ? String(o.reason) : "fulfilled"));
  for (const text of told) expect(text).toContain("deadlock");
});

test("a job that returned a job that it waits for can be cancelled, and waits no more", async () => {
  const { rt, host, work } = world({ policy: "fp" });
  const slow = rt.submit(work(4, 0.5), { name: "slow", priority: 1 });
  const urgent = rt.submit(() => slow, { name: "urgent", priority: 9 });
  const middling = rt.submit(work(2), { name: "middling", priority: 5, delay: 1 });
  rt.alarm(2, () => urgent.cancel("no more"));
  const outcome = Promise.allSettled([urgent]);
  await host.settle();
  expect(await outcome).toEqual([{ status: "rejected", reason: "no more" }]);
  expect([middling.finish, slow.finish]).toEqual([4, 6]);
});

test("an error of a job whose only awaiter was cancelled is reported", async () => {
  const { rt, host, work } = world();
  const child = rt.submit(
    function* child() {
      yield* work(2)();
      throw new Error("disk full");
    },
    { deadline: 50 },
  );
  const parent = rt.submit(
    awaiting(() => child),
    { deadline: 10 },
  );
  rt.alarm(1, () => parent.cancel("not needed"));
  const outcome = Promise.allSettled([parent]);
  await host.settle();
  expect(await outcome).toEqual([{ status: "rejected", reason: "not needed" }]);
  expect(host.reported.map(({ error }) => String(error))).toEqual(["Error: disk full"]);
});

test("what is no signal is refused at the door, and null is none", () => {
  const { rt, host } = world();
  let ran = 0;
  const count = () => void ran++;
  const options = { signal: new AbortController() as never, period: 1 };
  expect(() => rt.submit(count, options)).toThrow(/signal_not_a_signal: the signal of a job is .*AbortSignal/);
  expect(() => rt.task(count, options)).toThrow(/signal_not_a_signal: the signal of task "count"/);
  host.run(5);
  expect([ran, rt.tasks.length]).toEqual([0, 0]);
  rt.submit(count, { signal: null });
  host.run();
  expect(ran).toBe(1);
});

test("a cancelled job that throws its own reason tells nothing new", async () => {
  const { rt, host } = world();
  const controller = new AbortController();
  const job = rt.submit(
    () => {
      controller.abort("stop");
      controller.signal.throwIfAborted();
    },
    { signal: controller.signal },
  );
  const outcome = Promise.allSettled([job]);
  await host.settle();
  expect(await outcome).toEqual([{ status: "rejected", reason: "stop" }]);
  expect(host.reported).toEqual([]);
  const other = rt.submit(() => {}, { delay: 1 });
  other.cancel(null);
  await expect(other).rejects.toBe(null);
});

test("priority ceiling: of two that are to be woken, the first to hear of it may cancel the other", () => {
  const waiters: Job[] = [];
  const { rt, host } = world({
    policy: "fp",
    preemption: "ideal",
    observer: { jobWoken: (job) => waiters.find((other) => other !== job)?.cancel("not needed") },
  });
  const disk = new Resource(rt, { name: "disk", protocol: "pcp" });
  const use = (ms: number) =>
    function* () {
      using _ = yield* disk.acquire();
      yield* consume(rt, ms);
    };
  const holder = rt.submit(use(5), { name: "holder", uses: [disk], priority: 1 });
  for (const [name, priority] of [
    ["high", 3],
    ["middling", 2],
  ] as const) {
    const job = rt.submit(use(1), { name, uses: [disk], priority, delay: priority });
    job.catch(() => {});
    waiters.push(job);
  }
  host.run();
  expect(waiters.map(({ state }) => state).sort()).toEqual(["cancelled", "done"]);
  expect([holder.state, holder.finish]).toEqual(["done", 5]);
  expect(host.reported).toEqual([]);
});

test("to cancel those who wait for one job, the most urgent first, costs each the same however many they are", async () => {
  const time = async (n: number): Promise<number> => {
    const w = world({ observer: {} });
    const holder = w.rt.submit(() => new Promise(() => {})) as Job;
    const waiters = Array.from({ length: n }, (_, i) => w.rt.submit(() => holder, { deadline: 10_000 + i }) as Job);
    for (const job of [holder, ...waiters]) job.then(undefined, () => {});
    w.host.step();
    expect(new Set(waiters.map(({ state }) => state))).toEqual(new Set(["blocked"]));
    const start = performance.now();
    for (const waiter of waiters) waiter.cancel();
    const taken = (performance.now() - start) / n;
    holder.cancel();
    await w.host.settle();
    return taken;
  };
  expect(await growth(time, { few: 500, many: 10_000, limit: 6 })).toBeLessThan(6);
});

test("under the stack resource policy, a job of a server that may not start gives its turn to the one that holds the resource", async () => {
  const { rt, host } = metered();
  const disk = new Resource(rt, { name: "disk", protocol: "srp" });
  const server = new ConstantBandwidthServer(rt, { budget: 1, period: 4 });
  const holder = server.submit(
    attachAsync(async () => {}, function* () {
      const lock = (yield* disk.acquire()) as Lock;
      yield wait(Promise.resolve());
      lock.unlock();
      return settle(undefined);
    } as never),
    { uses: [disk], name: "holder" },
  );
  const other = server.submit(
    function* () {
      using _ = yield* disk.acquire();
      yield* consume(rt, 1);
    },
    { uses: [disk], name: "other" },
  );
  await host.settle();
  expect([holder.state, other.state]).toEqual(["done", "done"]);
});
