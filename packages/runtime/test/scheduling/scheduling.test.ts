import type { Job, Urgency } from "@preempt/runtime";
import { DeferrableServer, deadlineMonotonic, rateMonotonic, Scheduler, Task } from "@preempt/runtime";
import { wait } from "@preempt/runtime/abi";
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

test("EDF runs the earliest absolute deadline, and switches when an earlier one is released", () => {
  const { rt, host, trace, work } = world({ slice: 10, round: 100 });
  rt.submit(work(4), { name: "late", deadline: 20 });
  rt.submit(work(2), { name: "soon", deadline: 5, delay: 2 });
  host.run();
  expect(trace).toEqual([
    "0 run late", // the only one there
    "4 end late", // a release from outside waits for the end of the slice
    "4 run soon",
    "6 end soon",
  ]);
});

test("a release from outside takes over at the end of the slice", () => {
  const { rt, host, trace, work } = world({ slice: 1, round: 100 });
  rt.submit(work(4), { name: "late", deadline: 20 });
  rt.submit(work(2), { name: "soon", deadline: 5, delay: 1.5 });
  host.run();
  expect(trace).toEqual([
    "0 run late",
    "1 run late", // slice over, nobody else there
    "2 run soon", // released at 1.5, seen at the end of the slice
    "3 run soon",
    "4 end soon",
    "4 run late",
    "5 run late",
    "6 end late",
  ]);
});

test("a more urgent release by the running job takes over at its next preemption point", () => {
  const { rt, host, trace, work } = world({ slice: 100, round: 100 });
  rt.submit(
    function* parent() {
      host.advance(1);
      rt.submit(work(1), { name: "child", deadline: 3 });
      host.advance(1);
      yield; // the first point after the release
      host.advance(1);
    },
    { deadline: 50 },
  );
  host.run();
  expect(trace).toEqual(["0 run parent", "2 run child", "3 end child", "3 run parent", "4 end parent"]);
});

test("a less urgent release does not disturb the running job", () => {
  const { rt, host, trace, work } = world({ slice: 100, round: 100 });
  rt.submit(
    function* parent() {
      rt.submit(work(1), { name: "child", deadline: 90 });
      host.advance(1);
      yield;
      host.advance(1);
    },
    { deadline: 50 },
  );
  host.run();
  expect(trace).toEqual(["0 run parent", "2 end parent", "2 run child", "3 end child"]);
});

test("fixed priority runs the largest number first, negative and fractional ones in their order", () => {
  const { rt, host, trace, work } = world({ policy: "fp", slice: 10 });
  for (const priority of [-2.5, 3, 0.5, -1, 0]) rt.submit(work(1), { name: String(priority), priority });
  host.run();
  expect(trace.filter((t) => t.includes("run"))).toEqual(["0 run 3", "1 run 0.5", "2 run 0", "3 run -1", "4 run -2.5"]);
});

test("FIFO runs each job to its end, in order of release", () => {
  const { rt, host, trace, work } = world({ policy: "fifo", slice: 1 });
  for (const name of ["a", "b"]) rt.submit(work(2), { name, deadline: name === "b" ? 1 : 100 });
  host.run();
  expect(trace.filter((t) => t.includes("end"))).toEqual(["2 end a", "4 end b"]);
});

test("FIFO goes by release: a job that waited goes on before one released later, which runs", async () => {
  const { rt, host, trace, work } = world({ policy: "fifo", slice: 1, round: 2, budget: 0 });
  const opened = new Promise((resolve) => rt.alarm(2, () => resolve(undefined)));
  rt.submit(
    function* () {
      yield wait(opened);
      yield* work(2)();
    },
    { name: "first" },
  );
  rt.submit(work(8), { name: "second", delay: 0.5 });
  rt.submit(work(1), { name: "third", delay: 1 });
  await host.settle();
  // The promise is seen between the rounds, which begin at 0.5, 2.5 and 4.5.
  expect(trace.filter((t) => t.includes("first") || t.includes("end"))).toEqual([
    "0 run first",
    "4.5 run first",
    "5.5 run first",
    "6.5 end first",
    "10.5 end second",
    "11.5 end third",
  ]);
});

test("equals share the processor slice by slice", () => {
  const { rt, host, trace, work } = world({ slice: 1 });
  for (const name of ["a", "b", "c"]) rt.submit(work(2), { name, deadline: 10 });
  host.run();
  expect(trace.filter((t) => t.includes("run"))).toEqual([
    "0 run a",
    "1 run b",
    "2 run c",
    "3 run a", // everyone had one slice
    "4 run b",
    "5 run c",
  ]);
});

test("a policy of one's own decides", () => {
  const shortestJob = { name: "sjf", key: (job: Urgency) => job.wcet };
  const { rt, host, trace, work } = world({ policy: shortestJob, slice: 10 });
  for (const wcet of [3, 1, 2]) rt.submit(work(wcet), { name: `${wcet} ms`, wcet });
  host.run();
  expect(trace.filter((t) => t.includes("run"))).toEqual(["0 run 1 ms", "1 run 2 ms", "3 run 3 ms", "5 run 3 ms"]);
});

test("a round ends after its time, and the event loop gets the thread", () => {
  const { rt, host, note, trace, work } = world({ slice: 1, round: 3 });
  rt.submit(work(5), { name: "long" });
  host.post(() => note("event")); // an event that arrives while the first round is on its way
  host.run();
  expect(trace.filter((t) => !t.includes("end"))).toEqual([
    "0 run long",
    "1 run long",
    "2 run long", // the round is over at 3
    "3 event",
    "3 run long",
    "4 run long",
  ]);
});

test("periodic jobs are released at phase + k · period without drift, whatever they cost", () => {
  const { rt, host } = world();
  const releases: number[] = [];
  const task = rt.task(
    () => {
      releases.push(rt.currentJob?.release ?? Number.NaN);
      host.advance(0.3);
    },
    { period: 10, phase: 5 },
  );
  host.run(46);
  task.stop();
  host.run(200);
  expect(releases).toEqual([5, 15, 25, 35, 45]);
});

test("jobs of an overrunning task queue up in order of release; beyond the backlog they are skipped and counted", () => {
  const { rt, host, work } = world();
  const ended: string[] = [];
  const task = rt.task(work(25), { period: 10, backlog: 2, deadline: 10, onMiss: (job) => ended.push(job.id) });
  host.run(60);
  task.stop();
  host.run();
  expect({ ended, released: task.released, skipped: task.skipped, misses: task.misses }).toEqual({
    ended: ["T1J0", "T1J1", "T1J2", "T1J3"],
    released: 4, // at 0, 10, 30, 50
    skipped: 3, // at 20, 40, 60
    misses: 4,
  });
});

test("a job tells its times, and a miss is an event", async () => {
  const misses: string[] = [];
  const { rt, host, work } = world({
    observer: { deadlineMissed: (job, now) => misses.push(`${job.id} at ${now}`) },
  });
  const job = rt.submit(work(4), { name: "tight", deadline: 3, delay: 2 });
  host.run();
  expect(await job).toBe(4);
  const { release, start, finish, deadline, responseTime, lateness, executionTime, state } = job;
  expect({ release, start, finish, deadline, responseTime, lateness, executionTime, state }).toEqual({
    release: 2,
    start: 2,
    finish: 6,
    deadline: 5,
    responseTime: 4,
    lateness: 1,
    executionTime: 4,
    state: "done",
  });
  expect(misses).toEqual(["T0J0 at 5"]);
});

test("rate- and deadline-monotonic priorities: shorter is larger, equal stays equal", () => {
  expect(rateMonotonic([{ period: 50 }, { period: 10 }, { period: 50 }, { period: 20 }])).toEqual([1, 3, 1, 2]);
  expect(deadlineMonotonic([{ period: 50, deadline: 5 }, { period: 10 }])).toEqual([2, 1]);
});

test("idle() resolves when the last job has ended, and nothing is posted after", async () => {
  const { rt, host, work, trace } = world();
  rt.submit(work(2), { name: "only", delay: 3 });
  let idle = false;
  void rt.idle().then(() => {
    idle = true;
  });
  await host.settle();
  expect(idle).toBe(true);
  expect(trace.at(-1)).toBe("5 end only");
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("a periodic alarm leaves out the periods in which the thread was away", () => {
  const { rt, host, note, trace } = world();
  const alarm = rt.alarm({ every: 10 }, () => note("tick"));
  host.run(15);
  host.advance(100); // asleep until 115
  host.run(135);
  alarm.cancel();
  expect(trace).toEqual(["10 tick", "115 tick", "120 tick", "130 tick"]);
});

test("bad options are refused with what was given and what is expected", () => {
  const { rt, work } = world();
  expect(() => new Scheduler({ slice: 0 })).toThrow(
    "slice_not_positive: the slice is 0. Give a number of milliseconds above 0.",
  );
  expect(() => new Scheduler({ policy: "lifo" as never })).toThrow('policy_unknown: the policy is "lifo". Give "edf"');
  expect(() => new Scheduler({ budget: -1 })).toThrow("budget_not_a_count: the budget is -1.");
  expect(() => rt.submit(5 as never)).toThrow("job_not_a_function: what was submitted is 5. Give a function.");
  expect(() => rt.submit(work(1), { name: "audio", deadline: -2 })).toThrow(
    'deadline_not_positive: the deadline of "audio" is -2. Give milliseconds after the release, above 0; for a single job also { at: an instant }.',
  );
  expect(() => rt.submit(work(1), { priority: Number.NaN })).toThrow("priority_not_finite");
  expect(() => rt.task(work(1), { period: 0 })).toThrow("period_not_positive");
  expect(() => rt.alarm({ in: -1 }, () => {})).toThrow("alarm_negative");
});

test("an async generator function is refused at the door: nobody would run its body", async () => {
  const { rt, host } = world();
  let ran = 0;
  async function* feed() {
    ran++;
    yield 1;
  }
  class Feed extends Task {
    override run = feed;
  }
  const refusal = (what: string, kind: string) =>
    `${kind}_async_generator: ${what} is an async generator. ` +
    "Give an async function that walks over it with for await, or a generator function.";
  expect(() => rt.submit(feed)).toThrow(refusal('what was submitted as "feed"', "job"));
  expect(() => new DeferrableServer(rt, { budget: 1, period: 2 }).submit(feed, { name: "served" })).toThrow(
    refusal('what was submitted as "served"', "job"),
  );
  expect(() => rt.task(feed, { period: 1 })).toThrow(refusal('what task "feed" runs', "task"));
  expect(() => rt.task(new Feed({ name: "own" }))).toThrow(refusal('what task "own" runs', "task"));
  await rt.idle();
  const walk = rt.submit(async () => {
    for await (const _ of feed());
  });
  await host.settle();
  expect([ran, walk.state, rt.tasks.length]).toEqual([1, "done", 0]);
});

test("property: no job is lost, and the processor is never idle while a job is ready", () => {
  const jobs = fc.array(
    fc.record({
      ms: fc.integer({ min: 0, max: 6 }),
      delay: fc.integer({ min: 0, max: 20 }),
      deadline: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
      priority: fc.integer({ min: -3, max: 3 }),
    }),
    { maxLength: 12 },
  );
  const policy = fc.constantFrom("edf" as const, "fp" as const, "fifo" as const);
  fc.assert(
    fc.property(jobs, policy, fc.constantFrom(1, 2, 100), (list, name, slice) => {
      const { rt, host, work } = world({ policy: name, slice });
      const all = list.map(({ deadline, ms, ...o }) =>
        rt.submit(work(ms), deadline === undefined ? o : { ...o, deadline }),
      );
      host.run();
      expect(all.every((j) => j.state === "done")).toBe(true);
      // Work conservation: the last finish is that of any busy schedule of the same jobs.
      let busy = 0;
      for (const { delay, ms } of [...list].sort((a, b) => a.delay - b.delay)) busy = Math.max(busy, delay) + ms;
      if (list.length > 0) expect(Math.max(...all.map((j) => j.finish as number))).toBe(busy);
    }),
  );
});

test("property: under EDF with slices no longer than a step, no job runs while a ready one has an earlier deadline", () => {
  const jobs = fc.array(
    fc.record({
      ms: fc.integer({ min: 1, max: 5 }),
      delay: fc.integer({ min: 0, max: 12 }),
      deadline: fc.integer({ min: 1, max: 30 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(jobs, (list) => {
      const ready = new Set<Job>();
      const { rt, host, work } = world({
        slice: 1,
        observer: {
          jobReleased: (job) => void ready.add(job),
          jobDispatched: (job) => {
            for (const other of ready) expect(other.deadline).toBeGreaterThanOrEqual(job.deadline);
          },
          jobFinished: (job) => void ready.delete(job),
        },
      });
      for (const { ms, ...options } of list) rt.submit(work(ms), options);
      host.run();
      expect(host.reported).toEqual([]);
    }),
  );
});
