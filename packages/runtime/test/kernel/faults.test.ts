/** What goes wrong around the kernel: nothing is lost, all is counted, and it goes on. */
import { ConstantBandwidthServer, type Job, type Observer, Resource, Scheduler, type Urgency } from "@preempt/runtime";
import { attachAsync, settle, wait } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

const failing = (text: string) => () => {
  throw new Error(text);
};

/** What the transformer makes of `async () => await value()`. */
function awaiting(value: () => unknown) {
  return attachAsync(async () => {}, function* () {
    const result: unknown = yield wait(value());
    return settle(result);
  } as never) as () => Promise<unknown>;
}

/** A scheduler that collects what is reported. */
function collecting(options: ConstructorParameters<typeof Scheduler>[0] = {}) {
  const host = new VirtualHost();
  const errors: string[] = [];
  const rt = new Scheduler({ host, onError: (error) => void errors.push((error as Error).message), ...options });
  return { host, rt, errors };
}

test("of a thousand jobs every third throws: each error arrives once, and every other job ends", async () => {
  const { rt, host, errors } = collecting();
  const ends: string[] = [];
  for (let i = 0; i < 1000; i++) {
    const job = rt.submit(i % 3 === 0 ? failing(`${i}`) : () => i);
    if (i % 2 === 0) {
      void job.then(
        () => ends.push("value"),
        () => ends.push("error"),
      );
    }
  }
  await host.settle();
  expect([ends.filter((e) => e === "error").length, errors.length, ends.length]).toEqual([167, 167, 500]);
});

test("observers that throw at every event are reported at every event, and stop nothing", async () => {
  const events = [
    "jobReleased",
    "jobDispatched",
    "jobPreempted",
    "jobBlocked",
    "jobWoken",
    "jobFinished",
    "deadlineMissed",
    "releaseSkipped",
    "sliceOverrun",
    "resourceLocked",
    "resourceDenied",
    "resourceUnlocked",
    "roundStarted",
    "roundEnded",
  ] as const satisfies readonly (keyof Observer)[];
  const calm: string[] = [];
  const observer: Observer = Object.fromEntries(events.map((event) => [event, failing(event)]));
  const listener: Observer = Object.fromEntries(events.map((event) => [event, () => void calm.push(event)]));
  const { rt, host, errors } = collecting({ slice: 1, observer: [observer, listener] });
  const resource = new Resource(rt, { name: "R" });
  const body = function* () {
    const lock = yield* resource.acquire();
    host.advance(1);
    yield;
    host.advance(1);
    yield;
    lock.unlock();
  };
  const jobs = [rt.submit(body, { deadline: 3 }), rt.submit(body, { deadline: { at: 2 }, delay: 1 })];
  jobs.push(rt.submit(awaiting(() => Promise.resolve())) as Job<never>);
  const task = rt.task(() => host.advance(3), { period: 2, phase: 20, backlog: 1 });
  rt.alarm({ in: 30 }, () => task.stop());
  await host.settle();
  expect(jobs.map((job) => job.state)).toEqual(["done", "done", "done"]);
  expect(errors).toEqual(calm);
  expect(new Set(errors)).toEqual(new Set(events));
});

test("an alarm that throws is reported, the periodic one each time, and the next ones fire", () => {
  const { rt, host, errors } = collecting();
  const every = rt.alarm({ every: 10 }, failing("tick"));
  rt.alarm({ in: 5 }, failing("once"));
  let last = 0;
  rt.alarm({ in: 31 }, () => {
    last = host.now();
  });
  host.run(31);
  every.cancel();
  expect([errors, last]).toEqual([["once", "tick", "tick", "tick"], 31]);
});

test("a policy whose key throws or is NaN makes its job the least urgent, and is reported", async () => {
  for (const [bad, text] of [
    [failing("key"), "key"],
    [() => Number.NaN, 'policy "odd" gave NaN as the key of job T0J0'],
  ] as const) {
    const key = (job: Urgency) => (job.priority === 13 ? (bad() as never) : -job.priority);
    const { rt, host, errors } = collecting({ policy: { name: "odd", key } });
    const order: string[] = [];
    const unlucky = rt.submit(() => void order.push("unlucky"), { priority: 13 });
    rt.submit(() => void order.push("other"), { priority: 1 });
    host.run();
    expect(order).toEqual(["other", "unlucky"]);
    expect(unlucky.state).toBe("done");
    expect(new Set(errors)).toEqual(new Set([text]));
  }
});

test("whoever is told of a policy's error may cancel the job", async () => {
  const host = new VirtualHost();
  const key = (job: Urgency) => (job.priority === 13 ? Number.NaN : -job.priority);
  const rt = new Scheduler({ host, policy: { name: "odd", key }, onError: (_, job) => job?.cancel("no key") });
  const job = rt.submit(() => 1, { priority: 13 });
  const other = rt.submit(() => 2);
  const outcome = job.catch((reason: string) => reason);
  await host.settle();
  expect([await outcome, other.state]).toEqual(["no key", "done"]);

  const task = rt.task(() => 3, { priority: 12, jitter: 1 });
  const jobs = [0, 1, 2].map(() => task.release());
  jobs[1]?.setPriority(13); // the one between, which has the others before and after it
  const end = jobs[1]?.catch((reason: string) => reason);
  await host.settle();
  expect([await end, jobs.map((one) => one.state), host.reported]).toEqual([
    "no key",
    ["done", "cancelled", "done"],
    [],
  ]);
});

test("onMiss that throws is reported with its job, and the task goes on", () => {
  const host = new VirtualHost();
  const errors: string[] = [];
  const rt = new Scheduler({ host, onError: (error, job) => void errors.push(`${job} ${(error as Error).message}`) });
  const task = rt.task(() => host.advance(3), { period: 10, deadline: 1, onMiss: failing("miss") });
  host.run(25);
  task.stop();
  expect([errors, task.misses]).toEqual([["T1J0 miss", "T1J1 miss", "T1J2 miss"], 3]);
});

test("an onError that throws does not stop the kernel: the host gets its error and the one it was given", () => {
  const { rt, host } = collecting({ onError: failing("onError") });
  rt.submit(failing("job"));
  const after = rt.submit(() => 1);
  host.run();
  expect(after.state).toBe("done");
  expect(host.reported.map(({ error }) => (error as Error).message)).toEqual(["onError", "job"]);
});

for (const jump of [-1e6, -3, 2, 1e6]) {
  test(`a clock that jumps by ${jump} ms loses no job, no alarm and no release for good`, async () => {
    const { rt, host, work } = world({ slice: 1, round: 5 });
    host.set(2e6);
    const jobs = [1, 2, 3].map((n) => rt.submit(work(4), { name: `${n}`, deadline: 10 * n }));
    const late = rt.submit(work(1), { delay: 20 });
    let fired = 0;
    const due = host.now() + 15;
    rt.alarm({ in: 15 }, () => {
      expect(host.now()).toBeGreaterThanOrEqual(due);
      fired++;
    });
    const task = rt.task(work(1), { period: 10, backlog: 3 });
    rt.submit(
      function* jumper() {
        yield;
        host.set(host.now() + jump);
        yield;
      },
      { deadline: 1 },
    );
    await host.settle(host.now() + 20 + Math.max(0, jump));
    expect(jobs.map((job) => job.state)).toEqual(["done", "done", "done"]);
    // However far it has to go to be there again.
    await host.settle(2e6 + 40 + Math.max(0, jump));
    task.stop();
    await host.settle();
    expect([late.state, fired, task.unfinished.length]).toEqual(["done", 1, 0]);
    for (const job of jobs) expect(job.executionTime).toBe(4);
    // None is made up for beyond the backlog, and none is left out without being counted.
    expect(task.released + task.skipped).toBe(1 + Math.floor((host.now() - 2e6) / 10));
  });
}

test("a clock that steps back in every slice still lets every job end", () => {
  const { rt, host } = world({ slice: 1 });
  const jobs = [1, 2, 3].map(() =>
    rt.submit(function* () {
      for (let i = 0; i < 5; i++) {
        host.advance(-1);
        yield;
      }
    }),
  );
  host.run(100);
  expect(jobs.map((job) => [job.state, job.executionTime])).toEqual([
    ["done", 0],
    ["done", 0],
    ["done", 0],
  ]);
});

test("a promise that never settles keeps its job, and nobody else", async () => {
  const { rt, host } = world();
  const stuck = rt.submit(awaiting(() => new Promise(() => {})));
  const resource = new Resource(rt, { name: "R" });
  const others = Array.from({ length: 100 }, (_, i) => rt.submit(() => i));
  await host.settle();
  expect(others.every((job) => job.state === "done")).toBe(true);
  expect([stuck.state, resource.isLocked, host.pending]).toEqual(["blocked", false, { turns: 0, timers: 0 }]);
  stuck.cancel("given up");
  await expect(stuck).rejects.toBe("given up");
  await host.settle();
  await rt.idle();
});

test("thenables that throw, call both callbacks, call twice, or late, settle their job once, as await has it", async () => {
  /* biome-ignore-start lint/suspicious/noThenProperty: thenables are what is tested */
  type Call = (value: unknown) => void;
  const make: (() => unknown)[] = [
    () => ({ then: failing("then") }),
    () => ({
      then: (ok: Call, no: Call) => {
        ok(1);
        no(2);
      },
    }),
    () => ({
      then: (ok: Call, no: Call) => {
        no(new Error("no"));
        ok(2);
      },
    }),
    () => ({
      then: (ok: Call) => {
        ok(1);
        ok(2);
        failing("after")();
      },
    }),
    () => ({
      get then() {
        return failing("getter")();
      },
    }),
    () => ({ then: (ok: Call) => void queueMicrotask(() => ok({ then: (again: Call) => again("nested") })) }),
    () => ({ then: 5 }),
  ];
  /* biome-ignore-end lint/suspicious/noThenProperty: as above */
  const show = (value: unknown) => (value instanceof Error ? value.message : String(value));
  const finished: string[] = [];
  const { rt, host } = world({ observer: { jobFinished: (job) => finished.push(job.id) } });
  for (const thenable of make) {
    const expected = await (async () => await thenable())().then(show, show);
    // awaited, returned by an annotated function, and by a plain one
    const jobs = [rt.submit(awaiting(thenable)), rt.submit(() => thenable()), rt.submit(async () => thenable())];
    const outcomes = jobs.map((job) => job.then(show, show));
    await host.settle();
    expect(await Promise.all(outcomes)).toEqual([expected, expected, expected]);
  }
  expect(new Set(finished).size).toBe(finished.length);
  expect(finished.length).toBe(3 * make.length);
});

test("100,000 jobs cancelled at once are all settled and counted: ready, delayed, blocked", async () => {
  const never = awaiting(() => new Promise(() => {}));
  const kinds = [
    { n: 100_000, make: (rt: Scheduler) => rt.submit(() => 1) },
    { n: 20_000, make: (rt: Scheduler, i: number) => rt.submit(() => 1, { delay: i + 1 }) },
    { n: 20_000, make: (rt: Scheduler) => rt.submit(never) },
  ];
  for (const { n, make } of kinds) {
    let finished = 0;
    const { rt, host, errors } = collecting({ observer: { jobFinished: () => void finished++ } });
    const jobs: Job[] = Array.from({ length: n }, (_, i) => make(rt, i));
    // Blocked ones have to get so far first.
    if (make === kinds[2]?.make) host.run();
    for (const job of jobs) job.cancel("all");
    host.run();
    await rt.idle();
    expect([finished, jobs.every((job) => job.state === "cancelled"), errors]).toEqual([n, true, []]);
    expect(host.pending).toEqual({ turns: 0, timers: 0 });
  }
});

test("20,000 jobs that wait for one server, task, resource or job are cancelled in less than quadratic time", {
  retry: 2,
}, async () => {
  const setUp: Record<string, (rt: Scheduler, n: number) => Job[]> = {
    server: (rt, n) => {
      const server = new ConstantBandwidthServer(rt, { budget: 1, period: 2 });
      return Array.from({ length: n }, () => server.submit(() => 1));
    },
    task: (rt, n) => {
      const task = rt.task(() => 1, { backlog: Number.POSITIVE_INFINITY });
      return Array.from({ length: n }, () => task.release());
    },
    resource: (rt, n) => {
      const resource = new Resource(rt, { name: "R" });
      resource.lock();
      return Array.from({ length: n }, () =>
        rt.submit(function* () {
          yield* resource.acquire();
        }),
      );
    },
    job: (rt, n) => {
      const end = rt.submit(awaiting(() => new Promise(() => {})));
      return [end, ...Array.from({ length: n - 1 }, () => rt.submit(awaiting(() => end)))];
    },
  };
  for (const [kind, make] of Object.entries(setUp)) {
    const time = (n: number) => {
      let finished = 0;
      const { rt, host } = collecting({ observer: { jobFinished: () => void finished++ } });
      const from = process.cpuUsage().user;
      const jobs = make(rt, n);
      if (kind !== "server" && kind !== "task") host.run();
      for (const job of jobs.reverse()) {
        job.catch(() => {});
        job.cancel(kind);
      }
      host.run();
      expect(finished).toBe(n);
      return process.cpuUsage().user - from;
    };
    time(2000);
    // Processor time is counted in ticks: less than a few of them says nothing.
    const small = Math.max(2000, Math.min(time(2000), time(2000)));
    const large = time(20_000);
    // Linear is a factor of 10, and the caches end; quadratic would be 100.
    expect(large / small, `${kind}: ${large} against ${small} µs`).toBeLessThan(60);
  }
});

test("100,000 ready jobs run in order of their deadlines", () => {
  const { rt, host } = collecting();
  const n = 100_000;
  let last = 0;
  let inOrder = 0;
  for (let i = 0; i < n; i++) {
    const deadline = 1 + ((i * 7919) % n);
    rt.submit(
      () => {
        if (deadline >= last) inOrder++;
        last = deadline;
      },
      { deadline },
    );
  }
  host.run();
  expect(inOrder).toBe(n);
});

test("100,000 submits, each by the job before, do not add up on any stack", async () => {
  const { rt, host } = collecting();
  let depth = 0;
  const next = () => {
    if (++depth < 100_000) rt.submit(next);
  };
  rt.submit(next);
  host.run();
  expect(depth).toBe(100_000);
  await rt.idle();
});

test("10,000 jobs that await each other in a chain inherit, are checked for cycles, and end", async () => {
  for (const bottomUp of [false, true]) {
    const { rt, host, errors } = collecting({ policy: "fp" });
    const n = 10_000;
    const jobs: Job[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    for (let i = 0; i < n; i++) {
      // top down: the first job awaits the second …; bottom up: the last one awaits the one before it
      const next = () => (bottomUp ? jobs[i - 1] : jobs[i + 1]) ?? gate;
      jobs.push(rt.submit(awaiting(next)));
    }
    host.run();
    (bottomUp ? jobs[n - 1] : jobs[0])?.setPriority(9);
    open();
    for (let i = 0; i < n + 10 && jobs.some((job) => job.state !== "done"); i++) await host.settle();
    expect([jobs.every((job) => job.state === "done"), errors]).toEqual([true, []]);
  }
});
