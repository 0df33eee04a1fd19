/** Groups of jobs: urgency, cancellation, pause, places, the end of all. Ordered traces under virtual time. */
import { ConstantBandwidthServer, type Job, JobGroup, Resource } from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import { consume } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { body, world } from "../kit/world.ts";

const ideal = { slice: 1, round: 100, preemption: "ideal", budget: 0 } as const;

const ends = (trace: string[]) => trace.filter((line) => line.includes("end"));

test("priority and deadline are those of jobs that have none of their own, and change for all", () => {
  const { rt, host, work } = world({ policy: "fp" });
  const group = new JobGroup(rt, { priority: 3, deadline: 20, name: "view" });
  const own = group.submit(work(1), { priority: 5, deadline: 7 });
  const given = group.submit(work(1));
  expect([own, given].map(({ priority, deadline }) => [priority, deadline])).toEqual([
    [5, 7],
    [3, 20],
  ]);
  expect(given.group?.name).toBe("view");
  group.setPriority(-1);
  group.setDeadline({ at: 90 });
  const next = group.submit(work(1), { delay: 4 });
  expect([own, given, next].map(({ priority, deadline }) => [priority, deadline])).toEqual(Array(3).fill([-1, 90]));
  expect(group.priority).toBe(-1);
  // What the running job has is less than what the group has.
  let inner: Job | undefined;
  rt.submit(
    () => {
      inner = group.submit(work(1));
    },
    { priority: 9 },
  );
  host.run();
  expect(inner?.priority).toBe(-1);
  expect(group.size).toBe(0);
});

test("a group without options is as the scheduler; its jobs are told by their group until they end", async () => {
  const { rt, host, work } = world();
  const group = new JobGroup(rt);
  const job = group.submit(work(2), { args: [] });
  expect(job.group).toBe(group);
  const { done } = group;
  await host.settle();
  await done;
  await group.done;
  expect(await job).toBe(2);
  expect(job.group).toBeUndefined();
});

test("cancel cancels all, says how many, and the group goes on; done waits for finalizers", async () => {
  const { rt, host, work, note, trace } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 1 });
  const jobs = [1, 2, 3].map((i) =>
    group.submit(
      function* () {
        try {
          yield* work(5)();
        } finally {
          yield* work(1)();
        }
      },
      { name: `${i}`, delay: i === 3 ? 50 : 0 },
    ),
  );
  group.done.then(() => note("done"));
  rt.alarm({ in: 2 }, () => note(`cancelled ${group.cancel("enough")}`));
  await host.settle();
  for (const job of jobs) await expect(job).rejects.toBe("enough");
  expect(trace).toEqual(
    ["0 run 1", "1 run 1", "2 end 3", "2 end 2", "2 cancelled 3", "2 run 1", "3 end 1", "3 done"].sort(
      (a, b) => trace.indexOf(a) - trace.indexOf(b),
    ),
  );
  expect(group.cancel()).toBe(0);
  const next = group.submit(work(1));
  await host.settle();
  expect(next.state).toBe("done");
});

test("a signal cancels what is there and what comes after; nobody listens while there is nothing", async () => {
  const { rt, host, work } = world();
  const controller = new AbortController();
  let listeners = 0;
  const signal = {
    get aborted() {
      return controller.signal.aborted;
    },
    get reason() {
      return controller.signal.reason;
    },
    addEventListener: (_: string, listener: () => void) => {
      listeners++;
      controller.signal.addEventListener("abort", listener);
    },
    removeEventListener: (_: string, listener: () => void) => {
      listeners--;
      controller.signal.removeEventListener("abort", listener);
    },
  };
  const group = new JobGroup(rt, { signal });
  expect(listeners).toBe(0);
  group.submit(work(1));
  expect(listeners).toBe(1);
  await host.settle();
  expect(listeners).toBe(0);
  const jobs = [group.submit(work(9)), group.submit(work(9), { delay: 99 })];
  controller.abort("left");
  let ran = false;
  jobs.push(
    group.submit(function* () {
      ran = true;
    }) as never,
  );
  for (const job of jobs) await expect(job).rejects.toBe("left");
  await host.settle();
  expect([ran, listeners, group.size]).toEqual([false, 0, 0]);
});

/** As a TaskController's. */
class Signal extends EventTarget {
  aborted = false;
  reason = undefined;
  priority: "user-blocking" | "user-visible" | "background" = "background";
  change(to: Signal["priority"]): void {
    this.priority = to;
    this.dispatchEvent(new Event("prioritychange"));
  }
}

test("a TaskSignal gives its priority, and changes of it", () => {
  const { rt, host, work, trace } = world({ policy: "fp", slice: 1, budget: 0 });
  const signal = new Signal();
  const group = new JobGroup(rt, { signal });
  const job = group.submit(work(3), { name: "member" });
  rt.submit(work(3), { name: "other" });
  expect(job.priority).toBe(-1);
  rt.alarm({ in: 1 }, () => signal.change("user-blocking"));
  host.run();
  expect(ends(trace)).toEqual(["4 end member", "6 end other"]);
  expect(group.priority).toBe(1);
  const mapped = new JobGroup(rt, { signal, priorities: { "user-blocking": 50 } });
  expect(mapped.submit(work(1)).priority).toBe(50);
  const fixed = new JobGroup(rt, { signal, priority: 7 });
  const own = fixed.submit(work(1));
  signal.change("background");
  expect(own.priority).toBe(7);
  host.run();
});

test("pause: no member starts or goes on, others do; the running one stops at its next preemption point", () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt);
  group.submit(work(4), { name: "A", deadline: 10 });
  group.submit(work(1), { name: "B", deadline: 11 });
  group.submit(work(1), { name: "late", deadline: 1, delay: 4 });
  rt.submit(work(3), { name: "other" });
  rt.alarm({ in: 2 }, () => {
    group.pause();
    group.pause();
  });
  rt.alarm({ in: 8 }, () => group.resume());
  host.run();
  expect(ends(trace)).toEqual(["5 end other", "9 end late", "11 end A", "12 end B"]);
  expect(trace.filter((line) => / run (?!other)/.test(line)).map((line) => line.split(" ")[0])).toEqual([
    "0",
    "1",
    "8",
    "9",
    "10",
    "11",
  ]);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a member that is cancelled during a pause cleans up, and one in a critical section goes on to its end", () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt);
  const cancelled = group.submit(
    function* () {
      try {
        yield* work(9)();
      } finally {
        yield* work(1)();
      }
    },
    { name: "cancelled" },
  );
  cancelled.catch(() => {});
  const inside = group.submit(
    function* () {
      {
        using _section = rt.criticalSection();
        yield* work(3)();
      }
      yield;
      yield* work(1)();
    },
    { name: "inside", delay: 2, deadline: 5 },
  );
  rt.alarm({ in: 3 }, () => group.pause());
  rt.alarm({ in: 6 }, () => cancelled.cancel());
  host.run(20);
  expect(ends(trace)).toEqual(["7 end cancelled"]);
  expect(inside.state).toBe("ready");
  expect(inside.executionTime).toBe(3);
  group.resume();
  host.run();
  expect(inside.state).toBe("done");
});

test("a member that leaves its critical section during a pause stops at the next preemption point", () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt);
  const member = group.submit(function* () {
    {
      using _section = rt.criticalSection();
      yield* work(1.5)();
    }
    yield* consume(rt, 1);
  });
  rt.alarm({ in: 1 }, () => group.pause());
  host.run(20);
  expect(member.executionTime).toBe(1.5);
  group.resume();
  host.run();
  expect(member.state).toBe("done");
});

test("a member that was cancelled during a pause, and awaits something in its finalizer, goes on when that has come", async () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt);
  let closed = Number.NaN;
  const member = group.submit(
    body(function* () {
      try {
        yield* work(9)();
      } finally {
        yield wait(new Promise<void>((resolve) => void host.timer(10 as never, resolve)));
        closed = rt.now();
      }
    }),
  );
  member.catch(() => {});
  rt.alarm({ in: 1 }, () => group.pause());
  rt.alarm({ in: 2 }, () => member.cancel());
  rt.alarm({ in: 5 }, () => group.resume());
  await host.settle();
  expect(closed).toBe(10);
});

test("in a server, a member that may not run gives its turn to the next job", () => {
  const { rt, host, work, trace } = world(ideal);
  const server = new ConstantBandwidthServer(rt, { budget: 4, period: 8 });
  const group = new JobGroup(rt);
  server.submit(
    function* () {
      group.submit(work(3), { name: "member" });
      rt.submit(work(2), { name: "next" });
    },
    { name: "parent" },
  );
  rt.alarm({ in: 1 }, () => group.pause());
  rt.alarm({ in: 20 }, () => group.resume());
  host.run();
  expect(ends(trace).map((line) => line.split(" ").at(-1))).toEqual(["parent", "next", "member"]);
  expect(group.size).toBe(0);
});

test("in a server, a member that waits for a place gives its turn to the one that has it", async () => {
  const { rt, host, work } = world(ideal);
  const server = new ConstantBandwidthServer(rt, { budget: 4, period: 8 });
  const group = new JobGroup(rt, { concurrency: 1 });
  const members: Job[] = [];
  server.submit(() => {
    for (let i = 0; i < 3; i++) {
      const member = group.submit(
        body(function* () {
          yield wait(Promise.resolve());
          yield* work(1)();
        }),
      );
      members.push(member as Job);
    }
  });
  await host.settle();
  expect(members.map(({ state }) => state)).toEqual(["done", "done", "done"]);
});

test("concurrency: so many have started and not ended; the most urgent of the others comes next", () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 2 });
  for (const [name, deadline] of [
    ["A", 50],
    ["B", 40],
    ["C", 30],
    ["D", 20],
    ["E", 10],
  ] as const) {
    group.submit(
      body(function* () {
        yield* work(1)();
        yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 3 }, resolve)));
      }),
      { name, deadline },
    );
  }
  const seen: number[] = [];
  rt.alarm({ in: 1.5 }, () => seen.push(group.waiting));
  return host.settle().then(() => {
    const starts = new Set(trace.filter((line) => line.includes("run")).map((line) => line.at(-1)));
    expect([...starts].join("")).toBe("EDCBA");
    expect(seen).toEqual([3]);
    expect(group.size).toBe(0);
  });
});

test("a waiting member that becomes the most urgent comes next; another concurrency counts at once", () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 1 });
  const jobs = ["A", "B", "C", "D"].map((name, i) => group.submit(work(2), { name, deadline: 10 + i }));
  rt.alarm({ in: 1 }, () => jobs[3]?.setDeadline(11));
  host.run();
  expect(
    ends(trace)
      .map((line) => line.at(-1))
      .join(""),
  ).toBe("ABDC");
  const more = ["E", "F", "G"].map((name, i) => group.submit(work(2), { name, deadline: 30 - i }));
  rt.alarm({ in: 1 }, () => {
    expect(group.waiting).toBe(2);
    group.concurrency = Number.POSITIVE_INFINITY;
    expect(group.concurrency).toBe(Number.POSITIVE_INFINITY);
    more[2]?.setDeadline(99);
  });
  host.run();
  expect(
    ends(trace)
      .map((line) => line.at(-1))
      .join(""),
  ).toBe("ABDCFEG");
  expect(more.every(({ state }) => state === "done")).toBe(true);
});

test("who waits for a place lends its urgency to those that have one", () => {
  const { rt, host, work, trace } = world({ ...ideal, policy: "fp" });
  const group = new JobGroup(rt, { concurrency: 1 });
  group.submit(work(4), { name: "low", priority: 1 });
  rt.submit(work(5), { name: "middling", priority: 2, delay: 1 });
  group.submit(work(1), { name: "high", priority: 3, delay: 2 });
  host.run();
  expect(ends(trace)).toEqual(["5 end low", "6 end high", "10 end middling"]);
});

test("so does who is awaited by somebody urgent while it waits for a place", () => {
  const { rt, host, work, trace } = world({ ...ideal, policy: "fp" });
  const group = new JobGroup(rt, { concurrency: 1 });
  group.submit(work(4), { name: "first", priority: 1 });
  const waiting = group.submit(work(1), { name: "waiting", priority: 1 });
  group.submit(work(1), { name: "third", priority: 2 });
  rt.submit(work(5), { name: "middling", priority: 3, delay: 1 });
  rt.submit(
    body(function* () {
      yield wait(waiting);
    }),
    { name: "urgent", priority: 4, delay: 2 },
  );
  host.run();
  return host
    .settle()
    .then(() =>
      expect(ends(trace).map((line) => line.split(" ")[2])).toEqual(
        ["third", "first", "waiting", "urgent", "middling"].sort(
          (a, b) => trace.findIndex((l) => l.endsWith(`end ${a}`)) - trace.findIndex((l) => l.endsWith(`end ${b}`)),
        ),
      ),
    );
});

test("a member that awaits one which cannot start before it ends lets it start over the limit", async () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 1 });
  const parent = group.submit(
    body(function* () {
      const children = [1, 2].map((i) => group.submit(work(1), { name: `child ${i}`, deadline: 3 }));
      yield* work(1)();
      // The children have been chosen, and set aside.
      yield;
      yield wait(children[1]);
    }),
    { name: "parent", deadline: 9 },
  );
  await host.settle();
  expect(parent.state).toBe("done");
  expect(ends(trace)).toEqual(["2 end child 2", "2 end parent", "3 end child 1"]);
});

test("members that wait for different ones set aside: one after the other starts", async () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 2 });
  const parents = [1, 2].map((i) =>
    group.submit(
      body(function* () {
        const child = group.submit(work(1), { name: `child ${i}` });
        const between = rt.submit(
          body(function* () {
            yield wait(child);
          }),
        );
        yield* work(1)();
        yield wait(between);
      }),
      { deadline: 5 },
    ),
  );
  await host.settle();
  expect(parents.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(group.size).toBe(0);
});

test("the one set aside that becomes the most urgent comes next", async () => {
  const { rt, host, work, trace } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 1 });
  group.submit(
    body(function* () {
      yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 5 }, resolve)));
    }),
    { name: "A", deadline: 1 },
  );
  const aside = ["B", "C", "D"].map((name, i) => group.submit(work(1), { name, deadline: 10 + i }));
  rt.alarm({ in: 3 }, () => aside[2]?.setDeadline(4));
  await host.settle();
  expect(
    ends(trace)
      .map((line) => line.at(-1))
      .join(""),
  ).toBe("ADBC");
});

test("urgency does not go round between a job set aside and one that has a place and waits for it", async () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 3 });
  const later = [1, 4].map((delay) => group.submit(work(1), { delay, deadline: 1 }));
  const awaits = (job: Job | undefined, deadline: number): Job => {
    const waiting = group.submit(
      body(function* () {
        yield wait(job);
      }),
      { deadline },
    );
    return waiting as Job;
  };
  const first = awaits(later[1] as Job, 1);
  const others = [awaits(first, 1), awaits(later[0] as Job, 2)];
  await host.settle();
  expect([...later, first, ...others].map(({ state }) => state)).toEqual(Array(5).fill("done"));
});

test("where another member can end first, awaiting one that waits for a place is no deadlock", async () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 2 });
  const other = group.submit(work(6), { name: "other" });
  const parent = group.submit(
    body(function* () {
      const child = group.submit(work(1), { name: "child" });
      yield;
      return yield wait(child);
    }),
  );
  await host.settle();
  expect([other.state, parent.state, await parent]).toEqual(["done", "done", 1]);
});

test("a member for which all that have started wait starts over the limit", async () => {
  const { rt, host, work } = world(ideal);
  const group = new JobGroup(rt, { concurrency: 2 });
  const child = group.submit(work(1), { name: "child", delay: 5 });
  const parents = [1, 2].map(() =>
    group.submit(
      body(function* () {
        yield wait(child);
      }),
    ),
  );
  await host.settle();
  expect([child, ...parents].map(({ state }) => state)).toEqual(["done", "done", "done"]);
});

test("groups, resources with ceilings and pauses go together", async () => {
  const { rt, host, work } = world(ideal);
  const resource = new Resource(rt, { name: "R", protocol: "srp" });
  const group = new JobGroup(rt, { concurrency: 2 });
  const jobs = [1, 2, 3, 4, 5].map((i) =>
    group.submit(
      function* () {
        using _lock = yield* resource.acquire();
        yield* work(2)();
      },
      { uses: [resource], deadline: 40 - i, delay: i },
    ),
  );
  rt.alarm({ in: 3 }, () => group.pause());
  rt.alarm({ in: 5 }, () => group.resume());
  await host.settle();
  expect(jobs.every(({ state }) => state === "done")).toBe(true);
});

test("a job that the stack resource policy lets start, and its group does not, keeps no other from starting", async () => {
  const { rt, host, work } = world({ ...ideal, policy: "fifo" });
  const resource = new Resource(rt, { name: "R", protocol: "srp" });
  const group = new JobGroup(rt, { concurrency: 1 });
  const locking = (ms: number) =>
    function* () {
      using _lock = yield* resource.acquire();
      yield* work(ms)();
    };
  const holder = rt.submit(
    body(function* () {
      const lock = (yield* resource.acquire()) as Disposable;
      yield wait(new Promise<void>((resolve) => void rt.alarm({ in: 1 }, resolve)));
      lock[Symbol.dispose]();
    }),
    { uses: [resource] },
  );
  const uses = { uses: [resource] };
  const members = [1, 2].map(() => group.submit(locking(2), uses));
  const other = rt.submit(locking(1), uses);
  await host.settle();
  expect([holder, ...members, other].map(({ state }) => state)).toEqual(Array(4).fill("done"));
});

test("a job that was called to start, and is paused, keeps no other from starting", () => {
  const { rt, host, work, trace } = world(ideal);
  const resource = new Resource(rt, { name: "R", protocol: "srp" });
  const group = new JobGroup(rt);
  const uses = { uses: [resource] };
  rt.submit(
    function* () {
      const lock = yield* resource.acquire();
      yield* work(2)();
      lock.unlock();
      group.pause();
    },
    { name: "holder", deadline: 20, ...uses },
  );
  group.submit(work(1), { name: "member", deadline: 5, delay: 1, ...uses });
  rt.submit(work(1), { name: "other", deadline: 9, delay: 1, ...uses });
  rt.alarm({ in: 8 }, () => group.resume());
  host.run();
  expect(ends(trace)).toEqual(["2 end holder", "3 end other", "9 end member"]);
});

test("close ends pauses of groups, and then they take nothing", async () => {
  const { rt, host, work } = world();
  const group = new JobGroup(rt, { concurrency: 1 });
  const jobs = [group.submit(work(1)), group.submit(work(1))];
  group.pause();
  const ended = rt.close();
  expect(() => group.submit(work(1))).toThrow(expect.objectContaining({ code: "scheduler_closed" }));
  await host.settle();
  await ended;
  expect(jobs.map(({ state }) => state)).toEqual(["done", "done"]);
});

const member = fc.record({
  ms: fc.integer({ min: 0, max: 4 }),
  sleep: fc.integer({ min: 0, max: 4 }),
  delay: fc.integer({ min: 0, max: 6 }),
  deadline: fc.integer({ min: 1, max: 30 }),
  cancelAt: fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined }),
  awaits: fc.option(fc.nat({ max: 7 }), { nil: undefined }),
  isMember: fc.boolean(),
});

test("whatever jobs do: no more have started than there are places, none runs during a pause, and all end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(member, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 5 })), { maxLength: 2 }),
      fc.constantFrom("edf" as const, "fifo" as const, "rr" as const),
      async (plans, concurrency, pauses, policy) => {
        const { rt, host, work } = world({ ...ideal, policy });
        const group = new JobGroup(rt, { concurrency });
        const wrong: string[] = [];
        const started = new Set<Job>();
        const seen = new Set<Job>();
        rt.observe({
          jobDispatched(job) {
            if (job.group !== group) return;
            if (group.paused && job.state !== "cancelled") wrong.push(`${job} runs during a pause`);
            started.add(job);
            if (started.size <= concurrency || seen.has(job)) return seen.add(job);
            seen.add(job);
            // One more only where all others wait.
            const others = [...started].filter((one) => one !== job);
            if (others.some(({ state }) => state !== "blocked")) wrong.push(`${job} is one too many`);
          },
          jobFinished: (job) => void started.delete(job),
        });
        const jobs: Job[] = [];
        for (const { ms, sleep, delay, deadline, cancelAt, awaits, isMember } of plans) {
          const run = body(function* () {
            yield* work(ms)();
            if (sleep > 0) yield wait(new Promise<void>((resolve) => void rt.alarm({ in: sleep }, resolve)));
            if (awaits !== undefined) {
              try {
                yield wait(jobs[awaits % jobs.length]);
              } catch {}
            }
            yield* work(1)();
          });
          const job: Job = (isMember ? group : rt).submit(run, { delay, deadline });
          job.catch(() => {});
          jobs.push(job);
          if (cancelAt !== undefined) rt.alarm({ in: cancelAt }, () => job.cancel());
        }
        for (const [at, length] of pauses) {
          rt.alarm({ in: at }, () => group.pause());
          rt.alarm({ in: at + length }, () => group.resume());
        }
        rt.alarm({ in: 60 }, () => group.resume());
        await host.settle();
        expect(wrong).toEqual([]);
        expect(jobs.filter(({ finish }) => finish === undefined).map(String)).toEqual([]);
        expect([group.size, group.waiting]).toEqual([0, 0]);
        await group.done;
        expect(host.pending).toEqual({ turns: 0, timers: 0 });
      },
    ),
    { numRuns: Number(process.env.PREEMPT_MODEL ?? 200) },
  );
});

test("many members that wait for a place cost little each", async () => {
  const time = (n: number): number => {
    const { rt, host } = world({ round: 1e9 });
    const group = new JobGroup(rt, { concurrency: 4 });
    const from = performance.now();
    for (let i = 0; i < n; i++) group.submit(() => {}, { deadline: 1 + ((i * 7919) % n) });
    host.run();
    expect(group.size).toBe(0);
    return (performance.now() - from) / n;
  };
  time(2000);
  // A line that was searched from end to end would cost ten times as much for each.
  expect(await growth(time, { few: 1000, many: 10_000, limit: 6 })).toBeLessThan(6);
});

test("options of a group out of range are refused", () => {
  const { rt } = world();
  const wrong: [object, string][] = [
    [{ concurrency: 0 }, "concurrency_not_a_count"],
    [{ concurrency: 1.5 }, "concurrency_not_a_count"],
    [{ priority: "high" }, "priority_not_finite"],
    [{ priorities: { background: "low" } }, "priority_not_finite"],
    [{ deadline: -1 }, "deadline_not_positive"],
    [{ signal: {} }, "signal_not_a_signal"],
    [{ concurency: 1 }, "option_unknown"],
    [{ priorities: { backgroud: -1 } }, "option_unknown"],
    [{ name: 1 }, "name_not_a_string"],
  ];
  for (const [options, code] of wrong) {
    expect(() => new JobGroup(rt, options), code).toThrow(expect.objectContaining({ code }));
  }
  expect(() => new JobGroup(rt).submit(5 as never)).toThrow(expect.objectContaining({ code: "job_not_a_function" }));
  expect(() => new JobGroup(rt).submit(() => {}, [] as never)).toThrow(
    expect.objectContaining({ code: "options_not_an_object" }),
  );
});
