/** The load of a scheduler and learned execution times, against counts from scratch. */
import { ConstantBandwidthServer, expectedFinish, type Job, type LoadFigures, Resource } from "@preempt/runtime";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FunctionTimes } from "../../src/load/learned-times.ts";
import { world } from "../kit/world.ts";

const ideal = { slice: 1, round: 100, preemption: "ideal", budget: 0 } as const;
const counts = ({ ready, running, blocked, delayed }: LoadFigures) => ({ ready, running, blocked, delayed });
const nobody = { ready: 0, running: 0, blocked: 0, delayed: 0 };

test("jobs by state, of all and by name, task and server", async () => {
  const { rt, host, work } = world(ideal);
  const resource = new Resource(rt, { name: "R" });
  const server = new ConstantBandwidthServer(rt, { budget: 10, period: 400 });
  const task = rt.task(work(2), { name: "tick" });
  rt.submit(
    function* () {
      using _lock = yield* resource.acquire();
      yield* work(5)();
    },
    { name: "holder", deadline: 30 },
  );
  rt.submit(
    function* () {
      using _lock = yield* resource.acquire();
    },
    { name: "waiter", deadline: 5, delay: 1 },
  );
  server.submit(work(1), { name: "served", deadline: 99 });
  rt.submit(work(1), { name: "later", delay: 50 });
  rt.submit(work(1), { name: "later", delay: 60 });
  const seen: Record<string, unknown> = {};
  rt.alarm({ in: 2 }, () => {
    task.release();
    task.release();
    // Counting starts here, in the midst of it.
    const { load } = rt;
    seen.before = counts(load);
    expect(rt.load).toBe(load);
  });
  rt.alarm({ in: 3 }, () => {
    const { load } = rt;
    seen.all = counts(load);
    seen.later = counts(load.byName.get("later") as LoadFigures);
    seen.waiter = counts(load.byName.get("waiter") as LoadFigures);
    seen.tick = counts(load.byTask.get(task) as LoadFigures);
    seen.served = counts(load.byServer.get(server) as LoadFigures);
  });
  host.run();
  const { load } = rt;
  expect(seen).toEqual({
    before: { ready: 3, running: 1, blocked: 1, delayed: 2 },
    all: { ready: 3, running: 1, blocked: 1, delayed: 2 },
    later: { ...nobody, delayed: 2 },
    waiter: { ...nobody, blocked: 1 },
    tick: { ...nobody, ready: 2 },
    served: { ...nobody, ready: 1 },
  });
  expect(counts(load)).toEqual(nobody);
  expect([load.byName.size, load.byTask.size, load.byServer.size]).toEqual([0, 0, 0]);
  expect([load.backlog, load.oldest, load.laxity]).toEqual([0, 0, Number.POSITIVE_INFINITY]);
});

test("the backlog is the work left, by how long each function took", () => {
  const { rt, host, work } = world(ideal);
  const [short, long] = [work(2), work(10)];
  expect(rt.load.backlog).toBe(0);
  rt.submit(short);
  // Nothing is known: jobs count alike.
  expect(rt.load.backlog).toBe(1);
  rt.submit(long);
  host.run();
  for (let i = 0; i < 3; i++) rt.submit(short, { name: "short" });
  rt.submit(long, { name: "long" });
  expect(rt.load.backlog).toBe(16);
  expect(rt.load.byName.get("short")?.backlog).toBe(6);
  const seen: number[] = [];
  for (const ms of [1, 5, 9, 15]) rt.alarm({ in: ms }, () => void seen.push(rt.load.backlog));
  host.run();
  expect(seen).toEqual([15, 11, 7, 1]);
  expect(rt.load.backlog).toBe(0);
});

test("a job that takes longer than expected is no negative backlog, and a cancelled one is none", () => {
  const { rt, host, work } = world(ideal);
  let ms = 1;
  const growing = function* () {
    yield* work(ms)();
  };
  void rt.load;
  rt.submit(growing);
  host.run();
  ms = 9;
  rt.submit(growing);
  const other = rt.submit(growing, { delay: 30 });
  other.catch(() => {});
  const seen: number[] = [];
  rt.alarm({ in: 5 }, () => {
    seen.push(rt.load.backlog);
    other.cancel();
    seen.push(rt.load.backlog);
  });
  host.run();
  expect(seen).toEqual([1, 0]);
});

test("oldest is since the release, laxity is the least time to spare", () => {
  const { rt, host, work } = world(ideal);
  void rt.load;
  rt.submit(work(4), { name: "A", deadline: 20, wcet: 4 });
  const b = rt.submit(work(2), { name: "B", deadline: 30, wcet: 2, delay: 1 });
  rt.submit(work(1), { name: "C", delay: 40, deadline: 1, wcet: 1 });
  const seen: unknown[] = [];
  const look = () => void seen.push([rt.load.oldest, rt.load.laxity]);
  for (const ms of [0, 2, 5]) rt.alarm({ in: ms }, look);
  rt.alarm({ in: 3 }, () => {
    b.setDeadline(7);
    look();
  });
  host.run(10);
  look();
  // A has run for 2 of its 4 at 2; B has until 8 from 3 on; it has run for 2 at 5, when A goes on.
  expect(seen).toEqual([
    [0, 16],
    [2, 16],
    [3, 3],
    [5, 14],
    [0, Number.POSITIVE_INFINITY],
  ]);
});

const plan = fc.record({
  ms: fc.integer({ min: 0, max: 6 }),
  delay: fc.integer({ min: 0, max: 10 }),
  deadline: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  wcet: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  cancelAt: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
  newDeadline: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  kind: fc.integer({ min: 0, max: 2 }),
});

test("whatever happens, the figures are those of a count from scratch", () => {
  fc.assert(
    fc.property(fc.array(plan, { minLength: 1, maxLength: 10 }), fc.integer({ min: 0, max: 8 }), (plans, from) => {
      const { rt, host, work } = world(ideal);
      const kinds = [0, 1, 2].map(() => {
        let ms = 0;
        return {
          set: (to: number) => {
            ms = to;
          },
          run: function* () {
            yield* work(ms)();
          },
        };
      });
      const jobs = plans.map(({ ms, delay, deadline, wcet, kind }, i) => {
        const { run, set } = kinds[kind] as (typeof kinds)[0];
        set(ms);
        const options = { delay, ...(deadline && { deadline }), ...(wcet && { wcet }), name: `${i % 3}` };
        const job: Job = rt.submit(run, options);
        job.catch(() => {});
        return job;
      });
      for (const [i, { cancelAt, newDeadline }] of plans.entries()) {
        if (cancelAt !== undefined) rt.alarm({ in: cancelAt }, () => jobs[i]?.cancel());
        if (newDeadline !== undefined) rt.alarm({ in: 4 }, () => jobs[i]?.setDeadline(newDeadline));
      }
      const check = () => {
        const now = rt.now();
        const living = jobs.filter(({ finish }) => finish === undefined);
        const released = living.filter(
          ({ release, start, state }) => release <= now && (state !== "released" || start),
        );
        expect(rt.load.ready + rt.load.running).toBe(released.length);
        expect(rt.load.delayed).toBe(living.length - released.length);
        expect(rt.load.oldest).toBe(Math.max(0, ...released.map(({ release }) => now - release)));
        const withWcet = released.filter(({ wcet }) => wcet > 0);
        const laxities = withWcet.map(
          ({ deadline, wcet, executionTime }) => deadline - now - Math.max(0, wcet - executionTime),
        );
        if (withWcet.length === released.length)
          expect(rt.load.laxity).toBe(Math.min(Number.POSITIVE_INFINITY, ...laxities));
        else expect(rt.load.laxity).toBeLessThanOrEqual(Math.min(Number.POSITIVE_INFINITY, ...laxities));
        for (const name of ["0", "1", "2"]) {
          const own = living.filter((job) => job.name === name);
          const figures = rt.load.byName.get(name);
          expect(figures === undefined ? 0 : figures.ready + figures.running + figures.delayed).toBe(own.length);
        }
        expect(rt.load.backlog).toBeGreaterThanOrEqual(0);
      };
      for (let at = from; at < 60; at++) rt.alarm(at, check);
      host.run();
      expect(rt.load.backlog).toBe(0);
      expect(rt.load.byName.size).toBe(0);
    }),
  );
});

test("execution times are learned from the first question on: count, mean, median, quantiles of the last 128", () => {
  const { rt, host, work } = world({ ...ideal, slice: 1000, round: 100_000 });
  let ms = 0;
  const job = function* () {
    yield* work(ms)();
  };
  rt.submit(job);
  host.run();
  expect(rt.expected(job)).toEqual({ count: 0, mean: undefined, median: undefined, p90: undefined, p99: undefined });
  for (ms = 1; ms <= 100; ms++) {
    rt.submit(job);
    host.run();
  }
  const { mean, ...rest } = rt.expected(job);
  expect(rest).toEqual({ count: 100, median: 50, p90: 90, p99: 99 });
  expect(mean).toBeGreaterThan(95);
  const failing = () => {
    host.advance(50);
    throw new Error("on purpose");
  };
  rt.submit(failing).catch(() => {});
  host.run();
  // One that fails, or is cancelled, says nothing of how long it takes.
  expect(rt.expected(failing).count).toBe(0);
});

test("old execution times are forgotten", () => {
  const times = new FunctionTimes();
  for (let i = 0; i < 1000; i++) times.learn(100);
  for (let i = 0; i < 128; i++) times.learn(i % 2 === 0 ? 1 : 3);
  expect(times.summary).toMatchObject({ count: 1128, median: 1, p90: 3, p99: 3 });
});

test("expectedFinish: what is as urgent comes first, equals take turns", async () => {
  const { rt, host, work } = world(ideal);
  const [two, four] = [work(2), work(4)];
  void rt.load;
  rt.submit(two);
  rt.submit(four);
  host.run();
  const start = host.now();
  const urgent = rt.submit(four, { deadline: 10 });
  const equals = [rt.submit(two), rt.submit(four)];
  const delayed = rt.submit(two, { deadline: 1, delay: 20 });
  const guesses = [urgent, ...equals, delayed].map((job) => (expectedFinish(job) as number) - start);
  expect(guesses).toEqual([4, 8, 10, 22]);
  host.run();
  const ends = [urgent, ...equals, delayed].map(({ finish }) => (finish as number) - start);
  // Of two equals the first takes its last turn before the other.
  expect(ends).toEqual([4, 7, 10, 22]);
  expect(expectedFinish(urgent)).toBe(urgent.finish);
  const blocked = rt.submit(() => new Promise(() => {}));
  await host.settle();
  expect(expectedFinish(blocked)).toBeUndefined();
});
