import {
  ConstantBandwidthServer,
  DeferrableServer,
  PollingServer,
  Resource,
  Scheduler,
  type SchedulerOptions,
  Task,
  type TaskOptions,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { type AdmissionAnswer, admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const admission = admitBy(exactAdmission);

function scheduler(options: SchedulerOptions = {}) {
  return new Scheduler({ host: new VirtualHost(), slice: 0.5, admission, ...options });
}

function task(name: string, options: TaskOptions): Task {
  const made = new Task({ name, ...options });
  made.run = () => {};
  return made;
}

/** Computes for `total` ms with a preemption point after each half of one. */
function computing(host: VirtualHost, total: number) {
  return function* () {
    for (let done = 0; done < total; done += 0.5) {
      host.advance(0.5);
      yield;
    }
  };
}

test("a task is admitted and started while every deadline can be kept, and refused with the reason then", () => {
  const rt = scheduler();
  expect(rt.admit(task("video", { period: 20, wcet: 9 }))).toMatchObject({ admitted: true });
  expect(rt.admit(task("audio", { period: 5, wcet: 2 }))).toMatchObject({ admitted: true });
  const answer = rt.admit(task("more", { period: 10, wcet: 3 }));
  expect(answer).toMatchObject({ admitted: false });
  expect(!answer.admitted && answer.reason).toMatch(/115 %|1\.15/);
  expect(rt.tasks.map(({ name }) => name)).toEqual(["video", "audio"]);
});

test("fixed priorities: the answer has the worst-case response times", () => {
  const rt = scheduler({ policy: "fp" });
  rt.admit(task("a", { period: 4, wcet: 1, priority: 3 }));
  rt.admit(task("b", { period: 6, wcet: 2, priority: 2 }));
  const answer = rt.admit(task("c", { period: 20, wcet: 3, priority: 1 }));
  // Candidate first, then those that run; a slice of 0.5 of less urgent work, other jobs' if there is no task, blocks each.
  expect(answer).toEqual({ admitted: true, responseTimes: [10.5, 1.5, 3.5] });
});

test("the overheads of the host or of the options count", () => {
  const tight = { period: 5, deadline: 2.6, wcet: 2 };
  expect(scheduler().admit(task("t", tight)).admitted).toBe(true);
  const answer = scheduler({ overheads: { releaseLatency: 1 } }).admit(task("t", tight));
  expect(answer).toMatchObject({ admitted: false, task: "t" });
});

test("what exclusive units keep a job waiting counts, like a section that less urgent work has", () => {
  const answers = (unit: number) => {
    const rt = scheduler({ policy: "fp", overheads: { unit } });
    const first = rt.admit(task("a", { period: 8, wcet: 1, priority: 3 }));
    rt.admit(task("b", { period: 12, wcet: 2, priority: 2 }));
    return [first, rt.admit(task("c", { period: 20, wcet: 3, priority: 1 }))];
  };
  // The event loop and dispatches cost nothing under virtual time. Slices of 0.5 are counted, as before.
  expect(answers(0)[1]).toEqual({ admitted: true, responseTimes: [6.5, 1.5, 3.5] });
  expect(answers(1)[1]).toEqual({ admitted: true, responseTimes: [7.5, 2.5, 4.5] });
  expect(answers(8)[0]).toMatchObject({ admitted: false, task: "a" });
});

test("the bandwidth of servers is theirs", () => {
  const rt = scheduler();
  new ConstantBandwidthServer(rt, { budget: 6, period: 10, name: "scripts" });
  expect(rt.admit(task("t", { period: 10, wcet: 3 })).admitted).toBe(true);
  expect(rt.admit(task("u", { period: 10, wcet: 3 })).admitted).toBe(false);
});

describe("a server takes what its kind may, and admitted tasks are on time", () => {
  function world(options: SchedulerOptions = {}) {
    const host = new VirtualHost();
    return { host, rt: scheduler({ host, overheads: { overrun: 0.5 }, ...options }) };
  }

  test("deferrable: two budgets back to back", () => {
    const { host, rt } = world({ policy: "fp" });
    const server = new DeferrableServer(rt, { budget: 3, period: 10, priority: 9 });
    const low = { period: 20, wcet: 4, priority: 1, phase: 6.5 };
    expect(rt.admit(computing(host, 4), { ...low, deadline: 9 }).admitted).toBe(false);
    const late = rt.task(computing(host, 4), { ...low, deadline: 9 });
    rt.alarm(6.5, () => server.submit(computing(host, 100)));
    host.run(20);
    expect(late.misses).toBe(1);
    late.stop();
    host.run(200);
    expect(rt.admit(computing(host, 4), { ...low, deadline: 13 }).admitted).toBe(true);
  });

  test("constant bandwidth: the share of a window that is no multiple of its period", () => {
    const { host, rt } = world();
    const server = new ConstantBandwidthServer(rt, { budget: 3, period: 10 });
    const tight = { period: 100, deadline: 15.5, wcet: 11.5, phase: 4.5 };
    expect(rt.admit(computing(host, 11.5), tight).admitted).toBe(false);
    const late = rt.task(computing(host, 11.5), tight);
    server.submit(computing(host, 1.5));
    // What is left of the budget keeps the deadline 10; then comes another one, with the deadline 20.
    rt.alarm(4.5, () => server.submit(computing(host, 50)));
    host.run(40);
    expect(late.misses).toBe(1);
    // 0.3 of 15.5 are 4.65; 1 is a slice of other work with its overrun, and 0.5 that of a budget.
    const isAdmitted = (wcet: number) => {
      const { rt } = world();
      new ConstantBandwidthServer(rt, { budget: 3, period: 10 });
      return rt.admit(task("t", { ...tight, wcet })).admitted;
    };
    expect([9.3, 9.4].map(isAdmitted)).toEqual([true, false]);
  });

  test("total bandwidth: a slice of a job whose deadline is far off", () => {
    const tight = { period: 20, deadline: 10, wcet: 5 };
    for (const [slice, admitted] of [
      [5, false],
      [3, true],
    ] as const) {
      const { rt } = world({ slice });
      new TotalBandwidthServer(rt, { bandwidth: 0.1 });
      expect(rt.admit(task("t", tight)).admitted).toBe(admitted);
    }
  });

  test("a late look at releases is no reason to refuse a server of total bandwidth", () => {
    const { rt } = world({ overheads: { releaseLatency: 2 } });
    new TotalBandwidthServer(rt, { bandwidth: 0.1 });
    expect(rt.admit(task("t", { period: 20, wcet: 5 })).admitted).toBe(true);
  });

  const kinds = ["constant bandwidth", "total bandwidth", "deferrable", "polling"] as const;
  const anyJob = fc.record({ at: fc.integer({ min: 0, max: 160 }), ms: fc.integer({ min: 1, max: 30 }) });
  const anyTask = fc.record({
    period: fc.integer({ min: 8, max: 60 }),
    share: fc.integer({ min: 2, max: 10 }),
    weight: fc.integer({ min: 1, max: 4 }),
    phase: fc.integer({ min: 0, max: 40 }),
    priority: fc.integer({ min: 0, max: 3 }),
  });
  const anyServer = fc.record({
    budget: fc.integer({ min: 1, max: 6 }),
    pause: fc.integer({ min: 2, max: 20 }),
    priority: fc.integer({ min: 0, max: 3 }),
    jobs: fc.array(anyJob, { minLength: 1, maxLength: 6 }),
  });

  function serverOf(rt: Scheduler, kind: (typeof kinds)[number], budget: number, period: number, priority: number) {
    const options = { budget, period, priority };
    if (kind === "constant bandwidth") return new ConstantBandwidthServer(rt, options);
    if (kind === "deferrable") return new DeferrableServer(rt, options);
    if (kind === "polling") return new PollingServer(rt, options);
    return new TotalBandwidthServer(rt, { bandwidth: budget / period });
  }

  type DrawnTask = typeof anyTask extends fc.Arbitrary<infer T> ? T : never;
  type DrawnServer = typeof anyServer extends fc.Arbitrary<infer S> ? S : never;

  /** What a drawn task asks for. */
  function asked({ period, share, weight, phase, priority }: DrawnTask, scale: number) {
    const wcet = (weight * scale) / 2;
    return { wcet, options: { period, deadline: Math.ceil((period * share) / 10), wcet, phase, priority } };
  }

  /**
   * Runs the heaviest version that is admitted, where a mistake would show: no task is late. Whether there was one.
   *
   * @param prepare What a world needs. Returns whether the tasks are admitted to it at a scale
   */
  function runHeaviest(
    drawn: { kind: (typeof kinds)[number]; policy: string; servers: readonly DrawnServer[]; slice: number },
    prepare: (made: ReturnType<typeof world>) => (scale: number) => boolean,
  ): boolean {
    const { kind, policy, servers, slice } = drawn;
    for (let scale = 30; scale >= 1; scale--) {
      const made = world({ policy: policy as "edf", slice });
      const { host, rt } = made;
      const isAdmitted = prepare(made);
      const all = servers.map(({ budget, pause, priority }) => serverOf(rt, kind, budget, budget + pause, priority));
      if (!isAdmitted(scale)) continue;
      servers.forEach(({ jobs }, i) => {
        for (const { at, ms } of jobs) rt.alarm(at, () => all[i]?.submit(computing(host, ms), { wcet: ms }));
      });
      host.run(200);
      for (const task of rt.tasks) expect(task.misses).toBe(0);
      return true;
    }
    return false;
  }

  test.for(
    kinds.flatMap((kind) =>
      (kind.endsWith("bandwidth") ? ["edf"] : ["edf", "fp", "fifo"]).map((policy) => [kind, policy] as const),
    ),
  )("%s, under %s, whatever its jobs do and whenever they come", ([kind, policy]) => {
    let tried = 0;
    const anyCase = fc.record({
      tasks: fc.array(anyTask, { minLength: 1, maxLength: 2 }),
      servers: fc.array(anyServer, { minLength: 1, maxLength: 2 }),
      slice: fc.constantFrom(0.5, 1, 4),
    });
    fc.assert(
      fc.property(anyCase, ({ tasks, servers, slice }) => {
        const isTried = runHeaviest(
          { kind, policy, servers, slice },
          ({ rt, host }) =>
            (scale) =>
              tasks.every((drawn) => {
                const { wcet, options } = asked(drawn, scale);
                return rt.admit(computing(host, wcet), options).admitted;
              }),
        );
        if (isTried) tried++;
      }),
      { numRuns: 100 },
    );
    expect(tried).toBeGreaterThan(20);
  });

  /** Computes with a section that begins at `from` and lasts for `inside`, between which jobs may be preempted. */
  function locking(host: VirtualHost, resource: Resource, total: number, from: number, inside: number) {
    return function* () {
      yield* computing(host, from)();
      const lock = yield* resource.acquire();
      yield* computing(host, inside)();
      lock.unlock();
      yield* computing(host, total - from - inside)();
    };
  }

  const anySection = fc.record({
    share: fc.integer({ min: 0, max: 10 }),
    from: fc.integer({ min: 0, max: 10 }),
    uses: fc.integer({ min: 0, max: 2 }),
  });

  test.for(
    kinds.flatMap((kind) =>
      (kind.endsWith("bandwidth") ? ["edf"] : ["edf", "fp"]).flatMap((policy) =>
        (["srp", "npcs", "pip"] as const).map((protocol) => [kind, policy, protocol] as const),
      ),
    ),
  )("%s, under %s, beside sections under %s", ([kind, policy, protocol]) => {
    let tried = 0;
    const anyCase = fc.record({
      tasks: fc.array(fc.tuple(anyTask, anySection), { minLength: 1, maxLength: 3 }),
      servers: fc.array(anyServer, { minLength: 1, maxLength: 2 }),
      slice: fc.constantFrom(0.5, 1, 4),
    });
    fc.assert(
      fc.property(anyCase, ({ tasks, servers, slice }) => {
        const isTried = runHeaviest({ kind, policy, servers, slice }, ({ rt, host }) => {
          const resources = ["a", "b"].map((name) => new Resource(rt, { name, protocol }));
          return (scale) =>
            tasks.every(([drawn, section]) => {
              const { wcet, options } = asked(drawn, scale);
              const resource = resources[section.uses];
              const inside = Math.floor((wcet * section.share) / 5) / 2;
              if (resource === undefined || inside === 0) return rt.admit(computing(host, wcet), options).admitted;
              const from = Math.floor(((wcet - inside) * section.from) / 5) / 2;
              const body = locking(host, resource, wcet, from, inside);
              return rt.admit(body, { ...options, uses: [{ resource, section: inside }] }).admitted;
            });
        });
        if (isTried) tried++;
      }),
      { numRuns: 30 },
    );
    // A third of those that are drawn, more or less.
    expect(tried).toBeGreaterThan(2);
  });
});

test.for(["fp", "edf"] as const)("who was stopped counts until nobody waits any more, under %s", (policy) => {
  const host = new VirtualHost();
  const rt = scheduler({ host, policy, overheads: { overrun: 0.5 } });
  rt.admit(computing(host, 4), { name: "first", period: 9, wcet: 4, priority: 9 });
  const victim = { name: "victim", period: 10, wcet: 4, priority: 1 };
  expect(rt.admit(computing(host, 4), victim).admitted).toBe(true);
  const next = { name: "next", period: 5, wcet: 2, priority: 9 };
  const answers: AdmissionAnswer[] = [];
  const exchange = () => {
    const [first] = rt.tasks;
    if (first?.name === "first") first.stop();
    answers.push(rt.admit(computing(host, 2), next));
  };
  // "first" has run from 0 to 4; "victim" runs to 8, and would be late with "next" before it, twice.
  rt.alarm(4.5, exchange);
  rt.alarm(8.5, exchange);
  host.run(100);
  expect(answers.map(({ admitted }) => admitted)).toEqual([false, true]);
  expect(answers[0]).toMatchObject({
    reason: expect.stringContaining(
      ' Counted in until no job of a task is unfinished and no server behind, though stopped: "first".',
    ),
  });
  expect(answers[1]).toMatchObject({ responseTimes: { length: 2 } });
  expect(rt.tasks.map(({ name, misses }) => [name, misses])).toEqual([
    ["victim", 0],
    ["next", 0],
  ]);
});

test("who was stopped counts until servers that waited for it have caught up", () => {
  const host = new VirtualHost();
  const rt = scheduler({ host, preemption: "ideal" });
  const server = new ConstantBandwidthServer(rt, { budget: 3, period: 10 });
  expect(rt.admit(computing(host, 6), { name: "first", period: 10, deadline: 9, wcet: 6 }).admitted).toBe(true);
  server.submit(computing(host, 100));
  const next = { name: "next", period: 100, deadline: 4.5, wcet: 2.5 };
  const answers: AdmissionAnswer[] = [];
  const exchange = () => {
    rt.tasks.find(({ name }) => name === "first")?.stop();
    answers.push(rt.admit(computing(host, 2.5), next));
  };
  // "first" has run from 0 to 6. Then the server has 2.5 left, due at 10: "next" would be late, at 11.5.
  rt.alarm(6.5, exchange);
  // That was used up at 9; what comes now is due at 20.
  rt.alarm(9.5, exchange);
  host.run(50);
  expect(answers.map(({ admitted }) => admitted)).toEqual([false, true]);
  expect(rt.tasks.map(({ name, misses }) => [name, misses])).toEqual([["next", 0]]);
});

describe("a task that takes a stopped one's place is on time beside a server that has always work", () => {
  const anyTask = fc.record({
    period: fc.integer({ min: 6, max: 40 }),
    share: fc.integer({ min: 3, max: 10 }),
    priority: fc.integer({ min: 0, max: 3 }),
  });
  const anyCase = fc.record({
    first: anyTask,
    next: anyTask,
    budget: fc.integer({ min: 1, max: 6 }),
    pause: fc.integer({ min: 2, max: 20 }),
    priority: fc.integer({ min: 0, max: 3 }),
    jobsAt: fc.integer({ min: 0, max: 20 }),
    stopAt: fc.integer({ min: 1, max: 50 }),
  });
  type Options = { budget: number; period: number; priority: number };
  const kinds = {
    "constant bandwidth": (rt: Scheduler, options: Options) => new ConstantBandwidthServer(rt, options),
    "total bandwidth": (rt: Scheduler, options: Options) =>
      new TotalBandwidthServer(rt, { bandwidth: options.budget / options.period }),
    deferrable: (rt: Scheduler, options: Options) => new DeferrableServer(rt, options),
    polling: (rt: Scheduler, options: Options) => new PollingServer(rt, options),
  };

  test.for([
    ["constant bandwidth", "edf"],
    ["total bandwidth", "edf"],
    ["deferrable", "edf"],
    ["deferrable", "fp"],
    ["deferrable", "fifo"],
    ["polling", "edf"],
    ["polling", "fp"],
    ["polling", "fifo"],
  ] as const)("%s, under %s", ([kind, policy]) => {
    const world = (options: Options) => {
      const host = new VirtualHost();
      const rt = scheduler({ host, policy, overheads: { overrun: 0.5 } });
      return { host, rt, server: kinds[kind](rt, options) };
    };
    /** As much as is admitted beside the server alone. */
    const heaviest = ({ period, share, priority }: Options & { share: number }, server: Options) => {
      const deadline = Math.ceil((period * share) / 10);
      for (let wcet = deadline; wcet > 0; wcet -= 0.5) {
        const options = { period, deadline, priority, wcet };
        if (world(server).rt.admit(task("t", options)).admitted) return options;
      }
      return undefined;
    };
    let tried = 0;
    fc.assert(
      fc.property(anyCase, ({ first, next, budget, pause, priority, jobsAt, stopAt }) => {
        const options = { budget, period: budget + pause, priority };
        const [before, after] = [first, next].map((one) => heaviest({ ...one, budget }, options));
        if (before === undefined || after === undefined) return;
        const { host, rt, server } = world(options);
        rt.admit(computing(host, before.wcet), before);
        rt.alarm(jobsAt / 2, () => {
          for (let i = 0; i < 100; i++) server.submit(computing(host, 2), { wcet: 2 });
        });
        let misses = 0;
        rt.observe({ deadlineMissed: ({ task }) => void (task !== undefined && misses++) });
        rt.alarm(stopAt / 2, () => {
          for (const running of rt.tasks) running.stop();
          // As soon as it is admitted.
          const alarm = rt.alarm({ every: 0.5 }, () => {
            if (rt.admit(computing(host, after.wcet), after).admitted) alarm.cancel();
          });
        });
        host.run(200);
        expect(misses).toBe(0);
        if (rt.tasks.length > 0) tried++;
      }),
      { numRuns: 150 },
    );
    expect(tried).toBeGreaterThan(20);
  });
});

test("a task that runs already is not asked about, and not counted twice", () => {
  const rt = scheduler();
  const half = task("half", { period: 10, wcet: 6 });
  expect(rt.admit(half).admitted).toBe(true);
  expect(() => rt.admit(half)).toThrow('task_started: task "half" runs already.');
  half.stop();
  expect(rt.admit(half).admitted).toBe(true);
});

test("critical sections count with their resource's protocol", () => {
  const rt = scheduler({ policy: "fp" });
  const disk = new Resource(rt, { name: "disk", protocol: "pip" });
  rt.admit(task("low", { period: 100, wcet: 10, priority: 1, uses: [{ resource: disk, section: 6 }] }));
  const high = { period: 10, deadline: 5, wcet: 2, priority: 9 };
  expect(rt.admit(task("deaf", high)).admitted).toBe(true);
  const answer = rt.admit(task("user", { ...high, priority: 10, uses: [{ resource: disk, section: 1 }] }));
  expect(answer).toMatchObject({ admitted: false });
  expect(!answer.admitted && answer.reason).toContain("blocking");
});

test("of several sections on a resource the longest counts, and resources of one name are different ones", () => {
  const high = { period: 10, deadline: 5, wcet: 2, priority: 10 };
  const bulky = { period: 100, wcet: 10, priority: 1 };
  const twice = scheduler({ policy: "fp" });
  const disk = new Resource(twice, { name: "disk" });
  const sections = [6, 1].map((section) => ({ resource: disk, section }));
  expect(twice.admit(task("low", { ...bulky, uses: sections })).admitted).toBe(true);
  const refusal = { admitted: false, task: "high" };
  expect(twice.admit(task("high", { ...high, uses: [{ resource: disk, section: 1 }] }))).toMatchObject(refusal);

  const two = scheduler({ policy: "fp" });
  const [one, other] = [new Resource(two, { name: "disk" }), new Resource(two, { name: "disk", protocol: "npcs" })];
  const both = [
    { resource: one, section: 6 },
    { resource: other, section: 1 },
  ];
  expect(two.admit(task("low", { ...bulky, uses: both })).admitted).toBe(true);
  const user = task("high", { ...high, uses: [{ resource: one, section: 1 }] });
  expect(two.admit(user)).toMatchObject(refusal);
  const deaf = two.admit(task("deaf", high));
  // A slice of 0.5 and the section of 1 that nobody may preempt.
  expect(deaf.admitted && deaf.responseTimes[0]).toBe(3.5);
});

test("nothing is promised beside a task of which nobody knows how long it runs, unless it comes after", () => {
  const rt = scheduler({ policy: "fp" });
  const unknown = rt.task(() => {}, { period: 10, priority: 5, name: "unknown" });
  expect(rt.admit(task("below", { period: 10, wcet: 1, priority: 4 }))).toMatchObject({
    admitted: false,
    reason:
      'task "unknown" has no wcet, so nothing can be promised beside it. Give it one, or run its jobs in a server.',
  });
  expect(rt.admit(task("above", { period: 10, wcet: 1, priority: 6 })).admitted).toBe(true);
  unknown.stop();
  expect(rt.admit(task("below", { period: 10, wcet: 1, priority: 4 })).admitted).toBe(true);
});

test.for(["edf", "fp"] as const)("other jobs cost an admitted task a slice, which is counted, under %s", (policy) => {
  const host = new VirtualHost();
  const rt = scheduler({ host, policy, slice: 5 });
  const tight = { period: 20, wcet: 1, phase: 3, priority: 1 };
  expect(rt.admit(computing(host, 1), { ...tight, deadline: 5.5 }).admitted).toBe(false);
  expect(rt.admit(computing(host, 1), { ...tight, deadline: 6 }).admitted).toBe(true);
  let longest = 0;
  rt.observe({
    jobFinished: (job, now) => {
      if (job.task !== undefined) longest = Math.max(longest, now - job.release);
    },
  });
  rt.submit(computing(host, 500));
  host.run(400);
  expect(rt.tasks[0]).toMatchObject({ released: 20, misses: 0 });
  expect(longest).toBeGreaterThan(2); // released within a slice that began at a multiple of 5
});

test("a task of unknown length that comes after blocks by a slice, and by its sections", () => {
  const rt = scheduler({ policy: "fp" });
  const disk = new Resource(rt, { name: "disk" });
  rt.task(() => {}, { period: 10, name: "unknown", uses: [{ resource: disk, section: 6 }] });
  const high = { period: 20, wcet: 2, priority: 9 };
  const deaf = rt.admit(task("deaf", high));
  expect(deaf.admitted && deaf.responseTimes).toEqual([2.5]);
  const user = rt.admit(task("user", { ...high, priority: 8, uses: [{ resource: disk, section: 1 }] }));
  // A slice, the section, 2 of its own and 2 of "deaf", which inherits nothing but is more urgent.
  expect(user.admitted && user.responseTimes[0]).toBe(10.5);
});

test("nothing comes after first come, first served, nor between a candidate and those it would harm", () => {
  const fifo = scheduler({ policy: "fifo" });
  fifo.task(() => {}, { period: 10, deadline: Number.POSITIVE_INFINITY, name: "unknown" });
  expect(fifo.admit(task("t", { period: 10, wcet: 1 })).admitted).toBe(false);

  const fp = scheduler({ policy: "fp" });
  expect(fp.admit(task("low", { period: 10, wcet: 1, priority: 1 })).admitted).toBe(true);
  fp.task(() => {}, { period: 10, priority: 5, name: "unknown" });
  // The promise to "low" holds no more.
  expect(fp.admit(task("high", { period: 10, wcet: 1, priority: 6 })).admitted).toBe(false);
});

test("beside what runs to its end nothing of unknown length may be", () => {
  const rt = scheduler({ slice: Number.POSITIVE_INFINITY });
  expect(rt.admit(task("t", { period: 10, wcet: 1 })).admitted).toBe(true);
  rt.task(() => {}, { period: 10, deadline: Number.POSITIVE_INFINITY, name: "unknown" });
  expect(rt.admit(task("u", { period: 10, wcet: 1 })).admitted).toBe(false);
});

test("with ideal preemption nobody waits for a slice", () => {
  const rt = scheduler({ policy: "fp", preemption: "ideal", slice: 5 });
  const first = rt.admit(task("a", { period: 10, wcet: 3, priority: 2 }));
  expect(first).toEqual({ admitted: true, responseTimes: [3] });
  expect(rt.admit(task("b", { period: 20, wcet: 3, priority: 1 }))).toEqual({ admitted: true, responseTimes: [6, 3] });
  const overrun = scheduler({ policy: "fp", preemption: "ideal", slice: 5, overheads: { overrun: 0.25 } });
  expect(overrun.admit(task("a", { period: 10, wcet: 3 }))).toEqual({ admitted: true, responseTimes: [3.25] });
});

test("what has to be known and is not is asked for", () => {
  const rt = scheduler();
  expect(() => rt.admit(task("t", { period: 1 }))).toThrow('model_incomplete: task "t" has no wcet');
  expect(() => rt.admit(task("t", { wcet: 1 }))).toThrow("has no period or interArrival");
  expect(() => rt.admit(task("t", { period: 9, wcet: 1, jitter: () => 1 }))).toThrow("jitter_unbounded");
  const disk = new Resource(rt, { name: "disk" });
  expect(() => rt.admit(task("t", { period: 9, wcet: 1, uses: [disk] }))).toThrow("section_missing");
  expect(() => new Scheduler({ host: new VirtualHost() }).admit(task("t", { period: 9, wcet: 1 }))).toThrow(
    "admission_missing",
  );
});
