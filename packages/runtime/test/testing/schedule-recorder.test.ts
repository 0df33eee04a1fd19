import { Resource, Scheduler } from "@preempt/runtime";
import { attachAsync, wait } from "@preempt/runtime/abi";
import { consume, ScheduleRecorder, VirtualHost, virtualScheduler } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

/** 3 ms each 10 ms before a bulky job of 8 ms, by fixed priority under ideal preemption. */
function audioAndBulky() {
  const made = virtualScheduler({ policy: "fp", preemption: "ideal", slice: 100 });
  const task = made.rt.task(made.work(3), { period: 10, name: "audio", priority: 1 });
  made.rt.submit(made.work(8), { name: "bulky", deadline: 11, delay: 1 });
  made.host.run(25);
  task.stop();
  return { ...made, task };
}

test("a schedule reads as a line per segment", () => {
  expect(audioAndBulky().schedule.text).toMatchInlineSnapshot(`
    "0–3    T1J0 audio  done
    3–10   T0J0 bulky  …
    10–13  T1J1 audio  done
    13–14  T0J0 bulky  done, 2 late
    14–20  idle
    20–23  T1J2 audio  done"
  `);
});

test("queries answer for a job, a name, a task", () => {
  const { schedule, task } = audioAndBulky();
  expect(schedule.order()).toEqual(["audio", "bulky", "audio", "bulky", "audio"]);
  expect(schedule.segmentsOf("bulky").map(({ from, to, end }) => [from, to, end])).toEqual([
    [3, 10, "preempted"],
    [13, 14, "done"],
  ]);
  expect(schedule.segmentsOf("T1J1")).toMatchObject([{ from: 10, to: 13, end: "done" }]);
  expect(schedule.segmentsOf(task)).toEqual(schedule.segmentsOf("audio"));
  expect(schedule.segmentsOf(schedule.jobs[1] as never)).toEqual(schedule.segmentsOf("bulky"));
  expect(schedule.responseTimes(task)).toEqual([3, 3, 3]);
  expect(schedule.maxResponseTime("bulky")).toBe(13);
  expect([schedule.preemptions("bulky"), schedule.preemptions("audio")]).toEqual([1, 0]);
  expect([schedule.busyTime(), schedule.idleTime()]).toEqual([17, 8]);
  expect([schedule.busyTime(12, 21), schedule.idleTime(12, 21)]).toEqual([3, 6]);
  expect(schedule.misses.map(({ job, at }) => [job.id, at])).toEqual([["T0J0", 12]]);
  expect(schedule.unended).toEqual([]);
});

test("a name that nothing goes by is an error, and says what there is", () => {
  const { schedule } = audioAndBulky();
  expect(() => schedule.segmentsOf("adio")).toThrow(
    'job_unknown: no job "adio" was released until 25. Give the name or id of one that was: "audio", "bulky".',
  );
});

test("slices of one job are one segment until another job runs, or nobody", () => {
  const { rt, host, schedule, work } = virtualScheduler({ slice: 1, round: 2 });
  rt.submit(work(5), { name: "a", deadline: 20 });
  rt.submit(work(1), { name: "b", deadline: 5, delay: 3 });
  host.run();
  expect(schedule.text).toBe("0–3  T0J0 a  …\n3–4  T0J1 b  done\n4–6  T0J0 a  done");
  // 0-1, 1-2, 2-3, then b, then 4-5, 5-6
  expect(schedule.events.filter(({ what }) => what === "dispatched")).toHaveLength(6);
});

test("a job that takes no time is there, as an instant", () => {
  const { rt, host, schedule } = virtualScheduler();
  rt.submit(() => undefined, { delay: 2, name: "quick" });
  rt.submit(() => undefined, { delay: 2 });
  host.run();
  expect(schedule.text).toBe("0–2  idle\n2    T0J0 quick  done\n2    T0J1        done");
});

test("waiting for promises and resources, and who held them", async () => {
  const { rt, host, schedule, work } = virtualScheduler({ policy: "fp", preemption: "ideal", slice: 100, budget: 0 });
  const bus = new Resource(rt, { name: "bus" });
  const user = (before: number, inside: number) =>
    function* () {
      yield* consume(rt, before);
      const lock = yield* bus.acquire();
      yield* consume(rt, inside);
      lock.unlock();
      yield; // whoever waited for it takes over here
      yield* consume(rt, 1);
    };
  rt.submit(user(1, 4), { name: "low", priority: 1 });
  rt.submit(user(1, 2), { name: "high", priority: 3, delay: 2 });
  rt.submit(work(2), { name: "middle", priority: 2, delay: 3 });
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  rt.submit(
    attachAsync(async () => {}, function* () {
      yield wait(gate);
      host.advance(1);
    } as never),
    { name: "fetching", priority: 5 },
  );
  rt.alarm(20, open);
  await host.settle();
  expect(schedule.text).toMatchInlineSnapshot(`
    "0      T0J3 fetching  waits for a promise
    0–2    T0J0 low       …
    2–3    T0J1 high      waits for "bus"
    3–6    T0J0 low       …
    6–9    T0J1 high      done
    9–11   T0J2 middle    done
    11–12  T0J0 low       done
    12–20  idle
    20–21  T0J3 fetching  done"
  `);
  expect(schedule.locks.map(({ resource, job, from, to }) => [resource, job.name, from, to])).toEqual([
    ["bus", "low", 1, 6],
    ["bus", "high", 6, 8],
  ]);
  expect([schedule.blockedTime("high"), schedule.blockedTime("fetching"), schedule.blockedTime("middle")]).toEqual([
    3, 20, 0,
  ]);
});

test("a job that is cancelled while it waits does not wait while its finalizers run", async () => {
  const { rt, host, schedule, work } = virtualScheduler();
  const waits = rt.submit(
    function* () {
      try {
        yield wait(new Promise(() => {}));
      } finally {
        yield* work(5)();
      }
    },
    { name: "waits" },
  );
  await host.settle();
  host.advance(3);
  waits.cancel();
  await expect(waits).rejects.toThrow("cancelled");
  await host.settle();
  expect(host.now()).toBe(8);
  expect(schedule.blockedTime("waits")).toBe(3);
});

test("of two resources with one name each hold is that of its job", async () => {
  const { rt, host, schedule } = virtualScheduler({ slice: 1 });
  const use = (resource: Resource, ms: number) =>
    function* () {
      using _ = yield* resource.acquire();
      for (let done = 0; done < ms; done++) {
        host.advance(1);
        yield;
      }
    };
  const [one, other] = [1, 2].map(() => new Resource(rt, { name: "pool" })) as [Resource, Resource];
  rt.submit(use(one, 6), { name: "long" });
  rt.submit(use(other, 2), { name: "short" });
  host.run();
  const byJob = Object.fromEntries(schedule.locks.map(({ job, to }) => [job.name, to === job.finish]));
  expect(byJob).toEqual({ long: true, short: true });
});

test("a hundred thousand jobs and locks are answered for", () => {
  const recorder = new ScheduleRecorder();
  const jobs = Array.from({ length: 150_000 }, (_, i) => ({ id: `T1J${i}`, name: "one", responseTime: i }) as never);
  for (const job of jobs) {
    recorder.jobReleased(job, 0);
    recorder.resourceLocked({ name: "r" }, job, 0);
    recorder.resourceUnlocked({ name: "r" }, job, 1);
  }
  expect(recorder.maxResponseTime("one")).toBe(149_999);
  expect(recorder.locks.every(({ to }) => to === 1)).toBe(true);
});

test("a job that ends without the processor has a line of its own, and skipped releases are events", async () => {
  const { rt, host, schedule, work } = virtualScheduler();
  const cancelled = rt.submit(work(5), { name: "never mind", delay: 1, deadline: 90 });
  rt.submit(work(3), { name: "busy", deadline: 4 });
  rt.alarm(2, () => cancelled.cancel());
  const task = rt.task(work(12), { name: "slow", period: 5, backlog: 1, phase: 10 });
  cancelled.catch(() => {});
  await host.settle(16);
  task.stop();
  await host.settle();
  expect(schedule.text).toBe(
    [
      "0–3    T0J1 busy        done",
      "2      T0J0 never mind  cancelled",
      "3–10   idle",
      "10–22  T1J0 slow        done, 7 late",
    ].join("\n"),
  );
  expect(schedule.events.filter(({ what }) => what === "skipped")).toEqual([
    { at: 15, what: "skipped", job: undefined, of: "slow" },
  ]);
});

test("a job cancelled while it runs, or that fails, has the processor until then", async () => {
  const { rt, host, schedule, work } = virtualScheduler({ slice: 10 });
  const job = rt.submit(
    function* self() {
      yield* work(1)();
      job.cancel();
      yield;
    },
    { deadline: 1 },
  );
  job.catch(() => {});
  rt.submit(function* failing() {
    yield* work(2)();
    throw new Error("fails");
  }).catch(() => {});
  await host.settle();
  expect(schedule.segments.map(({ job: { name }, from, to, end }) => [name, from, to, end])).toEqual([
    ["self", 0, 1, "cancelled"],
    ["failing", 1, 3, "failed"],
  ]);
});

test("time in which the thread was elsewhere parts two segments, also of a cancelled job", async () => {
  const { rt, host, schedule, work } = virtualScheduler({ slice: 1, round: 1 });
  const job = rt.submit(function* self() {
    try {
      yield* work(1)();
      job.cancel();
      yield;
    } finally {
      yield* work(2)();
    }
  });
  job.catch(() => {});
  host.post(() => host.advance(3));
  await host.settle();
  rt.submit(work(3), { name: "long" });
  host.post(() => host.advance(4));
  await host.settle();
  expect(schedule.text).toBe(
    [
      "0–1    T0J0 self  …",
      "1–4    idle",
      "4–6    T0J0 self  cancelled",
      "6–7    T0J1 long  …",
      "7–11   idle",
      "11–13  T0J1 long  done",
    ].join("\n"),
  );
});

test("waiting parts two segments even if it takes no time", async () => {
  const { rt, host, schedule } = virtualScheduler();
  rt.submit(
    attachAsync(async () => {}, function* () {
      host.advance(1);
      yield wait(undefined);
      host.advance(1);
    } as never),
    { name: "quick" },
  );
  await host.settle();
  expect(schedule.text).toBe("0–1  T0J0 quick  waits for a promise\n1–2  T0J0 quick  done");
});

test("times print without the noise of fractions", () => {
  const { rt, host, schedule, work } = virtualScheduler({ slice: 1 });
  for (const ms of [0.1, 0.2, 0.3]) rt.submit(work(ms));
  host.run();
  expect(schedule.text).toBe("0–0.1    T0J0  done\n0.1–0.3  T0J1  done\n0.3–0.6  T0J2  done");
});

test("a recorder is an observer of any scheduler", () => {
  const host = new VirtualHost({ start: 50 });
  const schedule = new ScheduleRecorder();
  const rt = new Scheduler({ host, observer: schedule });
  rt.submit(() => host.advance(2), { name: "only" });
  host.run();
  expect(schedule.segmentsOf("only")).toMatchObject([{ from: 50, to: 52 }]);
  expect(schedule.now).toBe(52);
});

test("property: segments do not overlap, and add up to each job's execution time", () => {
  const jobs = fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 9 }),
      delay: fc.integer({ min: 0, max: 12 }),
      deadline: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(
      jobs,
      fc.constantFrom(1, 2.5, 100),
      fc.constantFrom("sliced" as const, "ideal" as const),
      (list, slice, preemption) => {
        const { rt, host, schedule, work } = virtualScheduler({ slice, preemption });
        const all = list.map(({ ms, ...options }) => rt.submit(work(ms), options));
        host.run();
        for (const [i, { from, to }] of schedule.segments.entries()) {
          expect(to).toBeGreaterThanOrEqual(from);
          expect(from).toBeGreaterThanOrEqual(schedule.segments[i - 1]?.to ?? 0);
        }
        for (const job of all) {
          const segments = schedule.segmentsOf(job);
          expect(segments.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(job.executionTime, 9);
          expect(segments.filter(({ end }) => end === "done")).toHaveLength(1);
        }
        expect(schedule.busyTime() + schedule.idleTime()).toBeCloseTo(host.now(), 9);
      },
    ),
  );
});
