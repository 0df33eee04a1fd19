import { inspect } from "node:util";
import { type Job, PreemptError } from "@preempt/runtime";
import { attach, attachAsync, settle, state, wait } from "@preempt/runtime/abi";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { world } from "../kit/world.ts";

/** What the transformer makes of a function with try/catch/finally around a long loop. */
function guarded(note: (what: string) => void, host: { advance(ms: number): void }) {
  const body = function* () {
    try {
      note("work");
      for (let i = 0; i < 100; i++) {
        if (--state.budget < 0) yield;
        host.advance(1);
      }
    } catch {
      note("catch");
    } finally {
      note("finally");
      for (let i = 0; i < 2; i++) {
        if (--state.budget < 0) yield;
        host.advance(1);
      }
      note("cleaned");
    }
  };
  return attach(() => undefined, body as never);
}

const labels = (trace: string[]) => trace.map((t) => t.replace(/^\S+ /, ""));

test("cancelling rejects the awaiter at once with the reason; finalizers run as slices, catch blocks do not", async () => {
  const { rt, host, note, trace } = world({ slice: 1, round: 1000, budget: 0 });
  const job = rt.submit(guarded(note, host), { name: "victim" });
  const reason = new Error("enough");
  rt.alarm({ in: 3 }, () => job.cancel(reason));
  host.run(3);
  expect(job.state).toBe("cancelled");
  await expect(job).rejects.toBe(reason);
  host.run();
  expect(labels(trace).filter((t) => !t.startsWith("run"))).toEqual(["work", "finally", "cleaned", "end victim"]);
});

test("a finally block in which the job is cancelled is left there; those around it, and those that have yet to begin, run to their end", async () => {
  const { rt, host } = world({ budget: 0 });
  const log: string[] = [];
  const job: Job<void> = rt.submit(function* () {
    try {
      try {
        log.push("try");
      } finally {
        log.push("inner");
        job.cancel("enough");
        yield;
        log.push("rest of inner");
      }
    } finally {
      log.push("outer");
      yield;
      log.push("rest of outer");
    }
    log.push("after");
  });
  host.run();
  await expect(job).rejects.toBe("enough");
  expect(log).toEqual(["try", "inner", "outer", "rest of outer"]);
});

test("a signal cancels with its reason, also before the job starts", async () => {
  const { rt, host, work } = world();
  const controller = new AbortController();
  const early = rt.submit(work(1), { signal: AbortSignal.abort("too late") });
  const running = rt.submit(work(50), { signal: controller.signal });
  rt.alarm({ in: 5 }, () => controller.abort("stop"));
  host.run();
  await expect(early).rejects.toBe("too late");
  await expect(running).rejects.toBe("stop");
  expect(early.start).toBeUndefined();
});

test("however many jobs and tasks have a signal, it has one listener, which goes with the last of them", async () => {
  const { rt, host, trace, work } = world();
  const controller = new AbortController();
  const { signal } = controller;
  const [added, removed] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
  const task = rt.task(work(1), { name: "task", signal });
  for (let i = 0; i < 20; i++) rt.submit(work(1), { signal });
  task.stop();
  host.run();
  expect([added, removed].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);

  trace.length = 0;
  const jobs = ["first", "second", "third"].map((name) => rt.submit(work(1), { name, signal }));
  jobs[1]?.cancel("alone");
  let late: Job<number> | undefined;
  jobs[0]?.catch(() => {
    // Whoever comes meanwhile is cancelled as it comes.
    late = rt.submit(work(1), { name: "late", signal });
  });
  controller.abort("all");
  expect((await Promise.allSettled(jobs)).map((one) => "reason" in one && one.reason)).toEqual(["all", "alone", "all"]);
  await expect(late).rejects.toBe("all");
  host.run();
  expect(labels(trace)).toEqual(["end second", "end first", "end third", "end late"]);
  expect([added, removed].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
});

test("cancelling a job that waits for a promise which never settles settles its awaiter", async () => {
  const { rt, host, note, trace } = world();
  const body = function* () {
    try {
      yield wait(new Promise(() => {}));
    } finally {
      note("finally");
    }
  };
  const job = rt.submit(attachAsync(async () => {}, body as never));
  await host.settle();
  job.cancel();
  await expect(job).rejects.toMatchObject({ name: "AbortError" });
  await host.settle();
  expect(labels(trace)).toContain("finally");
});

test("a finalizer may wait; what it throws is reported", async () => {
  const { rt, host, note, trace } = world();
  const body = function* () {
    try {
      yield wait(new Promise(() => {}));
    } finally {
      yield wait(Promise.resolve());
      note("waited");
      // biome-ignore lint/correctness/noUnsafeFinally: what is tested
      throw new Error("in finalizer");
    }
  };
  const job = rt.submit(
    attachAsync(async () => {}, body as never),
    { name: "messy" },
  );
  await host.settle();
  job.cancel("bye");
  await expect(job).rejects.toBe("bye");
  await host.settle();
  expect(labels(trace)).toContain("waited");
  expect(host.reported).toEqual([{ error: new Error("in finalizer"), context: "job T0J0 (messy)" }]);
});

test("a job can cancel itself; it ends at its next preemption point", async () => {
  const { rt, host, note, trace } = world({ slice: 100 });
  const job: Job = rt.submit(function* self() {
    job.cancel("self");
    note("before the point");
    yield;
    note("after the point");
  });
  host.run();
  await expect(job).rejects.toBe("self");
  expect(labels(trace)).toEqual(["run self", "before the point", "run self", "end self"]);
});

test("a cancelled delayed job never runs, and leaves no timer behind", async () => {
  const { rt, host, work } = world();
  const job = rt.submit(work(1), { delay: 1000 });
  job.cancel("no longer");
  await expect(job).rejects.toBe("no longer");
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("cancelling an ended job changes nothing", async () => {
  const { rt, host } = world();
  const job = rt.submit(() => 5);
  host.run();
  job.cancel("late");
  expect(await job).toBe(5);
  expect(job.state).toBe("done");
});

test("a function that gives a promise ends when it settles", async () => {
  const { rt, host } = world();
  const good = rt.submit(async () => "value");
  const bad = rt.submit(async () => {
    throw new Error("rejected");
  });
  const outcome = bad.catch((e: Error) => e.message);
  await host.settle();
  expect([await good, good.state, await outcome, bad.state]).toEqual(["value", "done", "rejected", "failed"]);
});

test("while a job waits others run, and it goes on when its promise settles", async () => {
  const { rt, host, note, trace, work } = world();
  let open: (value: string) => void = () => {};
  const gate = new Promise<string>((resolve) => {
    open = resolve;
  });
  const body = function* () {
    note("waits");
    const value: unknown = yield wait(gate);
    note(`got ${String(value)}`);
    return settle(value);
  };
  rt.submit(
    attachAsync(async () => {}, body as never),
    { name: "waiter", deadline: 1 },
  );
  rt.submit(work(3), { name: "other" });
  rt.alarm({ in: 2 }, () => open("it"));
  await host.settle();
  expect(labels(trace).filter((t) => !t.startsWith("run other"))).toEqual([
    "run waiter",
    "waits",
    "end other",
    "run waiter",
    "got it",
    "end waiter",
  ]);
});

test("a nested preemptable call is resumed at the innermost frame, at every budget", async () => {
  for (const budget of [0, 1, 2, 7, 300]) {
    const { rt, host } = world({ budget });
    const job = rt.submit(nested, { args: [40] });
    host.run();
    expect(await job).toBe(820);
  }
});

const nested = attach(
  ((n: number) => (n * (n + 1)) / 2) as never,
  function* (n: number) {
    if (--state.budget < 0) yield;
    let sum = 0;
    for (let i = 1; i <= n; i++) {
      if (--state.budget < 0) yield;
      sum += i;
    }
    return sum;
  } as never,
) as (n: number) => number;

test("illegal transitions are refused", () => {
  const { rt, host } = world();
  const job = rt.submit(() => 1);
  host.run();
  expect(() => job.moveTo("running")).toThrow(PreemptError);
});

test("property: whatever is cancelled when, every awaiter is settled and every job is counted once", async () => {
  const plan = fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 5 }),
      delay: fc.integer({ min: 0, max: 10 }),
      cancelAt: fc.option(fc.integer({ min: 0, max: 15 }), { nil: undefined }),
      fails: fc.boolean(),
    }),
    { maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(plan, async (list) => {
      const finished: string[] = [];
      const { rt, host, work } = world({ observer: { jobFinished: (job) => void finished.push(job.id) } });
      const outcomes = list.map(({ ms, delay, cancelAt, fails }) => {
        const body = function* () {
          yield* work(ms)();
          if (fails) throw new Error("fails");
        };
        const job = rt.submit(body, { delay });
        if (cancelAt !== undefined) rt.alarm({ in: cancelAt }, () => job.cancel("cancelled"));
        return job.then(
          () => "value",
          () => "error",
        );
      });
      await host.settle();
      const settled = await Promise.all(outcomes);
      expect(settled.length).toBe(list.length);
      expect([...finished].sort()).toEqual(list.map((_, i) => `T0J${i}`).sort());
      expect(host.reported).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("logs are told what a job is and when, not what it works with", () => {
  for (const policy of ["edf", "fp"] as const) {
    const { rt, host, work } = world({ policy });
    const job = rt.submit(work(2), { name: "report", deadline: 10, priority: 3 });
    rt.submit(work(1), { name: "other", delay: 0.5, deadline: 1, priority: 4 });
    const before = '{"id":"T0J0","name":"report","state":"ready","arrival":0,"release":0,"deadline":10,"priority":3';
    expect(JSON.stringify(job)).toBe(`${before},"executionTime":0,"missed":false}`);
    host.run();
    const after = { state: "done", start: 0, finish: 3, executionTime: 2 };
    expect(JSON.parse(JSON.stringify([job]))).toEqual([{ ...JSON.parse(`${before}}`), missed: false, ...after }]);
    expect(inspect(job).split("\n").length).toBeLessThan(15);
    expect(inspect({ job })).toContain("deadline: 10");
    expect(inspect(job)).toMatch(/^Job \{\n? +id: 'T/);
    expect(inspect({ a: { b: { job } } })).toBe("{ a: { b: { job: [Job] } } }");
    expect(inspect([job], { depth: 0 })).toBe("[ [Job] ]");
  }
});

test("`then` of what a function returns is read once, and called as it was read", async () => {
  const { rt, host } = world();
  let reads = 0;
  const make = (): object => ({
    /** Gives a function the first time alone. */
    // biome-ignore lint/suspicious/noThenProperty: it is what is tested
    get then() {
      return reads++ === 0
        ? (resolve: (value: unknown) => void) => resolve(this === thenable ? "awaited" : "lost")
        : undefined;
    },
  });
  const thenable: unknown = make();
  const kinds: (() => unknown)[] = [
    () => thenable,
    attachAsync(async () => thenable, function* () {
      return settle(thenable);
    } as never),
    function* () {
      yield;
      return thenable;
    },
  ];
  for (const kind of kinds) {
    reads = 0;
    const job = rt.submit(kind);
    const value = job.then(String);
    await host.settle();
    expect([await value, reads, job.state]).toEqual(["awaited", 1, "done"]);
  }
  // A job that was cancelled has no use for it, and reads it once all the same.
  reads = 0;
  const cancelled = rt.submit(() => {
    cancelled.cancel("enough");
    return thenable;
  });
  const reason = cancelled.catch(String);
  await host.settle();
  expect([await reason, reads]).toEqual(["enough", 1]);
});
