import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { PreemptError, Scheduler, Task } from "@preempt/runtime";
import { Histogram, Statistics, TraceBuffer } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { timelineOf } from "../../src/observers/timeline.ts";
import { world } from "../kit/world.ts";
import { jobLike } from "./made.ts";

test("two tasks under EDF are counted and measured as the textbook has them", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  // short 0-1, long 1-4, short 4-5, idle 5-8, and again: long is released at 0, 8; short at 0, 4, 8, 12
  rt.submit(work(1), { name: "short", deadline: 4 });
  rt.submit(work(3), { name: "long", deadline: 8 });
  for (const delay of [4, 8, 12]) rt.submit(work(1), { name: "short", deadline: 4, delay });
  rt.submit(work(3), { name: "long", deadline: 8, delay: 8 });
  host.run();

  const short = statistics.of("short");
  expect(short).toMatchObject({ released: 4, finished: 4, missed: 0, preemptions: 0, busy: 4 });
  expect(short?.responseTime.toJSON()).toMatchObject({ count: 4, min: 1, max: 1 });
  expect(short?.lateness.toJSON()).toMatchObject({ count: 4, min: -3, max: -3 });
  const long = statistics.of("long");
  expect(long).toMatchObject({ released: 2, finished: 2, missed: 0, busy: 6 });
  expect([long?.responseTime.min, long?.responseTime.max]).toEqual([4, 4]);
  expect([long?.executionTime.min, long?.executionTime.max]).toEqual([3, 3]);
  expect(long?.lateness.mean).toBe(-4);

  expect(statistics.names()).toEqual(["short", "long"]);
  expect(statistics.observed).toBe(13); // the last job ends at 13
  expect(short?.utilisation).toBeCloseTo(4 / 13, 12);
  expect(statistics.total).toMatchObject({ released: 6, finished: 6, busy: 10 });
  expect(statistics.total.utilisation).toBeCloseTo(10 / 13, 12);
  expect(statistics.total.responseTime.count).toBe(6);
});

test("a job that gives way is charged for its own slices alone", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  rt.submit(work(6), { name: "bulky", deadline: 20 });
  rt.submit(work(2), { name: "urgent", deadline: 3, delay: 2 });
  host.run();
  // bulky 0-2, urgent 2-4, bulky 4-8
  expect(statistics.of("bulky")).toMatchObject({ preemptions: 1, busy: 6 });
  expect(statistics.of("urgent")).toMatchObject({ preemptions: 0, busy: 2 });
  expect(statistics.of("bulky")?.responseTime.max).toBe(8);
  expect(statistics.of("bulky")?.executionTime.max).toBe(6);
  expect(statistics.of("urgent")?.lateness.max).toBe(-1);
});

test("how jobs end is told apart, and a cancelled job has no response time", async () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  rt.submit(work(1), { name: "fine" });
  rt.submit(
    () => {
      host.advance(2);
      throw new Error("no");
    },
    { name: "throws", deadline: 1 },
  ).catch(() => {});
  const started = rt.submit(work(9), { name: "started", priority: 1 });
  const never = rt.submit(work(9), { name: "never", delay: 50 });
  for (const job of [started, never]) job.catch(() => {});
  rt.submit(
    () => {
      started.cancel();
      never.cancel();
    },
    { name: "ends them", delay: 2.5, deadline: 0.1 },
  );
  host.run();
  await host.settle(1);
  const outcomes = (name: string) => {
    const { released, finished, failed, cancelled, missed } = statistics.of(name) ?? {};
    return [released, finished, failed, cancelled, missed];
  };
  expect(outcomes("fine")).toEqual([1, 1, 0, 0, 0]);
  expect(outcomes("throws")).toEqual([1, 0, 1, 0, 1]);
  expect(outcomes("started")).toEqual([1, 0, 0, 1, 0]);
  expect(outcomes("never")).toEqual([0, 0, 0, 1, 0]);
  expect(statistics.of("throws")?.lateness.max).toBe(1);
  expect(statistics.of("throws")?.executionTime.max).toBe(2);
  for (const name of ["started", "never"]) expect(statistics.of(name)?.responseTime.count).toBe(0);
});

test("time spent waiting is response time, not busy time", async () => {
  const statistics = new Statistics();
  const { rt, host } = world({ observer: statistics });
  let come = () => {};
  rt.submit(
    () => {
      host.advance(1);
      return new Promise<void>((resolve) => {
        come = resolve;
      });
    },
    { name: "waits" },
  );
  host.run();
  host.advance(5);
  come();
  await host.settle(1);
  expect(statistics.of("waits")).toMatchObject({ finished: 1, busy: 1 });
  expect(statistics.of("waits")?.responseTime.max).toBe(6);
  expect(statistics.of("waits")?.executionTime.max).toBe(1);
  expect(statistics.of("waits")?.utilisation).toBeCloseTo(1 / 6, 12);
});

test("under overload, misses and every release left out are counted", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  class Heavy extends Task {
    override run = work(3);
  }
  const heavy = new Heavy({ period: 2, backlog: 2 });
  rt.task(heavy);
  host.run(40);
  host.advance(1000); // the machine slept: one event tells of some 500 releases
  host.run(1100);
  heavy.stop();
  host.run();
  const tally = statistics.of("Heavy");
  expect(heavy.skipped).toBeGreaterThan(500);
  expect(tally?.skipped).toBe(heavy.skipped);
  expect(tally?.missed).toBe(heavy.misses);
  expect(tally?.finished).toBe(tally?.released);
  expect(tally?.lateness.max).toBeGreaterThan(0);
});

test("a job that ends while another one runs ends no slice of it", () => {
  const statistics = new Statistics();
  const { rt, host } = world({ observer: statistics });
  const later = rt.submit(() => {}, { name: "later", delay: 9 });
  later.catch(() => {});
  rt.submit(
    () => {
      host.advance(1);
      later.cancel();
      host.advance(2);
    },
    { name: "runs" },
  );
  host.run();
  expect(statistics.of("runs")).toMatchObject({ busy: 3, utilisation: 1 });
  expect(statistics.of("later")).toMatchObject({ cancelled: 1, busy: 0 });
});

test("a function that holds the processor for longer than a slice is an overrun", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, observer: statistics });
  const bulky = work(5, Number.POSITIVE_INFINITY);
  for (const name of ["a", "a"]) rt.submit(bulky, { name });
  rt.submit(work(5), { name: "b" });
  host.run();
  // The kernel tells each function once.
  expect([statistics.of("a")?.overruns, statistics.of("b")?.overruns]).toEqual([1, 0]);
});

test("it keeps no job alive", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const statistics = new Statistics();
  const host = new VirtualHost();
  const rt = new Scheduler({ host, observer: statistics });
  const jobs = Array.from({ length: 50 }, (_, i) => {
    const job = rt.submit(() => host.advance(1), { name: "gone", delay: i, deadline: 5 });
    return new WeakRef(job);
  });
  await host.settle(60);
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    gc();
  }
  expect(statistics.of("gone")?.finished).toBe(50);
  // One may be in a register or on the stack still.
  expect(jobs.filter((job) => job.deref() !== undefined).length).toBeLessThanOrEqual(1);
});

/** Jobs of all kinds: some too late, some that throw, some that another cancels. */
const submission = fc.record({
  name: fc.constantFrom("a", "b", "c"),
  length: fc.integer({ min: 0, max: 8 }),
  delay: fc.integer({ min: 0, max: 30 }),
  deadline: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  fails: fc.boolean(),
  cancelAt: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
});

test("whatever happens, the numbers are those of the jobs and of their trace", () => {
  fc.assert(
    fc.property(fc.array(submission, { minLength: 1, maxLength: 20 }), (submissions) => {
      const statistics = new Statistics();
      const buffer = new TraceBuffer();
      const { rt, host, work } = world({ slice: 2, round: 7, observer: [statistics, buffer] });
      const jobs = submissions.map(({ name, length, delay, deadline, fails, cancelAt }) => {
        const body = work(length);
        const job = rt.submit(
          function* () {
            yield* body();
            if (fails) throw new Error("no");
          },
          { name, delay, ...(deadline !== undefined && { deadline }) },
        );
        job.catch(() => {});
        if (cancelAt !== undefined) rt.alarm(cancelAt + 0.5, () => job.cancel());
        return job;
      });
      host.run();

      const timeline = timelineOf(buffer);
      for (const name of new Set(jobs.map((job) => job.name))) {
        const own = jobs.filter((job) => job.name === name);
        const answered = own.filter(({ state }) => state !== "cancelled");
        const tally = statistics.of(name);
        const inState = (state: string) => own.filter((job) => job.state === state).length;
        expect(tally).toMatchObject({
          released: [...buffer].filter((r) => r.event === "jobReleased" && r.name === name).length,
          finished: inState("done"),
          failed: inState("failed"),
          cancelled: inState("cancelled"),
          missed: own.filter(({ missed }) => missed).length,
          preemptions: own.reduce((sum, job) => sum + job.preemptions, 0),
          busy: own.reduce((sum, job) => sum + job.executionTime, 0),
        });
        const made = (values: readonly (number | undefined)[]) => {
          const histogram = new Histogram();
          for (const value of values) if (value !== undefined) histogram.record(value);
          return histogram.toJSON().buckets;
        };
        expect(tally?.responseTime.toJSON().buckets).toEqual(made(answered.map((job) => job.responseTime)));
        expect(tally?.lateness.toJSON().buckets).toEqual(made(answered.map((job) => job.lateness)));
        expect(tally?.executionTime.toJSON().buckets).toEqual(made(answered.map((job) => job.executionTime)));
      }
      const busy = timeline.rows.flatMap(({ slices }) => slices).reduce((sum, { from, to }) => sum + to - from, 0);
      const { total } = statistics;
      expect(total.busy).toBe(busy);
      expect(total.finished + total.failed + total.cancelled).toBe(jobs.length);
      expect(total.utilisation).toBeLessThanOrEqual(1);
    }),
  );
});

test("reset while a job runs, it measures the rest", () => {
  const host = world();
  const statistics = new Statistics({ now: () => host.host.now() });
  const { rt, work } = host;
  rt.observe(statistics);
  rt.submit(
    function* () {
      host.host.advance(3);
      statistics.reset();
      yield* work(2)();
    },
    { name: "long" },
  );
  host.host.run();
  expect(statistics.of("long")).toMatchObject({ released: 0, finished: 1, busy: 2, utilisation: 1 });
  host.host.advance(6);
  expect(statistics.of("long")?.utilisation).toBe(0.25); // 2 of 8: the clock says that nothing happened since
  statistics.reset();
  expect([statistics.names(), statistics.observed, statistics.total.utilisation]).toEqual([[], 0, 0]);
});

test("without a clock, reset begins anew with the next event", () => {
  const statistics = new Statistics();
  statistics.jobDispatched(jobLike({ id: "T0J1", name: "a" }), 10);
  statistics.jobPreempted(jobLike({ id: "T0J1", name: "a" }), 14);
  statistics.reset();
  statistics.jobDispatched(jobLike({ id: "T0J1", name: "a" }), 30);
  statistics.jobPreempted(jobLike({ id: "T0J1", name: "a" }), 31);
  statistics.jobReleased(jobLike({ id: "T0J2", name: "b" }), 32);
  expect([statistics.observed, statistics.of("a")?.busy, statistics.of("a")?.utilisation]).toEqual([2, 1, 0.5]);
});

test("the slice in progress counts up to now, and once", () => {
  let now = 0;
  const statistics = new Statistics({ now: () => now });
  const job = jobLike({ id: "T0J1", name: "a" });
  statistics.jobDispatched(job, 0);
  for (now = 1; now <= 4; now++) expect([statistics.of("a")?.busy ?? now, statistics.total.busy]).toEqual([now, now]);
  statistics.jobPreempted(job, 5);
  now = 10;
  expect([statistics.total.busy, statistics.total.utilisation]).toEqual([5, 0.5]);
});

test("a clock that is set back takes nothing away", () => {
  const statistics = new Statistics();
  const job = jobLike({ id: "T0J1", name: "a" });
  statistics.jobDispatched(job, 10);
  statistics.jobPreempted(job, 12);
  statistics.jobDispatched(job, 12);
  statistics.jobPreempted(job, 3);
  expect(statistics.total.busy).toBe(2);
  expect(statistics.observed).toBe(2);
});

test("names beyond the bound are counted together", () => {
  const statistics = new Statistics({ maxNames: 2 });
  const { rt, host, work } = world({ observer: statistics });
  for (const name of ["a", "b", "c", "d", "a"]) rt.submit(work(1), { name });
  host.run();
  expect(statistics.names()).toEqual(["a", "b", "(others)"]);
  expect(statistics.names().map((name) => statistics.of(name)?.finished)).toEqual([2, 1, 2]);
  expect(statistics.of("(others)")?.busy).toBe(2);
  expect(statistics.of("c")).toBeUndefined();
  expect(statistics.total.finished).toBe(5);
});

test("jobs without a name go by their task, and all others together", () => {
  const statistics = new Statistics();
  for (const id of ["T0J1", "T0J2", "T3J1", "T3J2"]) statistics.jobReleased(jobLike({ id, name: id }), 0);
  expect(statistics.names()).toEqual(["(unnamed)", "T3"]);
});

test("as plain data it survives JSON, names like __proto__ too", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ observer: statistics });
  rt.submit(work(2), { name: "__proto__", deadline: 9 });
  rt.submit(work(2), { name: "b" });
  host.run();
  const data = statistics.toJSON();
  expect(JSON.parse(JSON.stringify(statistics))).toEqual(data);
  expect(structuredClone(data)).toEqual(data);
  expect(data.names.map(({ name, finished, utilisation }) => [name, finished, utilisation])).toEqual([
    ["__proto__", 1, 0.5],
    ["b", 1, 0.5],
  ]);
  expect(Histogram.fromJSON(data.total.lateness).max).toBe(-7);
});

test("as text it is two tables with aligned columns", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  rt.submit(work(0.25), { name: "audio", deadline: 2 });
  rt.submit(work(120), { name: "a report that takes its time" });
  rt.submit(work(1.5), { name: "audio", deadline: 1, delay: 10 });
  host.run();
  expect(`\n${statistics}\n`).toMatchInlineSnapshot(`
    "
    122 ms observed

    jobs                  released  done  missed  preempted  busy %
    ───────────────────────────────────────────────────────────────
    audio                        2     2       1          0     1.4
    a report that takes…         1     1       0          2    98.6
    ───────────────────────────────────────────────────────────────
    total                        3     3       1          2   100.0

                            response                   lateness               execution
    ms                          p50     p99     max      p50    p99    max        p50     p99     max
    ─────────────────────────────────────────────────────────────────────────────────────────────────
    audio                     0.250    1.75    1.75    -1.75  0.750  0.750      0.250    1.50    1.50
    a report that takes…    122      122     122        –     –      –        120      120     120
    ─────────────────────────────────────────────────────────────────────────────────────────────────
    total                     1.76   122     122       -1.75  0.750  0.750      1.51   120     120
    "
  `);
});

test("as text it leaves out what nobody knows", () => {
  const statistics = new Statistics();
  expect(String(statistics)).toBe("no jobs observed");
  statistics.jobReleased(jobLike({ name: "a" }), 0);
  expect(String(statistics)).toMatchInlineSnapshot(`
    "0 ms observed

    jobs  released  done  missed  preempted  busy %
    ───────────────────────────────────────────────
    a            1     0       0          0     0.0"
  `);
});

test("a number of names that is no count is refused, and a clock that is none", () => {
  for (const maxNames of [0, -1, 1.5, Number.NaN, "9" as unknown as number])
    expect(() => new Statistics({ maxNames })).toThrow(PreemptError);
  expect(() => new Statistics({ now: 5 as unknown as () => number })).toThrow(PreemptError);
});
