import {
  ConstantBandwidthServer,
  DeferrableServer,
  PollingServer,
  Scheduler,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ideal } from "../kit/segments.ts";

test("constant bandwidth: the deadline is put off by each budget used up", () => {
  const { rt, host, segments, work } = ideal("edf");
  const cbs = new ConstantBandwidthServer(rt, { budget: 3, period: 8 });
  const task = rt.task(work(4), { period: 7, name: "hard" });
  cbs.submit(work(4), { name: "soft1", delay: 3 });
  cbs.submit(work(3), { name: "soft2", delay: 13 });
  rt.alarm(27, () => task.stop());
  host.run();
  expect(segments).toEqual([
    "hard 0-4",
    "soft1 4-7", // deadline 11, before 14
    "hard 7-11", // the budget is used up: the deadline is 19 now
    "soft1 11-12",
    "soft2 13-15", // budget 2 left, deadline 19: served at once, before 21
    "hard 15-19", // again used up: 27
    "soft2 19-20",
    "hard 21-25",
  ]);
  expect(task.misses).toBe(0);
});

test("deferrable: a job that comes late in the period is served at once, and no more than the budget in a period", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 2, period: 5, priority: 9 });
  rt.submit(work(20), { name: "rest", priority: 1 });
  server.submit(work(3), { name: "a", delay: 3 });
  server.submit(work(2), { name: "b", delay: 4 });
  host.run();
  expect(segments).toEqual([
    "rest 0-3",
    "a 3-6", // the budget of 2 is used up at 5, where the next one begins
    "b 6-7",
    "rest 7-10",
    "b 10-11",
    "rest 11-25",
  ]);
});

test("polling: who comes after the start of the period waits for the next one, and idle budget is lost", () => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new PollingServer(rt, { budget: 2, period: 5, priority: 9 });
  rt.submit(work(20), { name: "rest", priority: 1 });
  server.submit(work(3), { name: "a", delay: 3 });
  server.submit(work(1), { name: "b", delay: 11.5 });
  host.run();
  expect(segments).toEqual([
    "rest 0-5",
    "a 5-7",
    "rest 7-10",
    "a 10-11", // nobody else is there: what is left is lost
    "rest 11-15",
    "b 15-16",
    "rest 16-24",
  ]);
});

test("total bandwidth: the deadlines of Spuri and Buttazzo's example", () => {
  const { rt, host, work } = ideal("edf");
  // Two tasks of utilisation 3/6 and 2/8; the server has the remaining 1/4.
  const tasks = [rt.task(work(3), { period: 6, name: "t1" }), rt.task(work(2), { period: 8, name: "t2" })];
  const tbs = new TotalBandwidthServer(rt, { bandwidth: 0.25 });
  const jobs = [
    tbs.submit(work(1), { delay: 3, wcet: 1 }),
    tbs.submit(work(2), { delay: 9, wcet: 2 }),
    tbs.submit(work(1), { delay: 14, wcet: 1 }),
  ];
  rt.alarm(47, () => {
    for (const task of tasks) task.stop();
  });
  host.run();
  expect(jobs.map((job) => job.deadline)).toEqual([7, 17, 21]);
  expect(jobs.map((job) => (job.lateness as number) <= 0)).toEqual([true, true, true]);
  expect(tasks.map((task) => task.misses)).toEqual([0, 0]);
});

for (const [name, policy] of [
  ["constant bandwidth", "edf"],
  ["deferrable", "fp"],
  ["polling", "fp"],
] as const) {
  test(`${name}: guaranteed tasks keep every deadline, whatever greedy jobs do in the server`, () => {
    const greedy = fc.record({ ms: fc.integer({ min: 1, max: 60 }), delay: fc.integer({ min: 0, max: 80 }) });
    fc.assert(
      fc.property(fc.array(greedy, { minLength: 1, maxLength: 12 }), (jobs) => {
        const { rt, host, work } = ideal(policy);
        const options = { budget: 2, period: 10, priority: 9 };
        const server =
          name === "constant bandwidth"
            ? new ConstantBandwidthServer(rt, options)
            : name === "polling"
              ? new PollingServer(rt, options)
              : new DeferrableServer(rt, options);
        // Schedulable beside a deferrable server (interference of two budgets back to back): 2 + 2 + 5 ≤ 12, …
        const tasks = [rt.task(work(5), { period: 12, priority: 5 }), rt.task(work(5), { period: 30, priority: 3 })];
        const submitted = jobs.map(({ ms, delay }) => server.submit(work(ms), { delay, deadline: 1 }));
        host.run(300);
        for (const task of tasks) task.stop();
        host.run();
        expect(tasks.map((task) => task.misses)).toEqual([0, 0]);
        for (const job of submitted) expect(job.state).toBe("done");
        const total = submitted.reduce((sum, job) => sum + job.executionTime, 0);
        expect(total).toBeCloseTo(
          jobs.reduce((sum, { ms }) => sum + ms, 0),
          6,
        );
      }),
      { numRuns: 60 },
    );
  });
}

test("a greedy endless job in a server leaves the rest its share, in slices too", () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, slice: 1, round: 5, budget: 0 });
  const cbs = new ConstantBandwidthServer(rt, { budget: 3, period: 10, name: "third-party" });
  const script = cbs.submit(function* () {
    for (;;) {
      host.advance(0.25);
      // What it starts is in the server too.
      if (host.now() < 20) rt.submit(() => host.advance(0.5), { inherit: false, deadline: 1 });
      yield;
    }
  });
  const task = rt.task(
    function* () {
      for (let i = 0; i < 5; i++) {
        host.advance(1);
        yield;
      }
    },
    { period: 10 },
  );
  host.run(1000);
  expect(task.misses).toBe(0);
  expect(task.released).toBeGreaterThan(98);
  // Nobody else wants the rest: it is the script's.
  expect(script.executionTime).toBeGreaterThan(400);
  script.cancel();
  task.stop();
});

test("a job in a server is cancelled while it waits, runs or is out of budget", async () => {
  const { rt, host, work } = ideal("fp");
  const server = new DeferrableServer(rt, { budget: 1, period: 10 });
  const [running, waiting, last] = [3, 3, 1].map((ms) => server.submit(work(ms)));
  host.run(2); // one unit done, out of budget
  running?.cancel();
  waiting?.cancel();
  await expect(Promise.allSettled([running, waiting])).resolves.toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  host.run();
  expect(last?.state).toBe("done");
  expect(last?.finish).toBe(11);
  expect(server.waiting).toBe(0);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test.for([
  ["deferrable", DeferrableServer],
  ["polling", PollingServer],
] as const)("%s: whoever waits for budget no more leaves no timer behind", ([, Kind]) => {
  const { rt, host, segments, work } = ideal("fp");
  const server = new Kind(rt, { budget: 1, period: 10 });
  server.submit(work(1), { name: "a" });
  const waiting = server.submit(work(1), { name: "b" });
  waiting.catch(() => {});
  host.run(Kind === PollingServer ? 12 : 2);
  expect(host.pending).toEqual({ turns: 0, timers: 1 });
  waiting.cancel();
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
  // It wakes up again for whoever comes next.
  server.submit(work(1), { name: "c" });
  host.run();
  expect(segments.at(-1)).toBe(Kind === PollingServer ? "c 20-21" : "c 10-11");
});

test("servers out of range are refused at the door", () => {
  const fp = new Scheduler({ host: new VirtualHost(), policy: "fp" });
  const edf = new Scheduler({ host: new VirtualHost() });
  expect(() => new ConstantBandwidthServer(fp, { budget: 1, period: 2 })).toThrow("server_needs_edf");
  expect(() => new TotalBandwidthServer(fp, { bandwidth: 0.5 })).toThrow("server_needs_edf");
  expect(() => new ConstantBandwidthServer(edf, { budget: 3, period: 2 })).toThrow(
    'budget_above_period: server "cbs" has a budget of 3 ms in a period of 2 ms.',
  );
  expect(() => new PollingServer(edf, { budget: 0, period: 2 })).toThrow("budget_not_positive");
  expect(() => new TotalBandwidthServer(edf, { bandwidth: 1.5 })).toThrow("bandwidth_out_of_range");
  expect(() => new TotalBandwidthServer(edf, { bandwidth: 1 }).submit(() => {}, {} as never)).toThrow(
    "wcet_not_positive",
  );
  const total = new TotalBandwidthServer(edf, { bandwidth: 0.1, name: "total" });
  expect(() => total.submit(() => {}, { wcet: 1, deadline: 3 } as { wcet: number })).toThrow(
    'deadline_given: a job of server "total" has a deadline of its own. Leave it out: the server gives one, by its wcet.',
  );
  // A deadline of never would be that of all that come later.
  expect(() => total.submit(() => {}, { wcet: Number.POSITIVE_INFINITY })).toThrow("wcet_not_positive");
  expect(() => new DeferrableServer(fp, { budget: 1, period: Number.POSITIVE_INFINITY })).toThrow("period_not_finite");
  // Who was refused has taken nothing.
  expect(total.submit(() => {}, { wcet: 1 }).deadline).toBe(10);
});

test.each([
  ["a server", (rt: Scheduler) => new ConstantBandwidthServer(rt, { budget: 9, period: 10 })],
  ["a task", (rt: Scheduler) => rt.task(() => 1, { backlog: Number.POSITIVE_INFINITY })],
] as const)(
  "a job of %s costs little more than one outside, however many wait",
  { timeout: 60_000 },
  async (_, make) => {
    const cost = (inside: boolean, n: number) => {
      const host = new VirtualHost();
      const rt = new Scheduler({ host });
      const to = inside ? make(rt) : rt;
      for (let i = 0; i < n; i++) {
        if ("release" in to) to.release();
        else to.submit(() => 1);
      }
      const before = process.cpuUsage();
      host.run();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    let [outside, inside] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    cost(true, 10_000);
    for (let turn = 0; turn < 4 && !(turn > 0 && inside / outside < 4); turn++) {
      outside = Math.min(outside, cost(false, 100_000));
      inside = Math.min(inside, cost(true, 100_000));
    }
    // A queue that was looked through from its front took ten times as long.
    expect(inside / outside).toBeLessThan(4);
  },
);
