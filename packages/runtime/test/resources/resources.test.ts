/** Resources in annotated code; the protocols themselves are in reference-resources.test.ts. */
import { type Job, type Lock, type PreemptError, type ProtocolName, Resource, Scheduler } from "@preempt/runtime";
import { attach, attachAsync, of, settle, signal, state, wait } from "@preempt/runtime/abi";
import { consume, VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { world } from "../kit/world.ts";

const ends = (trace: string[]) => trace.filter((t) => t.includes("end"));

/** As emitted for `function f() { using lock = resource.lock(); for (ms) advance(1); }`. */
function locking(host: VirtualHost, resource: Resource, ms: number) {
  return attach(() => undefined, function* () {
    let got: unknown = (of(resource.lock, "lock") as (this: Resource) => unknown).call(resource);
    if (got === signal) got = yield;
    try {
      for (let i = 0; i < ms; i++) {
        if (--state.budget < 0) yield;
        host.advance(1);
      }
    } finally {
      (got as Lock).unlock();
    }
  } as never);
}

test("in annotated code lock() waits like an ordinary call, and the holder inherits", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 1, round: 1000, budget: 0 });
  const disk = new Resource(rt, { name: "disk" });
  rt.submit(locking(host, disk, 4), { name: "low", priority: 1 });
  rt.submit(work(30), { name: "middling", priority: 2, delay: 1 });
  rt.submit(locking(host, disk, 2), { name: "high", priority: 3, delay: 1 });
  host.run();
  expect(ends(trace)).toEqual(["4 end low", "6 end high", "36 end middling"]);
  expect(disk.isLocked).toBe(false);
});

test("priority inversion without a protocol: the urgent job waits for the middling one", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 1, round: 1000, budget: 0 });
  const disk = new Resource(rt, { name: "disk", protocol: "none" });
  rt.submit(locking(host, disk, 4), { name: "low", priority: 1 });
  rt.submit(work(30), { name: "middling", priority: 2, delay: 1 });
  rt.submit(locking(host, disk, 2), { name: "high", priority: 3, delay: 1 });
  host.run();
  expect(ends(trace)).toEqual(["31 end middling", "34 end low", "36 end high"]);
});

test("what a job has locked is unlocked when it fails, returns or is cancelled", async () => {
  const { rt, host } = world({ onError: () => {} });
  const disk = new Resource(rt, { name: "disk" });
  rt.submit(() => {
    disk.lock();
    throw new Error("with the lock");
  });
  rt.submit(() => void disk.lock());
  const victim = rt.submit(function* () {
    yield* disk.acquire();
    for (;;) {
      host.advance(1);
      yield;
    }
  });
  const after = rt.submit(
    function* () {
      yield* disk.acquire();
      return "mine";
    },
    { deadline: 1000 },
  );
  rt.alarm({ in: 5 }, () => victim.cancel());
  victim.catch(() => {});
  await host.settle();
  expect(await after).toBe("mine");
  expect(disk.isLocked).toBe(false);
});

test("who waits can be cancelled, also after it was woken; the next one gets the resource", async () => {
  const { rt, host, trace } = world({ policy: "fp", slice: 100, budget: 0 });
  const disk = new Resource(rt, { name: "disk" });
  const waiters: Job[] = [];
  rt.submit(
    function* () {
      const lock = yield* disk.acquire();
      host.advance(1);
      for (const name of ["a", "b", "c"]) {
        waiters.push(rt.submit(locking(host, disk, 1), { name, priority: name === "a" ? 9 : name === "b" ? 8 : 7 }));
      }
      yield; // a, b and c ask, and wait
      lock.unlock(); // wakes a
      waiters[0]?.cancel();
      waiters[1]?.cancel();
      yield;
    },
    { name: "holder", priority: 1 },
  );
  for (const w of waiters) w.catch(() => {});
  host.run();
  for (const w of waiters) w.catch(() => {});
  await host.settle();
  expect(waiters.map((job) => job.state)).toEqual(["cancelled", "cancelled", "done"]);
  expect(trace.at(-1)).toBe("2 end holder");
  expect(disk.isLocked).toBe(false);
});

test("who was called to a free resource inherits from those that still wait for it, whenever they change", () => {
  for (const change of ["a waiter is raised", "the called one is lowered"]) {
    const { rt, host, trace, work } = world({ policy: "fp", slice: 1, round: 1000, budget: 0 });
    const disk = new Resource(rt, { name: "disk" });
    const holder = rt.submit(
      function* () {
        const lock = yield* disk.acquire();
        host.advance(1);
        yield; // the waiter asks, and waits
        host.advance(1);
        yield; // so does the one that is called first
        holder.setPriority(9);
        lock.unlock();
        host.advance(1);
        if (change === "a waiter is raised") waiter.setPriority(10);
        else called.setPriority(0);
        holder.setPriority(-1);
        yield;
      },
      { name: "holder", priority: 1 },
    );
    const called = rt.submit(locking(host, disk, 1), { name: "called", priority: 4, delay: 2 });
    const waiter = rt.submit(locking(host, disk, 1), { name: "waiter", priority: 3, delay: 1 });
    rt.submit(work(30), { name: "middling", priority: change === "a waiter is raised" ? 5 : 2, delay: 3 });
    host.run();
    expect(ends(trace)).toEqual(["4 end called", "5 end waiter", "35 end middling", "35 end holder"]);
  }
});

test("a lock is held across an await; others wait for it meanwhile", async () => {
  const { rt, host, trace } = world({ budget: 0 });
  const disk = new Resource(rt, { name: "disk" });
  let open: () => void = () => {};
  rt.submit(
    attachAsync(async () => {}, function* () {
      const lock = disk.lock();
      yield wait(new Promise<void>((resolve) => (open = resolve)));
      lock.unlock();
      return settle();
    } as never),
    { name: "awaits" },
  );
  rt.submit(locking(host, disk, 1), { name: "waits" });
  await host.settle();
  expect(ends(trace)).toEqual([]);
  open();
  await host.settle();
  expect(ends(trace)).toEqual(["0 end awaits", "1 end waits"]);
});

test("a deadlock is refused with the cycle named, and the job can handle it", async () => {
  const { rt, host } = world({ policy: "fp", slice: 1, budget: 0 });
  const [a, b] = [new Resource(rt, { name: "A" }), new Resource(rt, { name: "B" })];
  const caught: string[] = [];
  const body = (first: Resource, second: Resource) =>
    function* () {
      const outer = yield* first.acquire();
      host.advance(1);
      yield;
      try {
        (yield* second.acquire()).unlock();
      } catch (error) {
        caught.push((error as Error).message);
      }
      outer.unlock();
    };
  rt.submit(body(a, b), { name: "one" });
  rt.submit(body(b, a), { name: "two" });
  await host.settle();
  expect(caught).toEqual([
    "deadlock: T0J1 (two) → A → T0J0 (one) → B → T0J1 (two): each waits for what the next one holds. Lock in the same order everywhere.",
  ]);
  expect([a.isLocked, b.isLocked]).toEqual([false, false]);
});

test("a job that locks what it has already is told so", () => {
  const { rt, host } = world({ onError: (error) => void errors.push(error) });
  const errors: unknown[] = [];
  const disk = new Resource(rt, { name: "disk" });
  rt.submit(() => {
    disk.lock();
    disk.lock();
  });
  host.run();
  expect(errors).toHaveLength(1);
  expect((errors[0] as Error).message).toContain("deadlock: T0J0 (T0J0) → disk → T0J0 (T0J0)");
});

test("code outside of jobs can lock; jobs wait for it, and it cannot wait for them", async () => {
  const { rt, host, trace } = world({ budget: 0 });
  const disk = new Resource(rt, { name: "disk" });
  const lock = disk.lock();
  rt.submit(locking(host, disk, 1), { name: "job" });
  host.run();
  expect(ends(trace)).toEqual([]);
  expect(() => disk.lock()).toThrow('resource_busy: resource "disk" is taken by code outside of jobs');
  expect(disk.tryLock()).toBeUndefined();
  lock.unlock();
  lock.unlock();
  host.run();
  expect(ends(trace)).toEqual(["1 end job"]);
});

test("protocols with ceilings want fixed priorities and declared users", () => {
  const edf = new Scheduler({ host: new VirtualHost() });
  expect(() => new Resource(edf, { name: "r", protocol: "pcp" })).toThrow("protocol_needs_fixed_priorities");
  expect(() => new Resource(edf, { name: "r", protocol: "mutex" as ProtocolName })).toThrow(
    'protocol_unknown: the protocol of resource "r" is "mutex". Give one of "none", "npcs", "pip", "pcp", "icpp", "srp".',
  );
  const errors: unknown[] = [];
  const { rt, host } = world({ policy: "fp", onError: (error) => void errors.push(error) });
  const r = new Resource(rt, { name: "r", protocol: "icpp" });
  rt.submit(() => void r.lock(), { name: "declared", uses: [r] });
  rt.submit(() => void r.lock(), { name: "undeclared" });
  host.run();
  expect(errors.map((error) => (error as PreemptError).code)).toEqual(["resource_not_declared"]);
});

test("SRP: a job that was set aside starts when it is raised above all ceilings", () => {
  for (const raise of [
    (job: Job) => job.setPriority(9),
    (job: Job, rt: Scheduler) =>
      void rt.submit(
        function* () {
          yield wait(job);
        },
        { name: "heir", priority: 9 },
      ),
  ]) {
    const { rt, host, trace, work } = world({ policy: "fp", slice: 1, budget: 0 });
    const disk = new Resource(rt, { name: "disk", protocol: "srp" });
    rt.submit(work(1), { name: "user", priority: 5, uses: [disk], delay: 100 });
    rt.submit(locking(host, disk, 20), { name: "holder", priority: 1, uses: [disk] });
    const late = rt.submit(work(1), { name: "late", priority: 3, delay: 1 });
    rt.alarm(3, () => raise(late, rt));
    host.run(50);
    // A level is a job's own: what it inherits lets nobody in.
    expect(ends(trace)).toEqual(
      late.priority === 9 ? ["4 end late", "21 end holder"] : ["20 end holder", "21 end late", "21 end heir"],
    );
  }
});

test("SRP: a job behind one that was set aside starts when that one is cancelled or put off, or it inherits more urgency", () => {
  for (const change of [
    (below: Job) => below.cancel(),
    (below: Job) => below.setDeadline(80),
    (_: Job, above: Job, rt: Scheduler) =>
      void rt.submit(
        function* () {
          yield wait(above);
        },
        { deadline: 2 },
      ),
  ]) {
    const { rt, host, work } = world({ slice: 1, budget: 0 });
    const disk = new Resource(rt, { name: "disk", protocol: "srp" });
    rt.submit(work(1), { name: "user", deadline: 20, uses: [disk], delay: 200 });
    rt.submit(locking(host, disk, 60), { name: "holder", deadline: 100, uses: [disk] });
    const below = rt.submit(work(1), { name: "below", deadline: 30, delay: 1 });
    below.catch(() => {});
    // Above the ceiling, and behind the other.
    const above = rt.submit(work(1), { name: "above", deadline: 10, delay: 25 });
    rt.alarm(28, () => change(below, above, rt));
    host.run(199);
    expect([above.start, below.start]).toEqual([28, below.state === "cancelled" ? undefined : 61]);
  }
});

test("ceilings rise with the priority of a user, so that what they promise holds: no deadlock", () => {
  for (const protocol of ["pcp", "icpp", "srp"] as const) {
    const { rt, host, trace } = world({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
    const [a, b] = [new Resource(rt, { name: "A", protocol }), new Resource(rt, { name: "B", protocol })];
    const body = (first: Resource, second: Resource) =>
      function* () {
        const outer = yield* first.acquire();
        yield* consume(rt, 2);
        (yield* second.acquire()).unlock();
        outer.unlock();
      };
    const uses = [a, b];
    const task = rt.task(body(b, a), { name: "task", priority: 0, uses });
    rt.submit(body(a, b), { name: "first", priority: 2, uses });
    rt.submit(body(b, a), { name: "raised", priority: 1, delay: 1, uses }).setPriority(5);
    rt.submit(body(a, b), { name: "third", priority: 6, delay: 4, uses });
    rt.alarm({ in: 5 }, () => task.release().setPriority(9));
    host.run();
    expect(ends(trace), protocol).toEqual(["2 end first", "4 end raised", "6 end third", "8 end task"]);
    expect(host.reported).toEqual([]);
  }
});

test("under SRP and EDF a job that is more urgent than it said is not blocked once it has started", () => {
  const { rt, host, trace } = world({ preemption: "ideal", slice: 100, budget: 0 });
  const disk = new Resource(rt, { name: "disk", protocol: "srp" });
  rt.submit(locking(host, disk, 3), { name: "low", deadline: 50, uses: [disk] });
  rt.submit(locking(host, disk, 1), { name: "moved", deadline: 100, delay: 1, uses: [disk] }).setDeadline(10);
  host.run();
  expect(trace).toEqual(["0 run low", "1 run low", "3 end low", "3 run moved", "4 end moved"]);
});

test("under SRP and EDF no job starts below a ceiling by what rounding takes from its deadline", () => {
  for (const start of [0, 0.1, 1.7e12]) {
    const ran: string[] = [];
    const observer = { jobDispatched: (job: Job) => void ran.push(job.name) };
    const { rt, host } = virtualScheduler({ start, observer, preemption: "ideal", slice: 100, budget: 0 });
    const disk = new Resource(rt, { name: "disk", protocol: "srp" });
    rt.submit(locking(host, disk, 3), { name: "low", deadline: 50, uses: [disk] });
    rt.task(locking(host, disk, 1), { name: "short", period: 100, phase: 1, deadline: 0.2, uses: [disk] });
    host.run(start + 20);
    expect(ran, `from ${start}`).toEqual(["low", "low", "short"]);
  }
});

test("a non-preemptive resource keeps others from running, while the event loop is served", () => {
  const { rt, host, note, trace, work } = world({ slice: 1, round: 2, budget: 0 });
  const disk = new Resource(rt, { name: "disk", protocol: "npcs" });
  rt.submit(locking(host, disk, 4), { name: "holder", deadline: 100 });
  rt.submit(work(1), { name: "urgent", deadline: 2, delay: 1 });
  host.post(() => note("event"));
  host.run();
  expect(trace.filter((t) => /end|event/.test(t))).toEqual(["2 event", "4 end holder", "5 end urgent"]);
});

test("under SRP who has started takes no turns with a holder for whom a more urgent job waits", () => {
  for (const [policy, equal, urgent] of [
    ["fp", { priority: 1 }, { priority: 5 }],
    ["edf", { deadline: { at: 100 } }, { deadline: { at: 20 } }],
    // What has no deadline.
    ["edf", {}, { deadline: { at: 20 } }],
  ] as const) {
    const { rt, host, trace, work } = world({ policy, slice: 1, round: 1000, budget: 0 });
    const disk = new Resource(rt, { name: "disk", protocol: "srp" });
    rt.submit(work(1), { name: "user", delay: 200, ...urgent, uses: [disk] });
    rt.submit(work(20), { name: "other", ...equal });
    rt.submit(locking(host, disk, 5), { name: "holder", ...equal, uses: [disk] });
    rt.submit(locking(host, disk, 1), { name: "urgent", delay: 2, ...urgent, uses: [disk] });
    host.run(100);
    // One of the section's five it had before.
    expect(ends(trace), policy).toEqual(["6 end holder", "7 end urgent", "26 end other"]);
  }
});

test.for(["none", "pip", "npcs", "pcp", "icpp", "srp"] as const)(
  "%s: to hand a resource on costs about the same however many wait for it",
  { timeout: 120_000 },
  async (protocol) => {
    const cost = (n: number) => {
      const host = new VirtualHost();
      const rt = new Scheduler({ host, policy: "fp", margin: false });
      const bus = new Resource(rt, { name: "bus", protocol });
      const uses = [bus];
      let ended = 0;
      const body = function* () {
        (yield* bus.acquire()).unlock();
        ended++;
      };
      let open: () => void = () => {};
      const holder = attachAsync(async () => {}, function* () {
        bus.lock();
        yield wait({
          // biome-ignore lint/suspicious/noThenProperty: what is awaited at once
          then: (resolve: () => void) => {
            open = resolve;
          },
        });
        return settle(undefined);
      } as never);
      rt.submit(holder, { uses, priority: -1e9 });
      return host.settle().then(async () => {
        for (let i = 0; i < n; i++) rt.submit(body, { uses, priority: -i });
        await host.settle();
        const before = process.cpuUsage();
        open();
        await host.settle();
        const { user, system } = process.cpuUsage(before);
        expect(ended).toBe(n);
        return (user + system) / n;
      });
    };
    // Each waiter was looked at for each that was served: 32 times as much.
    expect(await growth(cost, { few: 250, many: 8000, limit: 8, turns: 5 })).toBeLessThan(8);
  },
);

test("priority ceiling: when something is unlocked, the most urgent one that waits asks again, and no other", {
  timeout: 60_000,
}, async () => {
  const { rt, host, trace } = world({ policy: "fp", slice: 100, preemption: "ideal", budget: 0 });
  const resources = Array.from({ length: 4 }, (_, i) => new Resource(rt, { name: `R${i}`, protocol: "pcp" })) as [
    Resource,
    Resource,
    Resource,
    Resource,
  ];
  const [low, high, ...own] = resources;
  const asked: string[] = [];
  rt.observe({ jobWoken: ({ name }, now) => void asked.push(`${now} ${name}`) });
  // Both ceilings are above all waiters; the higher one goes first.
  rt.submit(locking(host, low, 6), { name: "low", priority: 1, uses: [low] });
  rt.submit(function* () {}, { name: "user of both", priority: 9, uses: [low, high], delay: 50 });
  for (const [i, resource] of own.entries()) {
    rt.submit(locking(host, resource, 1), { name: `waiter ${i}`, priority: 2 + i, uses: [resource], delay: 1 + i });
  }
  rt.submit(locking(host, high, 1), { name: "high", priority: 10, uses: [high], delay: 3 });
  host.run();
  expect(ends(trace)).toEqual(["4 end high", "7 end low", "8 end waiter 1", "9 end waiter 0", "50 end user of both"]);
  expect(asked).toEqual(["4 waiter 1", "7 waiter 1", "8 waiter 0"]);
});

test("priority ceiling: a deadlock that comes about when a higher ceiling goes is told to one of those in it", async () => {
  const errors: string[] = [];
  const { rt, host } = world({
    policy: "fp",
    slice: 100,
    preemption: "ideal",
    budget: 0,
    onError: (error) => void errors.push((error as PreemptError).code),
  });
  const [a, b, c] = ["A", "B", "C"].map((name) => new Resource(rt, { name, protocol: "pcp" })) as [
    Resource,
    Resource,
    Resource,
  ];
  let waiter: Job | undefined;
  // It has A, and awaits the one that A's ceiling keeps out; but at first B's ceiling is higher.
  rt.submit(
    function* () {
      const lock = yield* a.acquire();
      yield* consume(rt, 2);
      yield wait(waiter);
      lock.unlock();
    },
    { name: "holder", priority: 1, uses: [a] },
  );
  rt.submit(
    function* () {
      const lock = yield* b.acquire();
      yield* consume(rt, 1);
      yield wait(new Promise<void>((resolve) => rt.alarm({ in: 10 }, resolve)));
      lock.unlock();
    },
    { name: "higher", priority: 9, uses: [b], delay: 0.5 },
  );
  waiter = rt.submit(
    function* () {
      (yield* c.acquire()).unlock();
    },
    { name: "waiter", priority: 2, uses: [a, c], delay: 1.2 },
  );
  rt.submit(function* () {}, { name: "user", priority: 8, uses: [a, b, c], delay: 100 });
  await host.settle();
  expect(errors).toEqual(["deadlock"]);
});

test("priority ceiling: who has the highest ceiling, and waits below one that rose, lends to whoever has that one", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 100, preemption: "ideal", budget: 0 });
  const [low, high, free] = ["low", "high", "free"].map((name) => new Resource(rt, { name, protocol: "pcp" })) as [
    Resource,
    Resource,
    Resource,
  ];
  rt.submit(function* () {}, { name: "user of high", priority: 9, uses: [high], delay: 100 });
  rt.submit(locking(host, low, 5), { name: "holder", priority: 1, uses: [low] });
  rt.submit(
    function* () {
      const outer = yield* high.acquire();
      yield* consume(rt, 1);
      // The ceiling of what the holder has is above this one from now on, and below that of what this one has.
      rt.submit(function* () {}, { name: "user of low", priority: 8.5, uses: [low], delay: 100 });
      (yield* free.acquire()).unlock();
      outer.unlock();
    },
    { name: "top", priority: 8, uses: [high, free], delay: 1 },
  );
  rt.submit(work(3), { name: "middle", priority: 6, delay: 2.5 });
  host.run(50);
  expect(ends(trace)).toEqual(["6 end holder", "6 end top", "9 end middle"]);
});
