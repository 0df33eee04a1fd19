/** A clock may start anywhere: at 0, at the time of day in milliseconds, before its epoch. What runs when is the same. */
import {
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  type Job,
  leastLaxity,
  PollingServer,
  Scheduler,
  type SchedulerOptions,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { consume, type VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MeteredHost } from "../model/metered-host.ts";

const starts = [1e8, 3e7 + 0.5, 1.8e12, -1e9, 2 ** 40];

interface Plan {
  readonly policy: keyof typeof policies;
  readonly preemption: "ideal" | "sliced";
  readonly slice: number;
  readonly round: number;
  readonly server: "none" | "constant" | "deferrable" | "polling" | "total";
  readonly budget: number;
  readonly more: number;
  readonly jobs: readonly { ms: number; delay: number; deadline: number; priority: number; inServer: boolean }[];
  readonly period: number;
  readonly every: number;
}

const policies = {
  edf: () => "edf",
  fp: () => "fp",
  fifo: () => "fifo",
  rr: () => "rr",
  llf: () => leastLaxity,
  aging: () => aging(edf, { patience: 2 }),
} as const;

/** All times are multiples of `unit`. */
const plan = (unit: number): fc.Arbitrary<Plan> => {
  const some = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * unit);
  return fc.record({
    policy: fc.constantFrom(...(Object.keys(policies) as (keyof typeof policies)[])),
    preemption: fc.constantFrom("ideal", "sliced"),
    slice: fc.oneof(some(1, 16), fc.constant(Number.POSITIVE_INFINITY)),
    round: fc.oneof(some(1, 40), fc.constant(Number.POSITIVE_INFINITY)),
    server: fc.constantFrom("none", "constant", "deferrable", "polling", "total"),
    budget: some(1, 16),
    more: some(0, 30),
    jobs: fc.array(
      fc.record({
        ms: some(1, 30),
        delay: some(0, 40),
        deadline: some(1, 100),
        priority: fc.integer({ min: 0, max: 5 }),
        inServer: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    period: some(4, 40),
    every: some(1, 40),
  });
};

/** What happens, with times since the start. */
function play(host: VirtualHost, plan: Plan, length = 64): string[] {
  const { policy, server, budget, more, jobs, period, every, ...options } = plan;
  const events: string[] = [];
  const start = host.now();
  const note = (what: string) => (job: Job, now: number) => void events.push(`${now - start} ${what} ${job.name}`);
  const rt = new Scheduler({
    ...options,
    host,
    policy: policies[policy]() as NonNullable<SchedulerOptions["policy"]>,
    budget: 0,
    observer: {
      jobDispatched: note("run"),
      jobPreempted: note("preempt"),
      jobFinished: note("end"),
      deadlineMissed: note("miss"),
    },
  });
  const size = { budget, period: budget + more, priority: 3 };
  const isEdf = policy === "edf" || policy === "aging";
  const kinds = {
    none: () => rt,
    constant: () => (isEdf ? new ConstantBandwidthServer(rt, size) : new DeferrableServer(rt, size)),
    deferrable: () => new DeferrableServer(rt, size),
    polling: () => new PollingServer(rt, size),
    total: () => (isEdf ? new TotalBandwidthServer(rt, { bandwidth: more > budget ? 1 / 4 : 1 / 2 }) : rt),
  };
  const serving = kinds[server]();
  for (const [i, { ms, delay, deadline, priority, inServer }] of jobs.entries()) {
    const body = function* () {
      yield* consume(rt, ms);
    };
    const common = { name: `job ${i}`, delay, priority };
    if (!inServer) rt.submit(body, { ...common, deadline });
    else if (serving instanceof TotalBandwidthServer) serving.submit(body, { ...common, wcet: ms });
    else serving.submit(body, { ...common, deadline });
  }
  const task = rt.task(
    function* () {
      yield* consume(rt, period / 4);
    },
    { period, name: "task", wcet: period / 4, onMiss: "drop" },
  );
  const sporadic = rt.task(() => {}, { interArrival: every * 2, name: "sporadic" });
  const alarm = rt.alarm({ every }, () => {
    events.push(`${host.now() - start} alarm`);
    sporadic.release();
  });
  host.run(start + length);
  task.stop();
  alarm.cancel();
  host.run(start + length * 64);
  events.push(`unfinished: ${task.unfinished.length + sporadic.unfinished.length}`);
  return events;
}

test("wherever time starts, the same happens at the same time since then", () => {
  fc.assert(
    fc.property(plan(1 / 8), fc.constantFrom(...starts), (p, start) => {
      expect(play(new MeteredHost({ start }), p)).toEqual(play(new MeteredHost(), p));
    }),
    { numRuns: 300 },
  );
});

test("where the clock's numbers do not show the times that were given, every run ends all the same", () => {
  fc.assert(
    fc.property(fc.constantFrom(0.1, 0.3, 0.001), fc.constantFrom(...starts), fc.gen(), (unit, start, gen) => {
      const host = new MeteredHost({ start });
      play(host, gen(plan, unit), unit * 400);
      expect(host.isExhausted).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test("lengths below the clock's step: slices, rounds, budgets, periods and work", () => {
  for (const tiny of [1e-4, 1e-6, 1e-9]) {
    for (const Kind of [ConstantBandwidthServer, DeferrableServer, PollingServer]) {
      const host = new MeteredHost({ start: 1.8e12 });
      const rt = new Scheduler({ host, slice: tiny, round: tiny });
      const server = new Kind(rt, { budget: tiny, period: tiny * 2 });
      const job = server.submit(function* () {
        yield* consume(rt, 0.01);
        yield* consume(rt, tiny);
      });
      host.run();
      expect([job.state, host.isExhausted]).toEqual(["done", false]);
    }
  }
});

test("a deferrable server with fractional budgets, from times at which they are rounded", () => {
  const ends = [0, 1e8, 1.8e12].map((start) => {
    const { rt, host, schedule } = virtualScheduler({ start });
    const server = new DeferrableServer(rt, { budget: 0.3, period: 1 });
    for (let i = 0; i < 30; i++) {
      server.submit(
        function* () {
          yield* consume(rt, 0.1);
        },
        { name: "q" },
      );
    }
    host.run(start + 20);
    return (schedule.segmentsOf("q").at(-1)?.to as number) - start;
  });
  for (const end of ends) expect(end).toBeCloseTo(9.3, 2);
});

test("jobs of a server whose release is far away", () => {
  const { rt, host } = virtualScheduler();
  const server = new DeferrableServer(rt, { budget: 0.3, period: 1 });
  const job = server.submit(
    function* () {
      yield* consume(rt, 1);
    },
    { delay: 1e8 },
  );
  host.run();
  expect(job.responseTime).toBeCloseTo(3.1, 3);
});

test("virtual time adds up what single steps do not show", () => {
  const host = new MeteredHost({ start: 1.8e12 });
  for (let i = 0; i < 10_000; i++) host.advance(1e-5);
  expect(host.now() - 1.8e12).toBeCloseTo(0.1, 2);
});

test("no period drifts", () => {
  for (const start of [0, 1e8, 1.8e12]) {
    const { rt, host } = virtualScheduler({ start, policy: "fp" });
    const server = new DeferrableServer(rt, { budget: 0.05, period: 0.1 });
    const job = server.submit(function* () {
      for (;;) yield* consume(rt, 1);
    });
    host.run(start + 1000);
    // 10,000 periods, to the step of the clock for each budget.
    expect(job.executionTime / 500, `from ${start}`).toBeGreaterThan(0.99);
    expect(job.executionTime / 500, `from ${start}`).toBeLessThan(1.01);
  }
});
